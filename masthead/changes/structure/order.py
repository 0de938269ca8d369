"""How to bring a line into another order by few moves."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Move:
    """One item to its place: directly after one or directly before one; with neither to the end."""

    item: str
    after: str | None = None
    before: str | None = None


def find_moves(current: Sequence[str], wanted: Sequence[str], going: Collection[str] = ()) -> list[Move]:
    """The moves that turn `current` into `wanted`, which hold the same items.

    There are as few as can be: all stay that stand in the right order among themselves already. Where that leaves a
    choice, those in `going` are moved.
    """
    if list(current) == list(wanted):
        return []
    place = {item: number for number, item in enumerate(current)}
    kept = set(_longest_without(wanted, place, going))
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
