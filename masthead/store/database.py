"""The durable store: a SQLite file, or PostgreSQL. Commits survive a SIGKILL.

`Records` is the base class for its stores.
"""

import logging
import sqlite3
import time
import weakref
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Lock, local
from typing import Any, NamedTuple, Self, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    Dialect,
    Engine,
    Executable,
    PoolProxiedConnection,
    Select,
    Table,
    create_engine,
    event,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from masthead.store.errors import StoreError, StoreReplacedError
from masthead.store.files import SMALL_CACHE, FileIdentity, lock_file, make_private
from masthead.store.keys import Keys
from masthead.store.migrate import migrate
from masthead.store.tables.records import sessions

log = logging.getLogger(__name__)
START_SECONDS = 60.0
READY_SECONDS = 2.0
THREADS = 16
ALLOWED = "a file (sqlite:////folder/masthead.db) or a server (postgresql://user@host/name)"
TURN_SECONDS, SERVER_TURN_SECONDS = 5.0, 12.0
"""How long a write waits for its turn, with SQLite and with PostgreSQL."""
IDLE_SECONDS, LONG_IDLE_SECONDS = 10.0, 60.0
"""The server aborts a write after this time without a statement, since its portal must be stopped or disconnected.

It is shorter than other writes wait for their turn, and longer than a thread waits for a busy processor: 1.2 s on two
processors at a load of 17. Migrations, restores and cleanups take longer between two statements.
"""
WRITERS = 0x6D617374  # the number of a lock: "mast"
PREPARING, NEVER = "prepare_threshold", "none"
"""Psycopg's names. A pooler may switch connections, which loses prepared statements."""
Guard = Callable[[Connection], None]
PROGRAM = "masthead"
"""The name of the portal's connections in PostgreSQL."""


class ThreadConnections:
    """One read-only SQLite connection per thread. There is no lock or open transaction between statements."""

    def __init__(self, file: Path) -> None:
        self._file, self._of_thread = file, local()

    def current(self) -> sqlite3.Connection:
        """Return this thread's connection, opening it if needed. Raises sqlite3.Error."""
        if not hasattr(self._of_thread, "reader"):
            self._of_thread.reader = _Reader(self._file)
        reader: _Reader = self._of_thread.reader
        return reader.connection

    def close(self) -> None:
        """Close the connections of all threads. The next read opens a new one."""
        self._of_thread = local()


class _Reader:
    """A connection that is closed when its thread ends."""

    def __init__(self, file: Path) -> None:
        self.connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self.connection.close)
        self.connection.execute(SMALL_CACHE)
        self.connection.execute("PRAGMA query_only=ON")


class SingleRead(NamedTuple):
    """A compiled SELECT. `row` builds a named tuple from a row, and `names` are its parameters in order."""

    text: str
    row: Callable[..., Any]
    names: Sequence[str]
    by_place: bool
    constants: Mapping[str, Any]

    @classmethod
    def of(cls, statement: Select[Any], dialect: Dialect) -> Self:
        """Compile a statement for this database."""
        compiled = statement.compile(dialect=dialect)
        names = [str(column.key) for column in statement.selected_columns]
        given = {name for bind, name in compiled.bind_names.items() if bind.required}
        return cls(
            str(compiled),
            namedtuple("FoundRow", names, rename=True),  # noqa: PYI024 - the names are known only now
            compiled.positiontup or list(compiled.bind_names.values()),
            compiled.positiontup is not None,
            {name: value for name, value in compiled.params.items() if name not in given},
        )

    def first(self, connection: PoolProxiedConnection | sqlite3.Connection, values: Mapping[str, Any]) -> Any | None:  # noqa: ANN401 - a named tuple
        """Run the statement and return the first row. Raises KeyError for a missing parameter."""
        bound = {**self.constants, **values}
        named = {name: bound[name] for name in self.names}
        with closing(connection.cursor()) as cursor:
            cursor.execute(self.text, [bound[name] for name in self.names] if self.by_place else named)
            found = cursor.fetchall()
        return self.row(*found[0]) if found else None


