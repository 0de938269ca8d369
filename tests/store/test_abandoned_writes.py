"""A portal that stops in the middle of a write, with its connection open, holds up the others for moments only."""

import pytest
from sqlalchemy import text

from store import Database, StoreError
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


def _stand_still(still: Database, other: Database, written: list[Database]) -> None:
    with still.writing() as connection:
        connection.execute(WRITE)
        _write(other, written)  # it waits five seconds for its turn, and the first one does not go on meanwhile
        connection.execute(WRITE)


def _write(database: Database, written: list[Database]) -> None:
    with database.writing() as connection:
        connection.execute(WRITE)
    written.append(database)
