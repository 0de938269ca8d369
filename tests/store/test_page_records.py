"""What a page shows around its content: one statement says what there is, and one transaction reads that."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from masthead.store import Database, Draft, Intent, Keys, Outcome, PageRecords, Purpose, State, Store, Subject
from tests.transactions import transactions

ORG = "o"
PURPOSE = Purpose(ORG, "alice", "Hide sites", "settings")
INTENT = Intent(ORG, "alice", "updateSite", (ORG, "s"), Subject("site", "s", "Docs"), "Hide Docs")


@pytest.fixture
def store(database: Database, keys: Keys, tmp_path: Path) -> Store:
    return Store(database, tmp_path / "listings.db", keys, known_days=1, keep_seconds=600)


@pytest.fixture
def on_sqlite(keys: Keys, tmp_path: Path) -> Iterator[Store]:
    with closing(Database(tmp_path / "masthead.db")) as database:
        yield Store(database, tmp_path / "listings.db", keys, known_days=1, keep_seconds=600)


def test_nothing_costs_one_statement(on_sqlite: Store) -> None:
    with transactions() as asked:
        found = on_sqlite.page_records("alice", ORG, "")
    assert found == PageRecords()
    assert [len(statements) for statements in asked] == [1]


def test_all_of_it_costs_one_transaction_more(on_sqlite: Store) -> None:
    cookie = fill(on_sqlite)
    with transactions() as asked:
        on_sqlite.page_records("alice", ORG, cookie)
    assert [len(statements) for statements in asked] == [1, 6]


def test_it_is_all_that_is_there(store: Store) -> None:
    found = store.page_records("alice", ORG, fill(store))
    assert [each.organization for each in found.countdowns] == [ORG]
    assert [each.page for each in found.drafts] == ["/mine"]
    assert [each.draft.page for each in found.parked] == ["/parked"]
    assert [place for place, _ in found.structures] == ["o/s"]
    assert found.plan is not None
    assert found.plan.purpose.title == "Hide sites"


def test_it_is_of_one_person_in_one_browser_and_organization(store: Store) -> None:
    fill(store)
    assert store.page_records("bob", ORG, "").drafts == []
    assert store.page_records("bob", ORG, "").parked == []
    assert store.page_records("bob", ORG, "").structures == []
    assert store.page_records("bob", ORG, "").plan is store.page_records("alice", "other", "").plan is None


def fill(store: Store) -> str:
    """Keep one of each; answers the cookie of what was parked."""
    store.drafts.save("alice", "/mine", [("title", "Typed")])
    store.arrangements.begin("alice", "o/s", "base")
    store.plans.add(PURPOSE, [INTENT])
    number = store.journal.begin(INTENT, store.enforcements.beginning(ORG, "Org", "bob"))
    store.journal.settle(number, Outcome(State.SAVED, became={"sso": True}))
    return store.parking.park("", "alice", [Draft("/parked", 9e9, [("title", "Parked")])])
