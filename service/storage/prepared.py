"""Statements that are asked so often that they are written out once."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Select
from sqlalchemy.sql.compiler import SQLCompiler

from service.storage.driver import execute


class Prepared:
    """A query that is written out once for each kind of database, and then handed to the driver as it is.

    Its values are sent and its rows come as the driver has them: text, numbers, and truth that may be 0 and 1.
    """

    def __init__(self, statement: Select[Any]) -> None:
        self.statement = statement
        self._written: dict[str, SQLCompiler] = {}

    def rows(self, connection: Connection, given: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """All rows as tuples; `given` are the bind parameters by name."""
        written = self._written.get(connection.dialect.name) or self._write(connection)
        values: Any = {**written.params, **given}
        if written.positiontup is not None:
            values = [values[name] for name in written.positiontup]
        with execute(connection, str(written), values) as cursor:
            return list(cursor.fetchall())

    def _write(self, connection: Connection) -> SQLCompiler:
        written = self.statement.compile(dialect=connection.dialect)
        self._written[connection.dialect.name] = written
        return written
