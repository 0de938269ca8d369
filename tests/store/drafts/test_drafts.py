"""What was typed is kept for a day, for one person, and cannot be read out of the database."""

import pytest
from sqlalchemy import select

from masthead.store.database import Database
from masthead.store.drafts.drafts import Drafts
from masthead.store.keys import Keys, Sealing
from masthead.store.tables.records import drafts as table
from tests.faults.clock import Clock
from tests.loops import for_each
from tests.stores import other_keys, renewed

PAGE = "/orgs/o/settings/profile"
PAIRS = [("title", "Larkfield"), ("emailDomains", "a.example"), ("emailDomains", "b.example")]


@pytest.fixture
def drafts(database: Database, keys: Keys, clock: Clock) -> Drafts:
    return Drafts(database, keys, clock)


def titles(drafts: Drafts) -> list[str]:
    return [dict(draft.pairs)["title"] for draft in drafts.of_owner("alice")]


def test_it_is_gone_after_a_day(drafts: Drafts, database: Database, clock: Clock) -> None:
    drafts.save("alice", PAGE, PAIRS)
    clock.pass_(24 * 3600 - 1)
    assert titles(drafts) == ["Larkfield"]
    clock.pass_(1)
    assert drafts.of_owner("alice") == []
    drafts.save("bob", PAGE, PAIRS)
    with database.reading() as connection:
        assert connection.scalars(select(table.c.owner)).all() == ["bob"]


def test_the_database_does_not_tell_it(drafts: Drafts, database: Database, keys: Keys, clock: Clock) -> None:
    drafts.save("alice", PAGE, PAIRS)
    with database.reading() as connection:
        assert b"Larkfield" not in connection.execute(select(table.c.sealed)).scalar_one()
    assert Drafts(database, other_keys(), clock).of_owner("alice") == []
    assert titles(Drafts(database, renewed(keys), clock)) == ["Larkfield"]
    with database.writing() as connection:
        connection.execute(table.update().values(owner="bob"))
    assert drafts.of_owner("bob") == []


@for_each("text", [b"{}", b"null", b"in another form", b"[1]", b'{"pairs": [1]}'])
def test_one_that_another_version_kept_takes_no_other_with_it(
    drafts: Drafts, database: Database, keys: Keys, text: bytes
) -> None:
    drafts.save("alice", PAGE, PAIRS)
    drafts.save("alice", "/other", PAIRS)
    sealed = Sealing(keys, "draft").seal("alice", "/other", text)
    with database.writing() as connection:
        connection.execute(table.update().where(table.c.page == "/other").values(sealed))
    assert [each.page for each in drafts.of_owner("alice")] == [PAGE]
