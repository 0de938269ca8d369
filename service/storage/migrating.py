"""Brings a database to the tables that this version of the service works with."""

from pathlib import Path

from alembic import command
from alembic.config import Config

from service.storage.database import ServiceDatabase

MIGRATIONS = Path(__file__).parents[1] / "migrations"


def migrate(database: ServiceDatabase, *, to: str = "head") -> None:
    """All or nothing."""
    with database.writing() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(MIGRATIONS))
        config.set_main_option("path_separator", "os")
        command.upgrade(config, to)
