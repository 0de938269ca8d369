"""A portal that stops in the middle of a write, with its connection open, holds up the others for moments only."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from sqlalchemy import Connection, Engine, event, text

from masthead.store.database import Database
from masthead.store.errors import StoreError
from tests.postgresql import PostgresqlServer

WRITE = text("UPDATE alembic_version SET version_num = version_num")


@pytest.mark.exhaustive
def test_others_write_while_a_portal_stands_still(postgresql_server: PostgresqlServer) -> None:
    with postgresql_server.with_store() as address:
        still, other = Database(address), Database(address)
        written: list[Database] = []
        with pytest.raises(StoreError):
            _stand_still(still, other, written)
        assert written == [other]
        _write(still, written)
        assert written == [other, still]
        still.close()
        other.close()


def test_a_write_may_stand_still_for_less_than_others_wait(postgresql_server: PostgresqlServer) -> None:
    with postgresql_server.empty() as address, _limits() as limits, closing(Database(address)) as database:
        assert set(limits) == {("1min", "12s")}, "a migration reads a file for each version"
        with database.writing() as connection:
            connection.execute(WRITE)
        assert limits[-1] == ("10s", "12s")


@contextmanager
def _limits() -> Iterator[list[tuple[str, str]]]:
    """How long each write may stand still, and how long it waited for its turn at most."""
    found: list[tuple[str, str]] = []

    def ask(connection: Connection) -> None:
        idle, turn = (
            connection.exec_driver_sql(f"SHOW {name}").scalar_one()
            for name in ("idle_in_transaction_session_timeout", "lock_timeout")
        )
        found.append((idle, turn))

    event.listen(Engine, "commit", ask)
    try:
        yield found
    finally:
        event.remove(Engine, "commit", ask)


def _stand_still(still: Database, other: Database, written: list[Database]) -> None:
    with still.writing() as connection:
        connection.execute(WRITE)
        _write(other, written)  # it waits twelve seconds for its turn, and the first one does not go on meanwhile
        connection.execute(WRITE)


def _write(database: Database, written: list[Database]) -> None:
    with database.writing() as connection:
        connection.execute(WRITE)
    written.append(database)
