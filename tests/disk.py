"""Tests do not wait for the disk, but those that show what outlives a kill: these start the program by itself."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, event
from sqlalchemy.pool import ConnectionPoolEntry, Pool


@contextmanager
def no_waiting_for_the_disk() -> Iterator[None]:
    """Let no transaction wait during the block, also of engines that are made in it."""
    event.listen(Pool, "checkout", _do_not_wait)
    try:
        yield
    finally:
        event.remove(Pool, "checkout", _do_not_wait)


def do_not_wait_for_the_disk(connection: Connection) -> None:
    """Let no transaction of the engine of this connection wait."""
    event.listen(connection.engine, "checkout", _do_not_wait)


def _do_not_wait(connection: object, entry: ConnectionPoolEntry, _proxy: object) -> None:
    if isinstance(connection, sqlite3.Connection) and not entry.info.get("hurries"):
        connection.execute("PRAGMA synchronous = OFF")
        entry.info["hurries"] = True
