"""Connections to a SQLite file that threads keep to read with."""

import sqlite3
import weakref
from pathlib import Path
from threading import local

from masthead.store.files import SMALL_CACHE


class ThreadConnections:
    """One for each thread, made when it first reads. Between two statements it holds no lock and no transaction."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._of_thread = local()

    def current(self) -> sqlite3.Connection:
        """That of this thread. Raises sqlite3.Error where the file cannot be opened."""
        kept = self._of_thread
        if not hasattr(kept, "reader"):
            kept.reader = _Reader(self._file)
        found: _Reader = kept.reader
        return found.connection

    def close(self) -> None:
        """Close those of all threads; the next read opens one."""
        self._of_thread = local()


class _Reader:
    """Closed as soon as its thread has ended, or nobody has it any more."""

    def __init__(self, file: Path) -> None:
        self.connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self.connection.close)
        self.connection.execute(SMALL_CACHE)
        self.connection.execute("PRAGMA query_only=ON")
