"""Databases for tests: files of SQLite here, those of a PostgreSQL server in tests/postgresql.py."""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from service.demo import Moments
from service.demo.world import fill_if_empty
from service.migrate import migrate
from service.settings import utc_now
from service.storage.database import ServiceDatabase, database_url
from tests.stores import make_store


class DemoDatabase(Protocol):
    """A database with the demo world in it; `address` is what --database takes."""

    address: str

    def restore(self) -> None:
        """Bring back the demo world as it was in the beginning. Nobody may be using the database."""

    def close(self) -> None:
        """Let go of it."""


class Databases(Protocol):
    """Makes databases of one kind."""

    def empty(self) -> AbstractContextManager[str]:
        """A new one, by its address, for as long as the block runs."""

    def with_store(self) -> AbstractContextManager[str]:
        """The same with the tables of the portal's store."""

    def with_demo_world(self) -> DemoDatabase: ...

    def content(self) -> bytes:
        """All that is written in their files."""


class SqliteFile:
    """The demo world in a file."""

    def __init__(self, file: Path) -> None:
        self.address = str(file)
        self._connection = sqlite3.connect(file, check_same_thread=False)
        # A test does not wait for the disk.
        self._connection.execute("PRAGMA synchronous = OFF")
        self._restored_at = -1
        self.restore()

    def restore(self) -> None:
        if self._version() != self._restored_at:
            _demo_world().backup(self._connection)
            self._restored_at = self._version()

    def close(self) -> None:
        self._connection.close()

    def _version(self) -> int:
        """Another number after every write of somebody else."""
        ((number,),) = self._connection.execute("PRAGMA data_version")
        return int(number)


class SqliteFiles:
    """Makes files in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = (folder / f"{number}.db" for number in count(1))

    @contextmanager
    def empty(self) -> Iterator[str]:
        yield str(next(self._names))

    @contextmanager
    def with_store(self) -> Iterator[str]:
        file = next(self._names)
        make_store(file)
        yield str(file)

    def with_demo_world(self) -> SqliteFile:
        return SqliteFile(next(self._names))

    def content(self) -> bytes:
        return b"".join(file.read_bytes() for file in self._folder.iterdir())


def make_demo_world(address: str) -> None:
    """Fill an empty database as the service does, with the times that the data files have."""
    database = ServiceDatabase(database_url(address))
    migrate(database)
    fill_if_empty(database, Moments(utc_now()), 0, print, "http://127.0.0.1:5001")
    database.close()


@cache
def _demo_world() -> sqlite3.Connection:
    """The database of the demo world as the service makes it, kept in memory."""
    kept = sqlite3.connect(":memory:", check_same_thread=False)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "service.db"
        make_demo_world(str(file))
        with closing(sqlite3.connect(file)) as connection:
            connection.backup(kept)
    return kept