class Database:
    """Runs short transactions. Raises StoreError if the database can't be read or written.

    `where` is a path or URL. `lock_seconds` is how long a write waits for its turn, None for the default. Without
    `migrates`, the database is used as it is: no file is created, and no table is migrated.
    """

    def __init__(self, where: Path | str, *, lock_seconds: float | None = None, migrates: bool = True) -> None:
        self._turn = Lock()
        self._identity: FileIdentity | None = None
        self._is_lost = False
        self._guard: Guard | None = None
        try:
            url = _database_url(where)
            self.file = _sqlite_path(url)
            usual = SERVER_TURN_SECONDS if self.file is None else TURN_SECONDS
            self._lock_seconds = usual if lock_seconds is None else lock_seconds
            make = _postgresql_engine if self.file is None else _sqlite_engine
            self._engine = make(url)
            self._driver_error = self._engine.dialect.loaded_dbapi.Error
            self._single_reads: dict[Select[Any], SingleRead] = {}
            self._readers = None if self.file is None else ThreadConnections(self.file)
        except (SQLAlchemyError, ImportError) as fault:
            raise StoreError(f"the portal's database must be {ALLOWED}") from fault
        if migrates:
            self._migrate()
        elif self.file is not None and not self.file.exists():
            raise StoreError(f"there is no file {self.file}")
        self._identity = None if self.file is None else FileIdentity(self.file)

    def _migrate(self) -> None:
        """Create or migrate the tables while other processes wait."""
        with ExitStack() as stack:
            try:
                if self.file is not None:
                    make_private(self.file)
                    stack.enter_context(lock_file(self.file.with_name(f"{self.file.name}.lock"), START_SECONDS))
                    _use_wal(self.file)
                with self.writing(idle_seconds=LONG_IDLE_SECONDS) as connection:
                    migrate(connection)
            except (OSError, sqlite3.Error, SQLAlchemyError, StoreError) as fault:
                self._engine.dispose()
                why = f": {fault}." if isinstance(fault, StoreError) else ""
                raise StoreError(f"{self._engine.url!r} cannot be used as the portal's database{why}") from fault
        self._engine.dispose()  # closing a second handle of the file would release the locks of an open connection

    @contextmanager
    def reading(self, connection: Connection | None = None) -> Iterator[Connection]:
        """Begin a read transaction, or use `connection` if given."""
        if connection is not None:
            yield connection
            return
        try:
            self._check_file()
            with self._engine.begin() as begun:
                yield begun
        except SQLAlchemyError as fault:
            raise StoreError("the portal's database cannot be read") from fault

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Begin a read transaction that sees a single state of the database, regardless of concurrent writes."""
        options = {} if self.file is not None else {"isolation_level": "REPEATABLE READ"}
        try:
            with self._engine.connect().execution_options(**options) as connection, connection.begin():
                yield connection
        except SQLAlchemyError as fault:
            raise StoreError("the portal's database cannot be read") from fault

    def first_row(self, statement: Select[*tuple[Any, ...]], values: Mapping[str, Any]) -> Any | None:  # noqa: ANN401 - a named tuple
        """Return the first row as a named tuple, or None. The statement must select only a few rows.

        A single statement sees one state of the database, so it needs no transaction and no pooled connection.
        Compiled statements are cached, so build each one only once. Columns have to be numbers, strings or bytes.
        """
        try:
            read = self._single_reads.get(statement)
            if read is None:
                read = self._single_reads[statement] = SingleRead.of(statement, self._engine.dialect)
            self._check_file()
            if self._readers is not None:
                return read.first(self._readers.current(), values)
            with closing(self._engine.raw_connection()) as connection:
                return read.first(connection, values)
        except (SQLAlchemyError, self._driver_error, KeyError) as fault:
            raise StoreError("the portal's database cannot be read") from fault

    @contextmanager
    def writing(
        self,
        lock_seconds: float | None = None,
        *,
        idle_seconds: float = IDLE_SECONDS,
        within: Connection | None = None,
    ) -> Iterator[Connection]:
        """Begin a write transaction. It is committed at the end, or rolled back on any exception.

        `within` is an open transaction to use instead. `lock_seconds` is how long to wait for the write lock.
        PostgreSQL aborts the transaction after `idle_seconds` without a statement.
        """
        if within is not None:
            yield within
            return
        seconds = self._lock_seconds if lock_seconds is None else lock_seconds
        # The threads of a process take turns here in order, since SQLite's own waiting could starve some of them.
        if not self._turn.acquire(timeout=seconds):
            raise StoreError("the portal's database is busy")
        try:
            self._check_file()
            options = {"lock_seconds": seconds, "idle_seconds": idle_seconds}
            with self._engine.connect().execution_options(**options) as connection, connection.begin():
                if self._guard is not None:
                    self._guard(connection)
                yield connection
            self._check_file()
        except SQLAlchemyError as fault:
            raise StoreError("the portal's database cannot be written") from fault
        finally:
            self._turn.release()

    def _check_file(self) -> None:
        """Raise StoreReplacedError if the file was deleted or replaced: open handles would still use the old file."""
        if self._identity is None or self._identity.is_there:
            self._is_lost = False
            return
        if not self._is_lost:
            log.error("the file of the database was deleted or replaced: %s", self.file)
        self._is_lost = True
        raise StoreReplacedError("the portal's database was deleted or replaced")

    def guard_writes(self, guard: Guard) -> None:
        """Call `guard` at the start of each write transaction from now on. If it raises, nothing is written."""
        self._guard = guard

    def is_ready(self) -> bool:
        """Return whether the database can be read and written now."""
        try:
            with self.writing(READY_SECONDS) as connection:
                connection.execute(select(sessions.c.id).limit(1))
        except StoreError:
            return False
        return True

    def watch_connections(self, taken: Callable[[], None], returned: Callable[[], None]) -> None:
        """Call `taken` and `returned` when a connection is taken from the pool and returned to it."""
        event.listen(self._engine, "checkout", lambda *_: taken())
        event.listen(self._engine, "checkin", lambda *_: returned())

    def close(self) -> None:
        """Close all connections. The next transaction opens a new one."""
        self._engine.dispose()
        if self._readers is not None:
            self._readers.close()


def sqlite_file(where: Path | str) -> Path | None:
    """Return the path of the SQLite file, or None for PostgreSQL. Raises StoreError for an in-memory database."""
    try:
        return _sqlite_path(_database_url(where))
    except SQLAlchemyError as fault:
        raise StoreError(f"the portal's database must be {ALLOWED}") from fault


def lock_file_path(file: Path) -> Path:
    """Return the path of the lock file that is held, shared, by all programs using this SQLite file."""
    return file.with_name(f"{file.name}.in-use")


def _database_url(where: Path | str) -> URL:
    url = URL.create("sqlite", database=str(where)) if isinstance(where, Path) else make_url(where)
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def _sqlite_path(url: URL) -> Path | None:
    if url.get_backend_name() == "postgresql":
        return None
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        raise StoreError(f"the portal's database must be {ALLOWED}")
    return Path(str(url.database))


def _sqlite_engine(url: URL) -> Engine:
    # The driver would begin transactions too late and lose concurrent updates, so they are begun explicitly.
    engine = create_engine(url, connect_args={"isolation_level": None}, pool_size=THREADS, max_overflow=THREADS)
    event.listen(engine, "connect", _set_up_connection)
    event.listen(engine, "begin", _begin_transaction)
    return engine


def _set_up_connection(connection: sqlite3.Connection, _record: object) -> None:
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute(SMALL_CACHE)


def _begin_transaction(connection: Connection) -> None:
    seconds = connection.get_execution_options().get("lock_seconds")  # None for a read transaction
    if seconds is not None:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {round(seconds * 1000)}")
    connection.exec_driver_sql("BEGIN" if seconds is None else "BEGIN IMMEDIATE")


def _postgresql_engine(url: URL) -> Engine:
    """Create an engine with one writer at a time, as on SQLite, so that values read while writing stay current."""

    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if "lock_seconds" in options:
            lock, idle = options["lock_seconds"], options["idle_seconds"]
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {round(lock * 1000)}")
            connection.exec_driver_sql(f"SET LOCAL idle_in_transaction_session_timeout = {round(idle * 1000)}")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITERS})")

    given: dict[str, Any] = {"application_name": PROGRAM}
    if url.query.get(PREPARING) == NEVER:
        url, given[PREPARING] = url.difference_update_query([PREPARING]), None
    engine = create_engine(url, connect_args=given, pool_pre_ping=True, pool_size=THREADS, max_overflow=THREADS)
    event.listen(engine, "begin", begin)
    return engine


def _use_wal(file: Path) -> None:
    """Enable WAL mode, in which readers and a writer can work concurrently. The setting is stored in the file."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")


