"""A portal that stops in the middle of a write, with its connection open, holds up the others for moments only."""

from contextlib import closing

import pytest
from sqlalchemy import Connection, Engine, event, text

from masthead.store import Database, StoreError
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


def test_a_migration_may_stand_still_for_a_minute(postgresql_server: PostgresqlServer) -> None:
    """It reads a file for each version that it brings the tables to, which takes long on a busy machine."""
    ended_after: set[str] = set()

    def ask(connection: Connection) -> None:
        ended_after.add(connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar_one())

    with postgresql_server.empty() as address:
        event.listen(Engine, "commit", ask)
        try:
            with closing(Database(address)):
                assert ended_after == {"1min"}
        finally:
            event.remove(Engine, "commit", ask)


def _stand_still(still: Database, other: Database, written: list[Database]) -> None:
    with still.writing() as connection:
        connection.execute(WRITE)
        _write(other, written)  # it waits five seconds for its turn, and the first one does not go on meanwhile
        connection.execute(WRITE)


def _write(database: Database, written: list[Database]) -> None:
    with database.writing() as connection:
        connection.execute(WRITE)
    written.append(database)
