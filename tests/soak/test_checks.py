"""What the service got is held against what the journal says."""

from collections import Counter

from masthead.store.entries import State
from tests.loops import for_each
from tests.soak.checks import Found, Write, compare

ONE: Write = ("request-1", "POST", "/move", "{}")
AGAIN: Write = ("request-2", *ONE[1:])
OTHER: Write = ("request-2", "POST", "/move", "[]")
SAVED, SEEN = Found(State.SAVED, is_answered=True), Found(State.SAVED, is_answered=False)
UNKNOWN, NOT_SAVED, REFUSED = (
    Found(each, is_answered=False) for each in (State.UNKNOWN, State.NOT_SAVED, State.REFUSED)
)


@for_each(
    "made, found, violations",
    [
        ([ONE], {ONE: [SAVED]}, 0),
        ([ONE], {ONE: [SEEN]}, 0),
        ([ONE], {ONE: [UNKNOWN]}, 0),
        ([], {ONE: [NOT_SAVED]}, 0),
        ([ONE, AGAIN], {ONE: [SAVED], AGAIN: [SAVED]}, 0),
        ([ONE], {ONE: [NOT_SAVED], AGAIN: [SEEN]}, 0),
        ([], {ONE: [SAVED]}, 1),
        ([], {ONE: [SEEN]}, 1),
        ([ONE, ONE], {ONE: [SAVED]}, 1),
        ([ONE], {ONE: [REFUSED]}, 1),
        ([ONE], {}, 1),
        ([ONE], {ONE: [NOT_SAVED], OTHER: [SEEN]}, 1),
        ([ONE], {ONE: [NOT_SAVED], AGAIN: [SAVED]}, 1),
    ],
)
def test_what_was_sent_and_what_is_known_of_it_are_compared(
    made: list[Write], found: dict[Write, list[Found]], violations: int
) -> None:
    assert len(list(compare(Counter(made), found))) == violations
