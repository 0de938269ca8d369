"""Opens the portal's database for the commands, without creating or migrating it."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from flask import current_app

from masthead.store.database import Database
from masthead.store.store import locate_database
from masthead.web.person.portal import get_settings


def database_location() -> Path | str:
    """Return the file or URL of the database in the settings."""
    settings = get_settings(current_app)
    return locate_database(settings.instance_path, settings.database_url)


def open_database() -> closing[Database]:
    """Open the existing database. Raises StoreError if there is none."""
    return closing(Database(database_location(), migrates=False))


def moment_label(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%-d %b %Y %H:%M UTC")


def count_label(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
