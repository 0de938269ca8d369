"""Whose value is there after many writes of it, and what they tell of one of them."""

from masthead.resources.values import NOT_KNOWN
from masthead.store.entries import State
from masthead.store.journal.journal import ValueWrite
from masthead.writes.timeline import Timeline, trace_holders
from tests.loops import for_each


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


def silent(entry: int, bulk: int, bulk_undoes: int | None = None) -> ValueWrite:
    return write(entry, bulk=bulk, bulk_undoes=bulk_undoes)._replace(endpoint="")


@for_each(
    "writes, holders",
    [
        ([write(1), write(2), write(3, undoes=2)], [1, 2, 1]),
        ([write(1), write(2, undoes=1), write(3, undoes=2)], [1, 0, 1]),
        ([write(1), write(2), write(3, undoes=1)], [1, 2, 0]),
        ([write(1, bulk=1), write(2, bulk=1), write(3, bulk=2, bulk_undoes=1)], [1, 2, 0]),
        ([write(1, bulk=1), silent(2, 2, 1)], [1, 0]),
        ([write(1, bulk=1), write(2), silent(3, 2, 1)], [1, 2, 2]),
        ([write(1), silent(2, 2), write(3, bulk=3, bulk_undoes=2)], [1, 1, 1]),
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
