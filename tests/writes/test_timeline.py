"""Whose value is there after many writes of it, what they tell of one of them, and which may undo or repeat another."""

from typing import Any

from contract.publishing.share_links import DELETE_SHARE_LINK
from masthead.client import Api
from masthead.resources.values import NOT_KNOWN
from masthead.store.entries import Entry, Outcome, State, Subject
from masthead.store.journal.journal import Journal, ValueWrite
from masthead.structure.requests import PlannedCalls
from masthead.structure.tree import Move, SpaceItem
from masthead.writes.check import is_changed_since
from masthead.writes.send import Change, build_intent
from masthead.writes.timeline import Timeline, is_conflicting, trace_holders
from tests.loops import for_each
from tests.writes.lost import LINK, entry


def write(
    entry: int,
    sent: object = "",
    before: object = NOT_KNOWN,
    state: State = State.SAVED,
    *,
    undoes: int | None = None,
    bulk: int | None = None,
    bulk_undoes: int | None = None,
) -> ValueWrite:
    at = float(entry * 100)
    told = ("site:s.title", entry, "updateSite", "alice", at, at + 1, state, before, sent)
    return ValueWrite(*told, undoes=undoes, bulk=bulk, bulk_undoes=bulk_undoes)


@for_each(
    "writes, holders",
    [
        ([write(1), write(2), write(3, undoes=2)], [1, 2, 1]),
        ([write(1), write(2, undoes=1), write(3, undoes=2)], [1, 0, 1]),
        ([write(1), write(2), write(3, undoes=1)], [1, 2, 0]),
        ([write(1, bulk=1), write(2, bulk=1), write(3, bulk=2, bulk_undoes=1)], [1, 2, 0]),
    ],
)
def test_undoing_gives_the_value_back(writes: list[ValueWrite], holders: list[int]) -> None:
    assert trace_holders(writes) == holders


@for_each(
    "later, now, left",
    [
        ([], "Here", "Here"),
        ([write(2, "Later", "Found")], "Here", "Found"),
        ([write(2, "Later")], "Here", NOT_KNOWN),
        ([write(2, "Later", state=State.REFUSED)], "Here", "Here"),
        ([write(2, "Later", state=State.UNKNOWN)], "Here", "Here"),
        ([write(2, "Here", state=State.UNKNOWN)], "Here", NOT_KNOWN),
        ([write(2, "Later", "Read too early")._replace(at=100.5)], "Here", NOT_KNOWN),
    ],
)
def test_what_a_write_left_is_what_the_next_one_found(later: list[ValueWrite], now: str, left: object) -> None:
    own = write(1, "Sent")
    assert Timeline([own, *later], own).value_after(now) == left


def test_what_was_deleted_and_is_there_is_seen_to_be_so(api: Api, journal: Journal) -> None:
    delete = Change(DELETE_SHARE_LINK, LINK, Subject("share link", LINK[-1], "Carriers 2025"), "Delete it")
    number = journal.begin(build_intent(delete, "alice"))
    journal.write_outcome(number, Outcome(State.SAVED))  # as the API answered
    assert is_changed_since(api, entry(journal, number))
    api.write(delete.endpoint, *delete.ids)
    assert not is_changed_since(api, entry(journal, number))


CALLS = PlannedCalls("o", "site", "Site", {"": "New"})
SPACE = SpaceItem("A", "a", None, "space_a")
LINE = ["a", "b", "c"]
MOVED = CALLS.move(Move("b", after="a"), LINE, "s")
REMOVED, HOME = CALLS.remove_space("a", SPACE), CALLS.make_home({"space": "a"}, {"space": "b"})
DELETED, JOINED = CALLS.delete_group("g"), CALLS.add_to_group("s", "g")


def call_of(change: Change[Any], owner: str, state: State = State.SAVED) -> Entry:
    return Entry(1, 0.0, owner, build_intent(change, owner), Outcome(state))


def colliding(one: Change[Any], other: Change[Any]) -> bool:
    both = call_of(one, "alice"), call_of(other, "bob")
    found = is_conflicting(*both)
    assert is_conflicting(*both[::-1]) is found
    return found


@for_each(
    "one, other",
    [
        (REMOVED, HOME),
        (REMOVED, CALLS.update("a", {}, path="x")),
        (DELETED, JOINED),
        (DELETED, CALLS.update("g", {}, title="G")),
        (JOINED, CALLS.create_group("", None, ["s"])),
        (JOINED, CALLS.add_to_group("s", "h")),
        (CALLS.remove_from_group("s", "h"), JOINED),
        (MOVED, CALLS.move(Move("b"), LINE, "s")),
        (HOME, CALLS.make_home({"space": "b"}, {"space": "c"})),
    ],
)
def test_one_of_them_may_be_lost(one: Change[Any], other: Change[Any]) -> None:
    assert colliding(one, other)


@for_each(
    "one, other",
    [
        (REMOVED, REMOVED),
        (REMOVED, MOVED),
        (REMOVED, CALLS.make_home({"space": "b"}, {"space": "c"})),
        (DELETED, CALLS.remove_from_group("s", "g")),
        (JOINED, CALLS.add_to_group("t", "g")),
        (MOVED, MOVED),
        (CALLS.add_space("", "space_b", "s"), CALLS.add_space("", "space_b", "t")),
        (CALLS.create_group("", None, ["s"]), CALLS.create_group("", None, ["t"])),
    ],
)
def test_both_are_kept(one: Change[Any], other: Change[Any]) -> None:
    assert not colliding(one, other)


def test_what_was_refused_took_nothing_away() -> None:
    assert not is_conflicting(call_of(REMOVED, "alice", State.REFUSED), call_of(HOME, "bob"))
    assert not is_conflicting(call_of(HOME, "bob"), call_of(REMOVED, "alice", State.REFUSED))
