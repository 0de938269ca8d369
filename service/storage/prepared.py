"""Statements that are asked so often that they are compiled out once."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Select
from sqlalchemy.sql.compiler import SQLCompiler

from service.storage.driver import execute


class Prepared:
    """A query that is compiled once for each kind of database, and then handed to the driver as it is.

    Values and rows are the driver's: text, numbers, and truth that may be 0 and 1.
    """

    def __init__(self, statement: Select[Any]) -> None:
        self.statement = statement
        self._compiled: dict[str, SQLCompiler] = {}

    def rows(self, connection: Connection, given: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """`given` are the bind parameters by name."""
        compiled = self._compiled.get(connection.dialect.name) or self._compile(connection)
        values: Any = {**compiled.params, **given}
        # SQLite's driver takes values by position, psycopg by name.
        if compiled.positiontup is not None:
            values = [values[name] for name in compiled.positiontup]
        with execute(connection, str(compiled), values) as cursor:
            return list(cursor.fetchall())

    def _compile(self, connection: Connection) -> SQLCompiler:
        compiled = self.statement.compile(dialect=connection.dialect)
        self._compiled[connection.dialect.name] = compiled
        return compiled
