"""Migrates the tables at startup."""

from pathlib import Path

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    delete,
    insert,
    inspect,
    select,
)

from masthead.store.errors import StoreError
from masthead.store.tables import VERSION, metadata

COMPATIBLE_FROM = "0049"
"""The oldest version whose code works with the tables of VERSION. CONTRIBUTING.md says when it changes."""
MIGRATIONS = Path(__file__).parent / "migrations"
LATER = (
    f"it was written by a later version of Masthead ({{found}}, and this one knows up to {VERSION}). "
    "Run that version or a newer one, or give this one a copy from before the upgrade"
)
notes = MetaData()
"""Tables about the schema, which contain no records of people."""
compatibility = Table("schema_compatibility", notes, Column("oldest", String(4), primary_key=True))
newest_migration = Table(
    "alembic_version",
    notes,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def migrate(connection: Connection, version: str = VERSION) -> None:
    """Run the missing migrations, up to `version`, in the transaction of `connection`.

    Tables of a later version aren't changed. Raises StoreError if this version doesn't work with them. In a new SQLite
    file, all tables are created at once. Partial indexes for PostgreSQL are defined only in migrations.
    """
    found = schema_version(connection)
    if found == version or is_compatible(connection, found):
        return
    if found is not None and not is_known_schema_version(found):
        raise StoreError(LATER.format(found=found))
    if found is None and version == VERSION and connection.dialect.name == "sqlite":
        metadata.create_all(connection, checkfirst=False)
        notes.create_all(connection, checkfirst=False)
        connection.execute(insert(newest_migration).values(version_num=version))
    else:
        upgrade(connection, version)
    if version == VERSION:
        connection.execute(delete(compatibility))
        connection.execute(insert(compatibility).values(oldest=COMPATIBLE_FROM))


def upgrade(connection: Connection, version: str) -> None:
    # Alembic takes a tenth of a second to import, and a start without migrations doesn't need it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, version)


def is_compatible(connection: Connection, found: str | None) -> bool:
    """Return whether `found` is a later schema version that this version can use."""
    if found is None or not (found.isdecimal() and found > VERSION):
        return False
    if not inspect(connection).has_table(compatibility.name):
        return False
    oldest = connection.execute(select(compatibility.c.oldest)).scalar()
    return oldest is not None and oldest <= VERSION


def is_known_schema_version(version: str) -> bool:
    return bool(list((MIGRATIONS / "versions").glob(f"{version}_*.py")))


def schema_version(connection: Connection) -> str | None:
    """Return the newest migration that was run, or None if there are no tables."""
    if not inspect(connection).has_table(newest_migration.name):
        return None
    return connection.execute(select(newest_migration.c.version_num)).scalar()
