"""What was typed is kept for a day, for one person, and cannot be read out of the database."""

import pytest
from sqlalchemy import select

from store import Database, Draft, Drafts, Keys
from store.tables import drafts as table
from tests.faults.clock import Clock

PAGE = "/orgs/o/settings/profile"
PAIRS = [("title", "Larkfield"), ("emailDomains", "a.example"), ("emailDomains", "b.example")]


@pytest.fixture
def drafts(database: Database, keys: Keys, clock: Clock) -> Drafts:
    return Drafts(database, keys, clock)


def test_it_comes_back_as_it_was_typed(drafts: Drafts, clock: Clock) -> None:
    assert drafts.keep("alice", PAGE, PAIRS)
    assert [drafts.count("alice"), drafts.count("bob")] == [1, 0]
    assert drafts.of_owner("alice") == {PAGE: Draft(PAGE, clock(), PAIRS)}
    assert drafts.of_owner("bob") == {}


def test_the_last_one_of_a_page_counts(drafts: Drafts) -> None:
    drafts.keep("alice", PAGE, PAIRS)
    drafts.keep("alice", PAGE, [("title", "Later")])
    drafts.keep("alice", "/other", PAIRS)
    assert {page: draft.pairs for page, draft in drafts.of_owner("alice").items()} == {
        PAGE: [("title", "Later")],
        "/other": PAIRS,
    }
    drafts.drop("alice", PAGE)
    assert list(drafts.of_owner("alice")) == ["/other"]


def test_it_is_gone_after_a_day(drafts: Drafts, database: Database, clock: Clock) -> None:
    drafts.keep("alice", PAGE, PAIRS)
    clock.pass_(24 * 3600 - 1)
    assert list(drafts.of_owner("alice")) == [PAGE]
    clock.pass_(1)
    assert drafts.of_owner("alice") == {}
    drafts.keep("bob", PAGE, PAIRS)
    with database.reading() as connection:
        assert connection.scalars(select(table.c.owner)).all() == ["bob"]


def test_what_is_too_large_is_not_kept(drafts: Drafts) -> None:
    assert not drafts.keep("alice", PAGE, [("title", "x" * 256 * 1024)])
    assert drafts.of_owner("alice") == {}


def test_the_database_does_not_tell_it(drafts: Drafts, database: Database, keys: Keys, clock: Clock) -> None:
    drafts.keep("alice", PAGE, PAIRS)
    with database.reading() as connection:
        assert b"Larkfield" not in connection.execute(select(table.c.sealed)).scalar_one()
    other = b"another key, just as long as it has to be"
    assert Drafts(database, Keys(other), clock).of_owner("alice") == {}
    assert list(Drafts(database, Keys(other, (keys.current,)), clock).of_owner("alice")) == [PAGE]
    with database.writing() as connection:
        connection.execute(table.update().values(owner="bob"))
    assert drafts.of_owner("bob") == {}
