"""What a portal keeps, to be compared before and after."""

from typing import Any

from flask import Flask
from sqlalchemy import Row, select

from masthead.store.tables import metadata
from masthead.store.tables.records import (
    arrangements,
    attempts,
    drafts,
    generations,
    known_objects,
    sessions,
)
from masthead.web.person.portal import get_portal

BESIDE = {arrangements, attempts, drafts, generations, known_objects, sessions}
"""What was typed or seen, and that somebody tried, is kept whether or not anything may be done with it."""


def records(app: Flask) -> dict[str, list[Row[Any]]]:
    """All rows by table, but those BESIDE."""
    with get_portal(app).store.database.reading() as connection:
        tables = [table for table in metadata.sorted_tables if table not in BESIDE]
        return {table.name: sorted(connection.execute(select(table)), key=repr) for table in tables}
