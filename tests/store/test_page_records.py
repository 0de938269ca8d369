"""What a page shows around its content is that of one person in one browser and organization."""

from pathlib import Path

import pytest

from masthead.store.bulk.steps import Purpose
from masthead.store.database import Database
from masthead.store.drafts.drafts import Draft
from masthead.store.entries import Intent, Outcome, State, Subject
from masthead.store.keys import Keys
from masthead.store.store import Store

ORG = "o"
PURPOSE = Purpose(ORG, "alice", "Hide sites", "settings")
INTENT = Intent(ORG, "alice", "updateSite", (ORG, "s"), Subject("site", "s", "Docs"), "Hide Docs")


@pytest.fixture
def store(database: Database, keys: Keys, tmp_path: Path) -> Store:
    return Store(database, tmp_path / "listings.db", keys, known_days=1, keep_seconds=600)


def test_it_is_of_one_person_in_one_browser_and_organization(store: Store) -> None:
    fill(store)
    assert store.page_records("bob", ORG, "").drafts == []
    assert store.page_records("bob", ORG, "").parked == []
    assert store.page_records("bob", ORG, "").structures == []
    assert store.page_records("bob", ORG, "").bulk is store.page_records("alice", "other", "").bulk is None


def fill(store: Store) -> str:
    """Keep one of each; answers the cookie of what was parked."""
    store.drafts.save("alice", "/mine", [("title", "Typed")])
    store.structure_drafts.begin("alice", "o/s", "base")
    store.bulk_changes.add(PURPOSE, [INTENT])
    number = store.journal.begin(INTENT, store.enforcements.build_start_hook(ORG, "Org", "bob"))
    store.journal.write_outcome(number, Outcome(State.SAVED, became={"sso": True}))
    return store.parked_drafts.park("", "alice", [Draft("/parked", 9e9, [("title", "Parked")])])
