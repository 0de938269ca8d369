"""What the service got is held against what the journal says."""

from collections import Counter

from masthead.store import State
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
    "made, found",
    [
        ([ONE], {ONE: [SAVED]}),
        ([ONE], {ONE: [SEEN]}),
        ([ONE], {ONE: [UNKNOWN]}),
        ([], {ONE: [NOT_SAVED]}),
        ([ONE, AGAIN], {ONE: [SAVED], AGAIN: [SAVED]}),
        ([ONE], {ONE: [NOT_SAVED], AGAIN: [SEEN]}),
    ],
)
def test_they_agree(made: list[Write], found: dict[Write, list[Found]]) -> None:
    assert list(compare(Counter(made), found)) == []


@for_each(
    "made, found",
    [
        ([], {ONE: [SAVED]}),
        ([], {ONE: [SEEN]}),
        ([ONE, ONE], {ONE: [SAVED]}),
        ([ONE], {ONE: [REFUSED]}),
        ([ONE], {}),
        ([ONE], {ONE: [NOT_SAVED], OTHER: [SEEN]}),
        ([ONE], {ONE: [NOT_SAVED], AGAIN: [SAVED]}),
    ],
)
def test_they_differ(made: list[Write], found: dict[Write, list[Found]]) -> None:
    assert len(list(compare(Counter(made), found))) == 1
