"""Brings the durable store's tables up to date at start."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from store.tables import VERSION

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(connection: Connection) -> None:
    """Run the migrations that are missing, in the transaction of `connection`, which lets in one writer at a time."""
    if _version(connection) == VERSION:
        return
    # Alembic takes a tenth of a second to load, and a start with nothing to migrate does not need it.
    from alembic.command import upgrade  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
