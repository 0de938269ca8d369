"""The database: a connection pool, read transactions, and writes that run one at a time."""

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, cast

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError

from service.storage.prepared import execute_directly


class OpenConnections:
    """A thread-safe connection pool that grows as needed. `options` go to SQLAlchemy."""

    def __init__(self, engine: Engine, **options: object) -> None:
        self._engine, self._options = engine, options
        self._idle: deque[Connection] = deque()

    def begin(self) -> Connection:
        """Begin a transaction on the idle connection used last, whose cache is warm, or on a new one."""
        while (idle := self._take_idle()) is not None:
            try:
                return self._begin_on(idle)
            except OperationalError as error:
                if not error.connection_invalidated:
                    raise
        return self._begin_on(self._engine.connect().execution_options(**self._options))

    def give_back(self, connection: Connection) -> None:
        """Return a connection to the pool, after a rollback."""
        try:
            connection.rollback()
        except SQLAlchemyError:
            connection.invalidate()
        if connection.invalidated:
            connection.close()
        else:
            self._idle.append(connection)

    def close(self) -> None:
        """Close the connections that are not in use."""
        while (idle := self._take_idle()) is not None:
            idle.close()

    def _take_idle(self) -> Connection | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _begin_on(self, connection: Connection) -> Connection:
        try:
            connection.begin()
        except OperationalError as error:
            driver = connection.connection.dbapi_connection
            refused = cast("Any", error.orig)
            error.connection_invalidated = self._engine.dialect.is_disconnect(refused, driver, None)
            connection.invalidate()
            connection.close()
            raise
        return connection


MAX_SECONDS_OPEN = 0.05


class DiscardWrite(Exception):  # noqa: N818 - nothing went wrong
    """Raised inside a `writing` block to roll the write back."""


class GroupCommit:
    """Runs writes one after another; a thread that sees others waiting leaves the commit to them.

    A write ends once its transaction is on disk, so no response is sent earlier. A transaction that has been open for
    `seconds_open` is committed even if threads are waiting.
    """

    def __init__(self, engine: Engine, seconds_open: float = MAX_SECONDS_OPEN) -> None:
        self._connections = OpenConnections(engine, writes=True)
        self._seconds_open = seconds_open
        # Waiting for this lock is cheap and nearly in order; threads that wait inside SQLite sleep ever longer.
        self._turn = threading.Lock()
        self._counting = threading.Lock()
        self.in_line = 0
        """Number of threads that wait for their turn."""
        self._group: _Group | None = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a write; it is rolled back when the block raises. Raises OperationalError when the commit fails."""
        with ExitStack() as after, self._next_turn():
            group = self._group = self._group or _Group(self._connections, self._seconds_open)
            # A rejected write waits too: it may depend on a write of the same group that isn't committed yet.
            after.callback(group.wait)
            try:
                with group.write():
                    yield group.connection
            finally:
                if not self.in_line or group.is_finished:
                    self._group = None
                    group.finish()

    def close(self) -> None:
        self._connections.close()

    @contextmanager
    def _next_turn(self) -> Iterator[None]:
        self._count_waiting(1)
        try:
            self._turn.acquire()
        finally:
            self._count_waiting(-1)
        try:
            yield
        finally:
            self._turn.release()

    def _count_waiting(self, change: int) -> None:
        with self._counting:
            self.in_line += change


class _Group:
    """A transaction of several writes. Only the thread whose turn it is calls its methods, except `wait`."""

    def __init__(self, connections: OpenConnections, seconds_open: float) -> None:
        self._connections = connections
        self.connection = connections.begin()
        self._closes = time.monotonic() + seconds_open
        self._written = False
        self._error: SQLAlchemyError | None = None
        self._finished = threading.Event()

    @property
    def is_finished(self) -> bool:
        return not self._written or self._error is not None or time.monotonic() > self._closes

    @contextmanager
    def write(self) -> Iterator[None]:
        """Roll back to a savepoint if the block raises; for the first write, the transaction is rolled back."""
        savepoint = self.connection.begin_nested() if self._written else None
        try:
            yield
        except BaseException:
            if savepoint is not None:
                self._end_savepoint(savepoint.rollback)
            raise
        if savepoint is not None:
            self._end_savepoint(savepoint.commit)
        self._written = True

    def _end_savepoint(self, savepoint: Callable[[], None]) -> None:
        try:
            savepoint()
        except SQLAlchemyError as error:
            # The database itself ended the transaction, for example because the disk is full.
            self._error = error

    def finish(self) -> None:
        try:
            if self._written and self._error is None:
                self.connection.commit()
        except SQLAlchemyError as error:
            self._error = error
            self.connection.invalidate()
        finally:
            self._connections.give_back(self.connection)
            self._finished.set()

    def wait(self) -> None:
        self._finished.wait()
        if self._error is not None:
            raise OperationalError("COMMIT", None, self._error) from self._error


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
    """The engine and its connections. Threads may share an instance, but it may not cross a fork.

    A write waits up to `wait` seconds for another process, then raises OperationalError.
    """

    def __init__(self, url: URL, wait: float = WAIT_FOR_ANOTHER_PROGRAM) -> None:
        make = _sqlite_engine if url.get_backend_name() == "sqlite" else _postgresql_engine
        self.engine = make(url, int(wait * 1000))
        event.listen(self.engine, "begin", _begin_transaction)
        self._writes = GroupCommit(self.engine)
        self._readers = OpenConnections(self.engine)
        self._reads = threading.RLock()
        self._reads_take_turns = self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a read transaction, which sees a snapshot of the database.

        Threads take turns to read SQLite, unless a read takes long: SQLite releases the interpreter lock at each call,
        and getting it back means waiting for other threads. PostgreSQL reads don't take turns, since they wait for a
        server.
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
        """Begin a write. It is on disk when the block ends, and rolled back if the block raises.

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
        connection.isolation_level = None  # transactions begin in _begin_transaction, not implicitly
        for pragma in (*_PRAGMAS, f"PRAGMA busy_timeout = {wait}"):
            connection.execute(pragma)
        for beside in ("", "-wal", "-shm"):
            with suppress(OSError):  # a closing connection may delete the journal files at the same time
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


def _begin_transaction(connection: Connection) -> None:
    writes = bool(connection.get_execution_options().get("writes", False))
    with execute_directly(connection, _BEGIN[connection.dialect.name, writes]):
        pass
