"""Passes statements directly to the driver, since SQLAlchemy's overhead exceeds the time of the query itself."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Insert, Select, Table, bindparam, insert
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import OperationalError


@contextmanager
def execute_directly(connection: Connection, statement: str, values: Any = ()) -> Iterator[DBAPICursor]:  # noqa: ANN401
    """Execute a statement with values in the driver's format.

    Raises SQLAlchemy's OperationalError where the driver raises its own.
    """
    cursor = connection.connection.cursor()
    try:
        cursor.execute(statement, values)
        yield cursor
    except connection.dialect.loaded_dbapi.OperationalError as error:
        raise OperationalError(statement, None, error) from error
    finally:
        cursor.close()


class PreparedStatement:
    """A statement that is compiled once for each kind of database.

    Values and rows have the driver's types, so a boolean may be 0 or 1.
    """

    def __init__(self, statement: Select[Any] | Insert) -> None:
        self.statement = statement
        self._compiled: dict[str, tuple[str, dict[str, Any], list[str] | None]] = {}

    def rows(self, connection: Connection, given: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """Return all rows; `given` are the bind parameters by name."""
        with execute_directly(connection, *self._for_driver(connection, given)) as cursor:
            return list(cursor.fetchall())

    def run(self, connection: Connection, given: Mapping[str, object]) -> None:
        """Execute a statement that returns no rows."""
        with execute_directly(connection, *self._for_driver(connection, given)):
            pass

    def _for_driver(self, connection: Connection, given: Mapping[str, object]) -> tuple[str, Any]:
        text, defaults, order = self._compiled.get(connection.dialect.name) or self._compile(connection)
        values: Mapping[str, object] = {**defaults, **given}
        # SQLite's driver takes values by position, psycopg by name.
        return text, values if order is None else [values[name] for name in order]

    def _compile(self, connection: Connection) -> tuple[str, dict[str, Any], list[str] | None]:
        compiled = self.statement.compile(dialect=connection.dialect)
        self._compiled[connection.dialect.name] = found = (str(compiled), compiled.params, compiled.positiontup)
        return found


def prepare_insert(table: Table, *columns: str) -> PreparedStatement:
    """Prepare an INSERT of a row with these columns."""
    return PreparedStatement(insert(table).values({name: bindparam(name) for name in columns}))
