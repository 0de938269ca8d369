"""Creates the tables of a new database, and upgrades those of release 1.0.0 and later."""

import secrets
from pathlib import Path

from sqlalchemy import Connection, column, insert, inspect, select, table

from service.storage.database import ServiceDatabase
from service.tables import metadata
from service.tables.identity import secret
from service.tables.sites import create_title_index

MIGRATIONS = Path(__file__).with_name("migrations")
VERSIONS = sorted(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))
"""The migrations by number, the oldest first."""

_migrated = table("alembic_version", column("version_num"))


class DatabaseVersionError(Exception):
    """The database can't be upgraded. The message continues a sentence that begins with the database's name."""


def migrate(database: ServiceDatabase) -> None:
    """Bring the tables up to date, all or nothing. Raises DatabaseVersionError."""
    with database.writing() as connection:
        found = _find_version(connection)
        if found is None:
            metadata.create_all(connection, checkfirst=False)
            create_title_index(connection)
            connection.execute(insert(secret).values(name="addresses", value=secrets.token_hex(32)))
        elif found > VERSIONS[-1]:
            raise DatabaseVersionError(f"was made by a newer version of this program: {found}")
        elif found < VERSIONS[0]:
            raise DatabaseVersionError("was made before release 1.0.0: run that release with it once, then this one")
        if found != VERSIONS[-1]:
            _run_alembic(connection, is_new=found is None)


def _find_version(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_migrated.name):
        return None
    return connection.execute(select(_migrated)).scalar()


def _run_alembic(connection: Connection, *, is_new: bool) -> None:
    # Importing Alembic takes a tenth of a second, and most starts have nothing to migrate.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    run = command.stamp if is_new else command.upgrade
    run(config, "head")
