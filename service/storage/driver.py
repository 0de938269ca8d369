"""Hands a statement to the driver as it is: what SQLAlchemy adds to each would take longer than the answer itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import OperationalError


@contextmanager
def execute(connection: Connection, statement: str, values: Any = ()) -> Iterator[DBAPICursor]:  # noqa: ANN401
    """`values` are in the driver's own form.

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
