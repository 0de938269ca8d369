"""The database: read transactions, and writes that run one at a time."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError

from service.storage.connections import OpenConnections
from service.storage.group_commit import GroupCommit
from service.storage.prepared import execute_directly

WAIT_FOR_ANOTHER_PROGRAM = 10.0
"""Seconds that a write waits for another process."""

WAIT_FOR_ANOTHER_READ = 0.3
"""Seconds that a read waits for another thread's read."""

FOR_THE_OWNER_ALONE = 0o600
"""Mode of an SQLite file and its journal files: other users of the machine may not read them."""

_PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a response is sent only after the change is on the disk
    "PRAGMA foreign_keys = ON",
)

_BEGIN: Final = {
    # A write takes the lock before its first read, or two concurrent writes could overwrite each other.
    ("sqlite", True): "BEGIN IMMEDIATE",
    ("sqlite", False): "BEGIN",
    # An arbitrary but fixed number: writes of all processes run one at a time, as in SQLite.
    ("postgresql", True): "BEGIN; SELECT pg_advisory_xact_lock(5001)",
    ("postgresql", False): "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
}


class ServiceDatabase:
    """Engine and connections. Threads may share it, but it may not cross a fork.

    A write waits up to `wait` seconds for another process, then raises OperationalError.
    """

    def __init__(self, url: URL, wait: float = WAIT_FOR_ANOTHER_PROGRAM) -> None:
        make = _sqlite_engine if url.get_backend_name() == "sqlite" else _postgresql_engine
        self.engine = make(url, int(wait * 1000))
        event.listen(self.engine, "begin", _begin)
        self._writes = GroupCommit(self.engine)
        self._readers = OpenConnections(self.engine)
        self._reads = threading.RLock()
        self._reads_take_turns = self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a read transaction, which sees one state of the database.

        Threads that read SQLite take turns, unless a read takes long: SQLite releases the interpreter lock at
        each call, and getting it back means waiting for other threads. A PostgreSQL read waits for its server
        instead.
        """
        locked = self._reads_take_turns and self._reads.acquire(timeout=WAIT_FOR_ANOTHER_READ)
        try:
            connection = self._readers.begin()
            try:
                yield connection
            finally:
                self._readers.give_back(connection)
        finally:
            if locked:
                self._reads.release()

    def writing(self) -> AbstractContextManager[Connection]:
        """Begin a write. It is on the disk when the block ends, and rolled back if the block raises.

        Several threads' writes may share a transaction, so a block must not end it.
        """
        return self._writes.writing()

    def close(self) -> None:
        self._readers.close()
        self._writes.close()


def database_url(given: str) -> URL:
    """Parse a URL or the name of an SQLite file. Raises ValueError with the end of a sentence."""
    if "://" not in given:
        return URL.create("sqlite", database=str(Path(given).expanduser().absolute()))
    try:
        url = make_url(given)
    except (ArgumentError, ValueError) as error:
        raise ValueError("is not an address of a database") from error
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        return url
    if url.get_backend_name() == "postgresql":
        return _with_driver(url)
    raise ValueError("is neither a file, sqlite:///file nor postgresql://")


def _with_driver(url: URL) -> URL:
    named = url.set(drivername="postgresql+psycopg")
    try:
        named.get_dialect().import_dbapi()
    except ImportError as error:
        raise ValueError("needs a driver that is not installed: pip install 'psycopg[binary]'") from error
    return named


def _sqlite_engine(url: URL, wait: int) -> Engine:
    file = Path(str(url.database))
    # SQLite would create the file readable by others. Errors are reported when the file is opened.
    with suppress(OSError):
        file.touch(FOR_THE_OWNER_ALONE, exist_ok=False)
    engine = create_engine(url, poolclass=NullPool)

    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # transactions begin in _begin, not implicitly
        for pragma in (*_PRAGMAS, f"PRAGMA busy_timeout = {wait}"):
            connection.execute(pragma)
        for beside in ("", "-wal", "-shm"):
            with suppress(OSError):  # a connection that closes may delete the journal files meanwhile
                Path(f"{file}{beside}").chmod(FOR_THE_OWNER_ALONE)

    event.listen(engine, "connect", prepare)
    return engine


def _postgresql_engine(url: URL, wait: int) -> Engine:
    # Otherwise the driver would send its own BEGIN before ours.
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")

    def prepare(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"SET lock_timeout = {wait}")
        cursor.close()

    event.listen(engine, "connect", prepare)
    return engine


def _begin(connection: Connection) -> None:
    writes = bool(connection.get_execution_options().get("writes", False))
    with execute_directly(connection, _BEGIN[connection.dialect.name, writes]):
        pass
