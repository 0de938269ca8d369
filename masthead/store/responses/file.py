"""The SQLite file of cached responses: created, opened per thread, replaced when it is gone or broken.

It holds nothing that the API does not have, so nothing here is worth waiting for or repairing. Only SQLite opens it:
closing any other handle of the file would end the locks of this process, and another one would then remove its
write-ahead log (https://www.sqlite.org/howtocorrupt.html, 2.2).
"""

import os
import sqlite3
import time
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from threading import get_ident, local

from masthead.store.files import SMALL_CACHE, exclusive_lock, make_private

FORMAT = 3
"""Before 3, responses were stored with whatever secrets they had."""
BESIDES = ("-wal", "-shm")
KEPT_ASIDE = 3


class ListingsFile:
    """The file's connections, each for one thread and for the file that existed when it was opened."""

    def __init__(self, path: Path, lock_seconds: float) -> None:
        self._path = path
        self._lock_seconds = lock_seconds
        self._own = local()

    def connection(self) -> sqlite3.Connection:
        """Return this thread's connection to the current file. Raises OSError or sqlite3.Error."""
        open_now: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if open_now is not None and self._own.inode == _inode_of(self._path):
            return open_now
        self.close()
        if not self._path.exists():
            self._create_file()
        inode, raw = _inode_of(self._path), self._connect()
        if _format_of(raw) in range(1, FORMAT):
            raw.close()
            self._delete_old_format()
            self._create_file()
            inode, raw = _inode_of(self._path), self._connect()
        return self._prepare(raw, inode)

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=self._lock_seconds, isolation_level=None)

    def _delete_old_format(self) -> None:
        """Delete a file of an earlier version, and those of its time that were set aside."""
        with self._lock_file():
            with closing(self._connect()) as raw:
                if _format_of(raw) not in range(1, FORMAT):
                    return  # another thread or process was first
            for old in [*self._set_aside_paths(), self._path]:
                for name in ("", *BESIDES):
                    old.with_name(old.name + name).unlink(missing_ok=True)

    def _prepare(self, raw: sqlite3.Connection, inode: int | None) -> sqlite3.Connection:
        self._own.inode = inode
        try:
            raw.execute("PRAGMA synchronous=OFF")
            raw.execute(SMALL_CACHE)
            if (found := _format_of(raw)) != FORMAT:
                raise sqlite3.DatabaseError(f"{self._path.name} has the format {found}, not {FORMAT}")
        except sqlite3.Error:
            raw.close()
            raise
        self._own.connection = raw
        return raw

    def _create_file(self) -> None:
        """Link the file in when complete: nobody opens half a file."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_name(f".{self._path.name}-{os.getpid()}-{get_ident()}")
        beside.unlink(missing_ok=True)
        make_private(beside)
        try:
            _make_tables(beside)
            with self._lock_file():
                if not self._path.exists():
                    # Left by a file that was deleted alone; SQLite would take them for the new one's.
                    for besides in BESIDES:
                        self._path.with_name(self._path.name + besides).unlink(missing_ok=True)
                    self._path.hardlink_to(beside)
        finally:
            beside.unlink()

    def set_aside(self) -> bool:
        """Rename the file. Returns False if another thread or process has done so. Raises OSError."""
        inode = getattr(self._own, "inode", None)
        self.close()
        with self._lock_file():
            there = _inode_of(self._path)
            if there is None or inode not in {None, there}:
                return False
            aside = f"{self._path.name}.broken-{time.time_ns()}"
            for besides in BESIDES:
                with suppress(FileNotFoundError):
                    self._path.with_name(self._path.name + besides).rename(self._path.with_name(aside + besides))
            self._path.rename(self._path.with_name(aside))
            self._delete_set_aside()
        return True

    def _delete_set_aside(self) -> None:
        for old in self._set_aside_paths()[:-KEPT_ASIDE]:
            for name in ("", *BESIDES):
                with suppress(OSError):  # a folder that stood here is not ours to empty
                    old.with_name(old.name + name).unlink(missing_ok=True)

    def _set_aside_paths(self) -> list[Path]:
        """List files that were set aside, oldest first."""
        return sorted(self._path.parent.glob(f"{self._path.name}.broken-*[0-9]"))

    def _lock_file(self) -> AbstractContextManager[None]:
        return exclusive_lock(self._path.with_name(f"{self._path.name}.lock"), self._lock_seconds)

    def close(self) -> None:
        """Close this thread's connection."""
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        self._own.connection, self._own.inode = None, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()


def _make_tables(path: Path) -> None:
    from sqlite_utils import Database  # noqa: PLC0415 - it takes 40 modules, and files are seldom made

    listings = {"owner": str, "path": str, "query": str, "asked_at": float, "text": bytes, "generation": int}
    with closing(Database(sqlite3.connect(path), execute_plugins=False)) as database:
        database.enable_wal()
        database.table("listings").create(listings, pk=("owner", "path", "query"))
        database.table("listings").create_index(["asked_at"])
        database.table("marks").create({"owner": str, "mark": int, "at": float}, pk="owner")
        # The default mark of owners without one is random, so that no mark is valid in the next file.
        database.execute("INSERT INTO marks VALUES ('', random(), 0)")
        database.execute(f"PRAGMA user_version={FORMAT}")


def _inode_of(path: Path) -> int | None:
    try:
        return path.stat().st_ino
    except OSError:
        return None


def _format_of(raw: sqlite3.Connection) -> int:
    """Read the format number. Closes the connection and raises sqlite3.Error if the file can't be read."""
    try:
        (found,) = raw.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error:
        raw.close()
        raise
    return int(found)
