"""Statements as the database's driver takes them, put together once."""

from collections import namedtuple
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from sqlalchemy import Dialect, Select
from sqlalchemy.sql.compiler import SQLCompiler


@dataclass(frozen=True, slots=True)
class SingleRead:
    """`row` makes a named tuple of the values of a row."""

    text: str
    row: Callable[..., Any]
    _compiled: SQLCompiler

    @classmethod
    def of(cls, statement: Select[Any], dialect: Dialect) -> Self:
        """The statement in the words of this database."""
        compiled = statement.compile(dialect=dialect)
        names = [str(column.key) for column in statement.selected_columns]
        return cls(str(compiled), namedtuple("FoundRow", names, rename=True), compiled)  # noqa: PYI024 - the names are known only now

    def arguments(self, values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - by name or by place, as the driver takes them
        """What is bound to the statement. Raises InvalidRequestError where a value is missing."""
        bound = self._compiled.construct_params(values)
        return [bound[name] for name in self._compiled.positiontup] if self._compiled.positiontup else bound
