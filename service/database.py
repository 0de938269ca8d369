"""The database: one engine, short read transactions, and writes that stand in line."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

WAIT_FOR_ANOTHER_PROGRAM = 10.0
"""Seconds that a write waits while another program holds the file."""

CONNECTIONS = 16
"""As many as the server has threads: a request uses one at a time."""

_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # an answer is given when the change is on the disk, not before
    "PRAGMA foreign_keys = ON",
    f"PRAGMA busy_timeout = {int(WAIT_FOR_ANOTHER_PROGRAM * 1000)}",
)


class Database:
    """Where everything is kept. Safe to share between threads, not across a fork."""

    def __init__(self, url: URL) -> None:
        self.engine = _engine(url)
        # Waiting here is fair and cheap; threads that wait inside SQLite sleep in ever longer steps.
        self._turn = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database throughout."""
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is on the disk when the block ends, and leaves no trace when the block raises."""
        with self._turn, self.engine.connect() as connection:
            connection.execution_options(writes=True)
            with connection.begin():
                yield connection

    def close(self) -> None:
        self.engine.dispose()


def database_url(given: str) -> URL:
    """The address of a database, out of an address or the name of an SQLite file.

    Raises ValueError, saying what is allowed.
    """
    if "://" not in given:
        return URL.create("sqlite", database=str(Path(given).expanduser().absolute()))
    try:
        url = make_url(given)
    except (ArgumentError, ValueError) as error:
        raise ValueError("is not an address of a database") from error
    if url.get_backend_name() == "sqlite" and url.database:
        return url
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    raise ValueError("is neither a file, sqlite:///file nor postgresql://")


def _engine(url: URL) -> Engine:
    engine = create_engine(url, pool_size=CONNECTIONS, max_overflow=CONNECTIONS)
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin in _begin, not when Python's module thinks best
    for pragma in _PRAGMAS:
        connection.execute(pragma)


_BEGIN: Final = {
    # A write that first reads must hold the write lock before it reads, or two of them lose each other's change.
    ("sqlite", True): "BEGIN IMMEDIATE",
    ("sqlite", False): "BEGIN",
    # The number is any, as long as it is the same: writers of all programs stand in one line, as in SQLite.
    ("postgresql", True): "SELECT pg_advisory_xact_lock(5001)",
    ("postgresql", False): "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",
}


def _begin(connection: Connection) -> None:
    writes = bool(connection.get_execution_options().get("writes", False))
    # Directly, since SQLAlchemy would take as long for it as for a query.
    cursor = connection.connection.cursor()
    cursor.execute(_BEGIN[connection.dialect.name, writes])
    cursor.close()
