"""How to bring a line into another order by few moves, whichever neighbours a move may name."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple


class Anchors(StrEnum):
    """What the `position` of a move may name: the contract does not say, so it is found out.

    `END`: whatever is named, the item goes to the end.
    """

    ONE = "one"
    AFTER = "after"
    BEFORE = "before"
    BOTH = "both"
    END = "end"


@dataclass(frozen=True, slots=True)
class Move:
    """One item to its place: directly after one, directly before one, between the two; with neither to the end."""

    item: str
    after: str | None = None
    before: str | None = None


def find_moves(
    current: Sequence[str], wanted: Sequence[str], anchors: Anchors = Anchors.ONE, going: Collection[str] = ()
) -> list[Move]:
    """The moves that turn `current` into `wanted`, which hold the same items.

    With ONE there are as few as can be: all stay that stand in the right order among themselves already. Where that
    leaves a choice, those in `going` are moved.
    """
    if list(current) == list(wanted):
        return []
    if anchors is Anchors.END:
        return [Move(item) for item in wanted[prefix_in_order(current, wanted) :]]
    if anchors is Anchors.BOTH:
        return _moves_between_neighbours(list(current), wanted)
    kept = _unmoved_items(current, wanted, anchors, going)
    if anchors is Anchors.BEFORE:
        pairs = pairwise(reversed(wanted))
        return [Move(item, before=right) for right, item in pairs if item not in kept]
    found = [Move(item, after=left) for left, item in pairwise(wanted) if item not in kept]
    first = wanted[0]
    if first in kept:
        return found
    return [Move(first, before=next(item for item in wanted if item in kept)), *found]


def apply_move(line: Iterable[str], move: Move) -> list[str]:
    """What a line is after a move."""
    others = [item for item in line if item != move.item]
    if move.after is not None:
        place = others.index(move.after) + 1
    else:
        place = len(others) if move.before is None else others.index(move.before)
    return [*others[:place], move.item, *others[place:]]


def _unmoved_items(current: Sequence[str], wanted: Sequence[str], anchors: Anchors, going: Collection[str]) -> set[str]:
    """What need not move: where only one side can be named, the item at the other end has to be among it."""
    place = {item: number for number, item in enumerate(current)}
    if anchors is Anchors.AFTER:
        first = wanted[0]
        return {first, *_longest_without([item for item in wanted if place[item] > place[first]], place, going)}
    if anchors is Anchors.BEFORE:
        last = wanted[-1]
        return {last, *_longest_without([item for item in wanted if place[item] < place[last]], place, going)}
    return set(_longest_without(wanted, place, going))


def longest_in_order(items: Sequence[str], place: dict[str, int]) -> list[str]:
    """A longest subsequence whose places increase."""
    ends: list[int] = []
    at: list[int] = []
    before: list[int | None] = []
    for number, item in enumerate(items):
        length = bisect_left(ends, place[item])
        before.append(at[length - 1] if length else None)
        ends[length : length + 1] = [place[item]]
        at[length : length + 1] = [number]
    found: list[str] = []
    number_of: int | None = at[-1] if at else None
    while number_of is not None:
        found.append(items[number_of])
        number_of = before[number_of]
    return found[::-1]


class _Run(NamedTuple):
    """A rising subsequence, by its last item. `others` are how many of it are not going."""

    length: int = 0
    others: int = 0
    place: int = -1
    item: str = ""
    ahead: "_Run | None" = None

    @property
    def rank(self) -> tuple[int, int, int]:
        return self.length, self.others, -self.place


def _longest_without(items: Sequence[str], place: dict[str, int], going: Collection[str]) -> list[str]:
    """Of the longest subsequences whose places increase, one with as few of `going` as can be."""
    best = [_Run()] * (len(place) + 1)  # a Fenwick tree: the best run that ends at one of several places
    for item in items:
        run, at = _Run(), place[item]
        while at:
            run, at = max(run, best[at], key=lambda each: each.rank), at & (at - 1)
        run, at = _Run(run.length + 1, run.others + (item not in going), place[item], item, run), place[item] + 1
        while at < len(best):
            best[at], at = max(best[at], run, key=lambda each: each.rank), at + (at & -at)
    end: _Run | None = max(best, key=lambda each: each.rank)
    found: list[str] = []
    while end is not None and end.item:
        found, end = [*found, end.item], end.ahead
    return found[::-1]


def prefix_in_order(current: Sequence[str], wanted: Sequence[str]) -> int:
    """How many of the first wanted ones stand in the right order already."""
    place = {item: number for number, item in enumerate(current)}
    last = -1
    for number, item in enumerate(wanted):
        if place[item] < last:
            return number
        last = place[item]
    return len(wanted)


def _moves_between_neighbours(line: list[str], wanted: Sequence[str]) -> list[Move]:
    """Moves that name both neighbours. Nothing can be put first or last so; what is in the way there goes elsewhere."""
    found: list[Move] = []

    def put(item: str, after: str) -> None:
        others = [each for each in line if each != item]
        move = Move(item, after, others[others.index(after) + 1])
        found.append(move)
        line[:] = apply_move(line, move)

    if len(line) < 3:  # noqa: PLR2004 - between two neighbours there have to be two
        return []
    if line[0] == wanted[-1]:  # so that there is room before it
        put(line[0], line[-2])
    while line[-1] != wanted[-1]:
        put(line[-1], line[0])
    while line[0] != wanted[0]:
        put(line[0], line[-2])
    kept = {wanted[0], wanted[-1], *_unmoved_between_neighbours(line, wanted)}
    for left, item in pairwise(wanted[:-1]):
        if item not in kept:
            put(item, left)
    return found


def _unmoved_between_neighbours(line: Sequence[str], wanted: Sequence[str]) -> list[str]:
    return longest_in_order(wanted[1:-1], {item: number for number, item in enumerate(line)})
