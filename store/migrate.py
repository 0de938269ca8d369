"""Brings the durable store's tables up to date at start."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from store.errors import StoreError
from store.tables import VERSION

MIGRATIONS = Path(__file__).parent / "migrations"
LATER = (
    f"it was written by a later version of Masthead ({{found}}, and this one knows up to {VERSION}). "
    "Run that version or a newer one, or give this one a copy from before the upgrade"
)


def migrate(connection: Connection) -> None:
    """Run the migrations that are missing, in the transaction of `connection`, which lets in one writer at a time.

    Raises StoreError for the tables of a later version, and touches nothing then.
    """
    found = _current_version(connection)
    if found == VERSION:
        return
    if found is not None and not list((MIGRATIONS / "versions").glob(f"{found}_*.py")):
        raise StoreError(LATER.format(found=found))
    # Alembic takes a tenth of a second to load, and a start with nothing to migrate does not need it.
    from alembic.command import upgrade  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    upgrade(config, "head")


def _current_version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
