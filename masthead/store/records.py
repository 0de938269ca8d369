"""Base classes for stores: reads and writes of single statements."""

import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sqlalchemy import Executable, Select

from masthead.store.database import Database
from masthead.store.keys import Keys

T = TypeVar("T")


class Records:
    """The rows of one subject. `clock` gives seconds since 1970. Methods raise StoreError."""

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
        """Run the statements in one transaction. Returns the rows changed by the last."""
        changed = 0
        with self._database.writing() as connection:
            for each in statements:
                changed = connection.execute(each).rowcount
        return changed


class SealedRecords(Records):
    """Rows sealed with the server's keys."""

    def __init__(self, database: Database, keys: Keys, clock: Callable[[], float] = time.time) -> None:
        super().__init__(database, clock)
        self._keys = keys
