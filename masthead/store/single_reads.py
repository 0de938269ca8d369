"""Statements as the database's driver takes them, put together once."""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import starmap
from typing import Any, Self

from sqlalchemy import Dialect, PoolProxiedConnection, Select
from sqlalchemy.engine.interfaces import DBAPICursor

Cursor = DBAPICursor | sqlite3.Cursor


@dataclass(frozen=True, slots=True)
class SingleRead:
    """`row` makes a named tuple of a row's values. `names` are those of what is bound, in the order of the text."""

    text: str
    row: Callable[..., Any]
    names: Sequence[str]
    by_place: bool
    constants: Mapping[str, Any]

    @classmethod
    def of(cls, statement: Select[Any], dialect: Dialect) -> Self:
        """The statement in the words of this database."""
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
        """Those that `fetch` takes of what is found. Raises KeyError where a value is missing."""
        with closing(connection.cursor()) as cursor:
            cursor.execute(self.text, self._arguments(values))
            return list(starmap(self.row, fetch(cursor)))

    def _arguments(self, values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - by name or by place, as the driver takes them
        bound = {**self.constants, **values}
        return [bound[name] for name in self.names] if self.by_place else {name: bound[name] for name in self.names}
