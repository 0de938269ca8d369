"""What is asked of a database meanwhile: each transaction, with its statements; a statement alone is one of its own."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event
from sqlalchemy.pool import Pool

BEGINS, ENDS = "BEGIN", ("COMMIT", "ROLLBACK")


@contextmanager
def transactions(file: str = "") -> Iterator[list[list[str]]]:
    """Those on SQLite databases in files of this name, or on all of this process."""
    found: list[list[str]] = []
    open_on: dict[int, list[str]] = {}

    def note(connection: int, statement: str) -> None:
        if statement.startswith(BEGINS):
            found.append(open_on.setdefault(connection, []))
        elif statement.startswith(ENDS):
            open_on.pop(connection, None)
        elif connection in open_on:
            open_on[connection].append(statement)
        elif not statement.startswith("PRAGMA"):
            found.append([statement])

    def watch(connection: sqlite3.Connection, *_: object) -> None:
        if file in str(connection.execute("PRAGMA database_list").fetchone()[2]):
            connection.set_trace_callback(lambda statement: note(id(connection), statement))

    def leave(connection: sqlite3.Connection | None, *_: object) -> None:
        if connection is not None:  # it was broken
            connection.set_trace_callback(None)

    event.listen(Pool, "checkout", watch)
    event.listen(Pool, "checkin", leave)
    try:
        yield found
    finally:
        event.remove(Pool, "checkout", watch)
        event.remove(Pool, "checkin", leave)
