"""Drafts of a structure: each step can be undone and done again, for one person alone, and a copy tells nothing."""

import pytest

from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import Purpose
from masthead.store.database import Database
from masthead.store.drafts.structure_drafts import KEPT_SECONDS, MAX_STEPS, Arrangement, Arrangements, ArrangementStep
from masthead.store.errors import DraftChangedError
from masthead.store.tables.drafts import arrangement_steps
from tests.faults.clock import Clock
from tests.stores import other_keys

KEYS = other_keys(b"k" * 16 + b"ey for tests of 32")
PLACE = "org/site"


def shown(arrangements: Arrangements, owner: str = "alice") -> str | None:
    found = arrangements.find(owner, PLACE)
    return None if found is None else found.now


def kept(arrangements: Arrangements, owner: str = "alice") -> Arrangement:
    found = arrangements.find(owner, PLACE)
    assert found is not None
    return found


def put(arrangements: Arrangements, now: str) -> None:
    assert arrangements.put(kept(arrangements), now)


def one_step_back(database: Database) -> Arrangements:
    """Alice's draft, with two steps of which the second is undone."""
    arrangements = Arrangements(database, KEYS)
    arrangements.begin("alice", PLACE, "base")
    for step in ("one", "two"):
        put(arrangements, step)
    arrangements.step(kept(arrangements), -1)
    return arrangements


def test_steps_are_undone_and_done_again(database: Database) -> None:
    arrangements = one_step_back(database)
    found = kept(arrangements)
    assert (found.base, found.now, found.undoable, found.redoable) == ("base", "one", True, True)
    arrangements.step(kept(arrangements), 1)
    assert shown(arrangements) == "two"
    arrangements.step(kept(arrangements), 1)
    assert shown(arrangements) == "two"
    for _ in range(3):
        arrangements.step(kept(arrangements), -1)
    assert shown(arrangements) == "base"
    put(arrangements, "other")  # in the place of those that were undone
    assert (kept(arrangements).now, kept(arrangements).redoable) == ("other", False)


def test_no_more_steps_are_kept_than_people_go_back(database: Database) -> None:
    arrangements = Arrangements(database, KEYS)
    arrangements.begin("alice", PLACE, "base")
    for step in range(MAX_STEPS + 20):
        put(arrangements, str(step))
    with database.reading() as connection:
        assert len(connection.execute(arrangement_steps.select()).all()) <= MAX_STEPS + 1


def test_each_person_and_place_has_its_own(database: Database) -> None:
    arrangements = Arrangements(database, KEYS)
    arrangements.begin("alice", PLACE, "hers")
    arrangements.begin("bob", PLACE, "his")
    arrangements.drop(kept(arrangements, "bob"))
    assert (shown(arrangements), shown(arrangements, "bob")) == ("hers", None)
    assert arrangements.find("alice", "org/other") is None


def test_a_copy_of_the_database_tells_nothing_and_another_key_opens_nothing(database: Database) -> None:
    Arrangements(database, KEYS).begin("alice", PLACE, "a secret title")
    with database.reading() as connection:
        (row,) = connection.execute(arrangement_steps.select()).all()
    assert b"secret title" not in row.sealed
    other = Arrangements(database, other_keys())
    assert other.find("alice", PLACE) is None


def test_it_is_forgotten_in_time(database: Database) -> None:
    clock = Clock()
    arrangements = Arrangements(database, KEYS, clock)
    arrangements.begin("alice", PLACE, "base")
    clock.pass_(KEPT_SECONDS + 1)
    assert shown(arrangements) is None
    arrangements.begin("bob", PLACE, "new")
    with database.reading() as connection:
        assert [row.owner for row in connection.execute(arrangement_steps.select())] == ["bob"]


def test_nothing_is_put_where_there_is_no_draft_any_more(database: Database) -> None:
    arrangements = one_step_back(database)
    draft = kept(arrangements)
    assert arrangements.drop(draft)
    assert not arrangements.put(draft, "lost")
    assert not arrangements.step(draft, -1)
    assert shown(arrangements) is None


def test_of_two_windows_the_later_one_learns_that_the_draft_went_on(database: Database) -> None:
    arrangements = one_step_back(database)
    draft = kept(arrangements)
    put(arrangements, "other")
    assert not arrangements.put(draft, "mine")
    assert not arrangements.step(draft, 1)
    assert not arrangements.drop(draft)
    assert not arrangements.rebase(draft, "theirs", {0: ArrangementStep("theirs", "old")})
    assert arrangements.begin("alice", PLACE, "anew") is None
    assert (shown(arrangements), kept(arrangements).base) == ("other", "base")


def test_a_draft_that_cannot_be_read_gives_way_to_a_new_one(database: Database) -> None:
    one_step_back(database)
    arrangements = Arrangements(database, other_keys())
    assert arrangements.begin("alice", PLACE, "anew") is not None
    assert shown(arrangements) == "anew"


def test_a_draft_that_begins_from_something_else_keeps_its_steps(database: Database) -> None:
    arrangements = one_step_back(database)
    draft = kept(arrangements)
    steps = {number: ArrangementStep("theirs", f"{step.now}+") for number, step in arrangements.steps(draft).items()}
    assert arrangements.rebase(draft, "theirs", steps)
    found = kept(arrangements)
    assert (found.base, found.now, found.undoable, found.redoable) == ("theirs", "one+", True, True)
    arrangements.step(kept(arrangements), 1)
    assert shown(arrangements) == "two+"


def test_a_step_keeps_a_base_of_its_own_and_the_next_one_has_it_too(database: Database) -> None:
    arrangements = Arrangements(database, KEYS)
    arrangements.begin("alice", PLACE, "base")
    put(arrangements, "one")
    draft = kept(arrangements)
    steps = {0: ArrangementStep("theirs", "theirs"), 1: ArrangementStep("base", "one")}
    assert arrangements.rebase(draft, "theirs", steps)
    found = kept(arrangements)
    assert (found.base, found.now) == ("base", "one")
    assert arrangements.steps(found) == steps
    put(arrangements, "two")
    put(arrangements, "three")
    assert arrangements.steps(found)[3] == ArrangementStep("base", "three")


def add_bulk_change_of(database: Database, draft: Arrangement) -> int:
    drop = Arrangements(database, KEYS).dropping(draft)
    return BulkChanges(database).add(Purpose("org", "alice", "Arrange", "structure"), [], drop)


def test_a_draft_goes_with_the_bulk_change_that_is_made_of_it(database: Database) -> None:
    arrangements = Arrangements(database, KEYS)
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
