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


def migrate(connection: Connection, version: str = VERSION) -> None:
    """Run the migrations up to `version` that are missing, in the transaction of `connection`.

    It lets in one writer at a time. Raises StoreError for the tables of a later version, and touches nothing then.
    """
    found = schema_version(connection)
    if found == version:
        return
    if found is not None and not is_known(found):
        raise StoreError(LATER.format(found=found))
    # Alembic takes a tenth of a second to load, and a start with nothing to migrate does not need it.
    from alembic.command import upgrade  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    upgrade(config, version)


def is_known(version: str) -> bool:
    """Whether there is a migration to this version."""
    return bool(list((MIGRATIONS / "versions").glob(f"{version}_*.py")))


def schema_version(connection: Connection) -> str | None:
    """The newest migration that ran; None where there are no tables of ours."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