T = TypeVar("T")


class Records:
    """Base class for the records of one subject. `clock` returns a Unix timestamp. Methods raise StoreError."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database, self._clock = database, clock

    def _all(self, statement: Select[Any], values: Mapping[str, Any] | None = None) -> list[Any]:
        with self._database.reading() as connection:
            return list(connection.execute(statement, values or {}).all())

    def _first(self, statement: Select[Any], values: Mapping[str, Any] | None = None) -> Any:  # noqa: ANN401 - a named tuple, or None
        with self._database.reading() as connection:
            return connection.execute(statement, values or {}).first()

    def _value(self, statement: Select[T]) -> T | None:
        with self._database.reading() as connection:
            return connection.scalar(statement)

    def _write(self, *statements: Executable) -> int:
        """Run the statements in one transaction. Returns how many rows the last one changed."""
        changed = 0
        with self._database.writing() as connection:
            for each in statements:
                changed = connection.execute(each).rowcount
        return changed

    def _put(self, table: Table, key: Mapping[str, Any], values: Mapping[str, Any], **others: Any) -> None:  # noqa: ANN401 - columns
        """Update the row with this key, or insert it. `others` are values for a new row only."""
        with self._database.writing() as connection:
            if not connection.execute(update(table).filter_by(**key).values(values)).rowcount:
                connection.execute(insert(table).values({**others, **key, **values}))


class SealedRecords(Records):
    """Base class for records that are sealed with the server's keys."""

    def __init__(self, database: Database, keys: Keys, clock: Callable[[], float] = time.time) -> None:
        super().__init__(database, clock)
        self._keys = keys
