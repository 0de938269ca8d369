"""Fast reads of single statements: compiled once, on a connection per thread for SQLite."""

import sqlite3
import weakref
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from itertools import starmap
from pathlib import Path
from threading import local
from typing import Any, NamedTuple, Self

from sqlalchemy import Dialect, PoolProxiedConnection, Select
from sqlalchemy.engine.interfaces import DBAPICursor

from masthead.store.files import SMALL_CACHE


class ThreadConnections:
    """Connections per thread. Between statements they hold no lock and no transaction."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._of_thread = local()

    def current(self) -> sqlite3.Connection:
        """Return this thread's connection. Raises sqlite3.Error."""
        kept = self._of_thread
        if not hasattr(kept, "reader"):
            kept.reader = _Reader(self._file)
        found: _Reader = kept.reader
        return found.connection

    def close(self) -> None:
        """Drop all threads' connections; the next read opens one."""
        self._of_thread = local()


class _Reader:
    """A connection that closes when its thread ends."""

    def __init__(self, file: Path) -> None:
        self.connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self.connection.close)
        self.connection.execute(SMALL_CACHE)
        self.connection.execute("PRAGMA query_only=ON")


Cursor = DBAPICursor | sqlite3.Cursor


class SingleRead(NamedTuple):
    """A compiled statement; `row` builds a named tuple, `names` are bound in order."""

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

    def rows(
        self,
        connection: PoolProxiedConnection | sqlite3.Connection,
        values: Mapping[str, Any],
        fetch: Callable[[Cursor], Sequence[Any]],
    ) -> list[Any]:
        """Run the statement and build rows of what `fetch` takes. Raises KeyError for a missing value."""
        with closing(connection.cursor()) as cursor:
            cursor.execute(self.text, self._arguments(values))
            return list(starmap(self.row, fetch(cursor)))

    def _arguments(self, values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - by name or by place, as the driver takes them
        bound = {**self.constants, **values}
        return [bound[name] for name in self.names] if self.by_place else {name: bound[name] for name in self.names}
