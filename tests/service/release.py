"""A database as release 1.0.0 made it, the oldest that the service upgrades."""

from pathlib import Path

from sqlalchemy import Connection

FOLDER = Path(__file__).with_name("releases")


def create_release_1_0_0(connection: Connection) -> None:
    """One statement a line, as the migrations of that release left the tables."""
    for statement in (FOLDER / f"1.0.0.{connection.dialect.name}.sql").read_text().splitlines():
        connection.exec_driver_sql(statement)
