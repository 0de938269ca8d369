"""Which of two calls at the same moment may undo what the other did."""

from typing import Any

from masthead.store.entries import Entry, Outcome, State
from masthead.structure.requests import PlannedCalls
from masthead.structure.tree import Move, SpaceItem
from masthead.writes.send import Change, intent_of
from masthead.writes.timeline import collide
from tests.loops import for_each

CALLS = PlannedCalls("o", "site", "Site", {"": "New"})
SPACE = SpaceItem("A", "a", None, "space_a")
LINE = ["a", "b", "c"]
MOVED = CALLS.move_space(Move("b", after="a"), LINE, "s")
REMOVED, HOME = CALLS.remove_space("a", SPACE), CALLS.open_with({"space": "a"}, {"space": "b"})
DELETED, JOINED = CALLS.delete_group("g"), CALLS.join("s", "g")


def entry(change: Change[Any], owner: str, state: State = State.SAVED) -> Entry:
    return Entry(1, 0.0, owner, intent_of(change, owner), Outcome(state))


def colliding(one: Change[Any], other: Change[Any]) -> bool:
    both = entry(one, "alice"), entry(other, "bob")
    found = collide(*both)
    assert collide(*both[::-1]) is found
    return found


@for_each(
    "one, other",
    [
        (REMOVED, HOME),
        (REMOVED, CALLS.update_space("a", {}, path="x")),
        (DELETED, JOINED),
        (DELETED, CALLS.update_group("g", {}, title="G")),
        (JOINED, CALLS.create_group("", None, ["s"])),
        (JOINED, CALLS.join("s", "h")),
        (CALLS.leave("s", "h"), JOINED),
        (MOVED, CALLS.move_space(Move("b"), LINE, "s")),
        (HOME, CALLS.open_with({"space": "b"}, {"space": "c"})),
    ],
)
def test_one_of_them_may_be_lost(one: Change[Any], other: Change[Any]) -> None:
    assert colliding(one, other)


@for_each(
    "one, other",
    [
        (REMOVED, REMOVED),
        (REMOVED, MOVED),
        (REMOVED, CALLS.open_with({"space": "b"}, {"space": "c"})),
        (DELETED, CALLS.leave("s", "g")),
        (JOINED, CALLS.join("t", "g")),
        (MOVED, MOVED),
        (CALLS.add_space("", "space_b", "s"), CALLS.add_space("", "space_b", "t")),
        (CALLS.create_group("", None, ["s"]), CALLS.create_group("", None, ["t"])),
    ],
)
def test_both_are_kept(one: Change[Any], other: Change[Any]) -> None:
    assert not colliding(one, other)


def test_what_was_refused_took_nothing_away() -> None:
    assert not collide(entry(REMOVED, "alice", State.REFUSED), entry(HOME, "bob"))
    assert not collide(entry(HOME, "bob"), entry(REMOVED, "alice", State.REFUSED))
