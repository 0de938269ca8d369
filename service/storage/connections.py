"""A pool of open connections."""

from collections import deque
from typing import Any, cast

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError, SQLAlchemyError


class OpenConnections:
    """A thread-safe connection pool that grows as needed. `options` go to SQLAlchemy."""

    def __init__(self, engine: Engine, **options: object) -> None:
        self._engine, self._options = engine, options
        self._idle: deque[Connection] = deque()

    def begin(self) -> Connection:
        """Begin a transaction on the idle connection used last, whose cache is warm, or on a new one."""
        while (idle := self._take()) is not None:
            try:
                return self._begun(idle)
            except OperationalError as error:
                if not error.connection_invalidated:
                    raise
        return self._begun(self._engine.connect().execution_options(**self._options))

    def give_back(self, connection: Connection) -> None:
        """Return a connection to the pool, after a rollback."""
        try:
            connection.rollback()
        except SQLAlchemyError:
            connection.invalidate()
        if connection.invalidated:
            connection.close()
        else:
            self._idle.append(connection)

    def close(self) -> None:
        """Close the connections that are not in use."""
        while (idle := self._take()) is not None:
            idle.close()

    def _take(self) -> Connection | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _begun(self, connection: Connection) -> Connection:
        try:
            connection.begin()
        except OperationalError as error:
            driver = connection.connection.dbapi_connection
            refused = cast("Any", error.orig)
            error.connection_invalidated = self._engine.dialect.is_disconnect(refused, driver, None)
            connection.invalidate()
            connection.close()
            raise
        return connection
