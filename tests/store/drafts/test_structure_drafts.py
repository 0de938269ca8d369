"""Drafts of structures: for one person alone, a copy tells nothing, and of two windows one is told to look again."""

import pytest

from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import Purpose
from masthead.store.database import Database
from masthead.store.drafts.structure_drafts import KEPT_SECONDS, StoredDraft, StructureDrafts
from masthead.store.errors import DraftChangedError
from masthead.store.tables.records import arrangements as table
from tests.faults.clock import Clock
from tests.stores import other_keys

KEYS = other_keys(b"k" * 16 + b"ey for tests of 32")
PLACE = "org/site"


def shown(arrangements: StructureDrafts, owner: str = "alice") -> str | None:
    found = arrangements.find(owner, PLACE)
    return None if found is None else found.content


def kept(arrangements: StructureDrafts, owner: str = "alice") -> StoredDraft:
    found = arrangements.find(owner, PLACE)
    assert found is not None
    return found


def put(arrangements: StructureDrafts, content: str) -> None:
    assert arrangements.put(kept(arrangements), content, None)


def test_each_person_and_place_has_its_own(database: Database) -> None:
    arrangements = StructureDrafts(database, KEYS)
    arrangements.begin("alice", PLACE, "hers")
    arrangements.begin("bob", PLACE, "his")
    arrangements.drop(kept(arrangements, "bob"))
    assert (shown(arrangements), shown(arrangements, "bob")) == ("hers", None)
    assert arrangements.find("alice", "org/other") is None


def test_a_copy_of_the_database_tells_nothing_and_another_key_opens_nothing(database: Database) -> None:
    StructureDrafts(database, KEYS).begin("alice", PLACE, "a secret title")
    with database.reading() as connection:
        (row,) = connection.execute(table.select()).all()
    assert b"secret title" not in row.sealed
    other = StructureDrafts(database, other_keys())
    assert other.find("alice", PLACE) is None


def test_it_is_forgotten_in_time(database: Database) -> None:
    clock = Clock()
    arrangements = StructureDrafts(database, KEYS, clock)
    arrangements.begin("alice", PLACE, "base")
    clock.pass_(KEPT_SECONDS + 1)
    assert shown(arrangements) is None
    arrangements.begin("bob", PLACE, "new")
    with database.reading() as connection:
        assert [row.owner for row in connection.execute(table.select())] == ["bob"]


def test_of_two_windows_the_later_one_learns_that_the_draft_went_on(database: Database) -> None:
    arrangements = StructureDrafts(database, KEYS, Clock())
    arrangements.begin("alice", PLACE, "base")
    draft = kept(arrangements)
    put(arrangements, "other")
    assert not arrangements.put(draft, "mine", None)
    assert not arrangements.drop(draft)
    assert arrangements.begin("alice", PLACE, "anew") is None
    assert shown(arrangements) == "other"
    assert arrangements.drop(kept(arrangements))
    assert not arrangements.put(draft, "lost", None)
    assert shown(arrangements) is None


def test_a_draft_that_cannot_be_read_gives_way_to_a_new_one(database: Database) -> None:
    StructureDrafts(database, KEYS).begin("alice", PLACE, "base")
    arrangements = StructureDrafts(database, other_keys())
    assert arrangements.begin("alice", PLACE, "anew") is not None
    assert shown(arrangements) == "anew"


def add_bulk_change_of(database: Database, draft: StoredDraft) -> int:
    drop = StructureDrafts(database, KEYS).build_drop_hook(draft)
    return BulkChanges(database).add(Purpose("org", "alice", "Arrange", "structure"), [], drop)


def test_a_draft_goes_with_the_bulk_change_that_is_made_of_it(database: Database) -> None:
    arrangements = StructureDrafts(database, KEYS)
    arrangements.begin("alice", PLACE, "base")
    stale = kept(arrangements)
    put(arrangements, "one")
    with pytest.raises(DraftChangedError):
        add_bulk_change_of(database, stale)
    assert (shown(arrangements), BulkChanges(database).newest("org", "alice")) == ("one", [])
    draft = kept(arrangements)
    number = add_bulk_change_of(database, draft)
    assert shown(arrangements) is None
    with pytest.raises(DraftChangedError):
        add_bulk_change_of(database, draft)
    assert [each.number for each in BulkChanges(database).newest("org", "alice")] == [number]
