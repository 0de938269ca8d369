"""Commits the writes of several threads together, so that they wait for the disk once."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from service.storage.connections import OpenConnections

MAX_SECONDS_OPEN = 0.05


class DiscardWrite(Exception):  # noqa: N818 - nothing went wrong
    """Raised within a write to roll it back."""


class GroupCommit:
    """Runs writes one after another; a thread that sees others waiting leaves the commit to them.

    A write ends once its transaction is on the disk, so that no response is sent earlier. A transaction that
    has been open for `seconds_open` is committed even if threads wait.
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
        self._count(1)
        try:
            self._turn.acquire()
        finally:
            self._count(-1)
        try:
            yield
        finally:
            self._turn.release()

    def _count(self, change: int) -> None:
        with self._counting:
            self.in_line += change


class _Group:
    """A transaction. Only the thread that has the turn calls its methods, except `wait`."""

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
        """Roll back to a savepoint when the block raises; the first write rolls back the transaction."""
        savepoint = self.connection.begin_nested() if self._written else None
        try:
            yield
        except BaseException:
            if savepoint is not None:
                self._end(savepoint.rollback)
            raise
        if savepoint is not None:
            self._end(savepoint.commit)
        self._written = True

    def _end(self, savepoint: Callable[[], None]) -> None:
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
