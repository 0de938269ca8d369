"""What is asked of a database meanwhile: each transaction, with its statements; a statement alone is one of its own."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from unittest.mock import patch

from sqlalchemy import event
from sqlalchemy.pool import Pool

from masthead.store.database import ThreadConnections

BEGINS, ENDS = "BEGIN", ("COMMIT", "ROLLBACK")


@contextmanager
def transactions(file: str = "") -> Iterator[list[list[str]]]:
    """Those on SQLite databases in files of this name, or on all of this process."""
    watched = _Watched(file)
    event.listen(Pool, "checkout", watched.watch)
    event.listen(Pool, "checkin", watched.leave)
    try:
        with watched.readers():
            yield watched.found
    finally:
        event.remove(Pool, "checkout", watched.watch)
        event.remove(Pool, "checkin", watched.leave)


class _Watched:
    """`found` are the transactions."""

    def __init__(self, file: str) -> None:
        self._file = file
        self.found: list[list[str]] = []
        self._open_on: dict[int, list[str]] = {}

    def watch(self, connection: sqlite3.Connection, *_: object) -> None:
        if self._file in str(connection.execute("PRAGMA database_list").fetchone()[2]):
            connection.set_trace_callback(lambda statement: self._note(id(connection), statement))

    def leave(self, connection: sqlite3.Connection | None, *_: object) -> None:
        if connection is not None:  # it was broken
            connection.set_trace_callback(None)

    @contextmanager
    def readers(self) -> Iterator[None]:
        """Watch those that threads keep, too."""
        current = ThreadConnections.current
        kept: list[sqlite3.Connection] = []

        def watched(connections: ThreadConnections) -> sqlite3.Connection:
            kept.append(current(connections))
            self.watch(kept[-1])
            return kept[-1]

        try:
            with patch.object(ThreadConnections, "current", watched):
                yield
        finally:
            for connection in kept:
                with suppress(sqlite3.Error):  # it is closed
                    self.leave(connection)

    def _note(self, connection: int, statement: str) -> None:
        if statement.startswith(BEGINS):
            self.found.append(self._open_on.setdefault(connection, []))
        elif statement.startswith(ENDS):
            self._open_on.pop(connection, None)
        elif connection in self._open_on:
            self._open_on[connection].append(statement)
        elif not statement.startswith("PRAGMA"):
            self.found.append([statement])
