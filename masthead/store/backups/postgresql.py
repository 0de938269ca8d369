"""Restores into PostgreSQL in one transaction, moving old tables into a schema of their own."""

import time
from datetime import UTC, datetime

from sqlalchemy import Connection, inspect, text

from masthead.store.backups.archive import BackupReader
from masthead.store.backups.loading import is_empty, load
from masthead.store.backups.sqlite import IN_USE, NOT_EMPTY
from masthead.store.database import LONG_IDLE_SECONDS, PROGRAM, Database
from masthead.store.errors import BackupError
from masthead.store.migrate import notes
from masthead.store.tables import metadata

OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
    "AND application_name = :program"
)
WAIT_SECONDS, AGAIN_SECONDS = 2.0, 0.05
"""The server notices the end of a program a moment later."""


def restore(url: str, reader: BackupReader, at: float, *, replace: bool) -> str:
    """Restore the backup. Returns the name of the schema with the old tables, empty for no records."""
    database = Database(url, migrates=False)
    try:
        with database.writing(idle_seconds=LONG_IDLE_SECONDS) as connection:
            _wait_for_others(connection)
            empty = is_empty(connection)
            if not empty and not replace:
                raise BackupError(f"was not restored: {NOT_EMPTY.format(place='the database')}")
            aside = _move_aside(connection, at)
            if empty:
                connection.execute(text(f"DROP SCHEMA {aside} CASCADE"))
            load(connection, reader, at)
    finally:
        database.close()
    return "" if empty else aside


def _wait_for_others(connection: Connection) -> None:
    until = time.monotonic() + WAIT_SECONDS
    while connection.scalar(OTHERS, {"program": PROGRAM}):
        if time.monotonic() >= until:
            raise BackupError(f"was not restored: {IN_USE}")
        time.sleep(AGAIN_SECONDS)
        connection.execute(text("SELECT pg_stat_clear_snapshot()"))  # a transaction sees the first answer until then


def _move_aside(connection: Connection, at: float) -> str:
    schema = f"masthead_replaced_{datetime.fromtimestamp(at, UTC):%Y%m%d_%H%M%S_%f}"
    connection.execute(text(f"CREATE SCHEMA {schema}"))
    there = set(inspect(connection).get_table_names())
    for name in {*metadata.tables, *notes.tables} & there:
        connection.execute(text(f"ALTER TABLE {name} SET SCHEMA {schema}"))  # with its indexes and sequences
    return schema
