"""Tests do not wait for the disk, but those that show what outlives a kill: these start the program by itself."""

import sqlite3

from sqlalchemy import Connection, event
from sqlalchemy.pool import ConnectionPoolEntry


def do_not_wait_for_the_disk(connection: Connection) -> None:
    """Let no transaction of the engine of this connection wait."""
    event.listen(connection.engine, "checkout", _do_not_wait)


def _do_not_wait(connection: object, _entry: ConnectionPoolEntry, _proxy: object) -> None:
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA synchronous = OFF")
