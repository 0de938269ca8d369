"""Ordered lines of items: which items an edit moved, how they are replayed on other lines, and by which moves."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
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


Lines = Mapping[str, Sequence[str]]
"""The ids of each line in their order, by the key of the line; an id is in one line only."""


def map_items_to_lines(lines: Lines) -> dict[str, str]:
    """The key of the line that each item is in."""
    return {item: key for key, line in lines.items() for item in line}


def lines_without(lines: Lines, items: Collection[str]) -> dict[str, list[str]]:
    return {key: [item for item in line if item not in items] for key, line in lines.items()}


def moved_items(before: Lines, after: Lines, named: Collection[str] = ()) -> set[str]:
    """The items that went into another line, or to another place in theirs.

    An order alone does not tell which of two neighbours was moved past the other: those in `named` are taken to have
    moved before any others are.
    """
    moved, at_home = _items_in_other_line(before, after)
    for key, line in at_home.items():
        place = {item: number for number, item in enumerate(before[key])}
        stays = set(longest_in_order([item for item in line if item not in named], place))
        here = {item: number for number, item in enumerate(line)}
        fits = [item for item in line if item in stays or keeps_its_side(item, stays, place, here)]
        moved |= set(line) - set(longest_in_order(fits, place))
    return moved


def possibly_moved(before: Lines, after: Lines) -> tuple[set[str], set[str]]:
    """The items that certainly were moved, and those that perhaps were: the one or the other of two neighbours."""
    moved, at_home = _items_in_other_line(before, after)
    perhaps: set[str] = set()
    for key, line in at_home.items():
        place = {item: number for number, item in enumerate(before[key])}
        places = [place[item] for item in line]
        if places != sorted(places):
            certainly, in_one = _moved_in_line(places, line)
            moved |= certainly
            perhaps |= in_one
    return moved, perhaps


def replay_moves(
    onto: Lines, wanted: Lines, items: Collection[str], unsteady: Collection[str] = (), before: Lines | None = None
) -> dict[str, list[str]]:
    """The lines of `onto`, with `items` in the line and order in which `wanted` has them.

    Each goes between those that it is between in `wanted`, except for items in `unsteady`: those that somebody else
    moved, of which as many as can be are on the same side of it. Where that leaves it more than one place, it stays
    in its own, so that nothing that somebody put beside it has to move. What `wanted` has in a line that `onto` lacks
    stays as it is. With the lines `before` the moves, what an item was moved past counts more than what it only is
    between.
    """
    going = {item for key, line in wanted.items() if key in onto for item in line if item in items}
    result = {key: [item for item in line if item not in going] for key, line in onto.items()}
    for key, line in wanted.items():
        if key in result:
            was = (before or {}).get(key, ())
            passed = {item: moved_past(item, was, line) for item in going.intersection(line).intersection(was)}
            _insert_items(result[key], line, going, set(unsteady) - going, onto[key], passed)
    return result


def _items_in_other_line(before: Lines, after: Lines) -> tuple[set[str], dict[str, list[str]]]:
    """What changed its line; and of each line what was and is in it, in the order of now."""
    was, now = map_items_to_lines(before), map_items_to_lines(after)
    moved = {item for item, key in now.items() if item in was and was[item] != key}
    return moved, {key: [item for item in line if was.get(item) == key] for key, line in after.items() if key in before}


def keeps_its_side(item: str, others: Iterable[str], was: Mapping[str, int], now: Mapping[str, int]) -> bool:
    """Whether the same of the others are before it as were."""
    return all((was[other] < was[item]) == (now[other] < now[item]) for other in others)


def _moved_in_line(places: Sequence[int], line: Sequence[str]) -> tuple[set[str], set[str]]:
    """What is in none of the longest runs of rising places; and what is in some of them only."""
    ending = _longest_ending(places)
    starting = _longest_ending([-place for place in reversed(places)])[::-1]
    longest = max(ending)
    levels = [end if end + start - 1 == longest else 0 for end, start in zip(ending, starting, strict=True)]
    counts = Counter(levels)
    in_some = {item for item, level in zip(line, levels, strict=True) if level and counts[level] > 1}
    return {item for item, level in zip(line, levels, strict=True) if not level}, in_some


def _longest_ending(places: Sequence[int]) -> list[int]:
    """The length of the longest rising run that ends at each place."""
    found, ends = list[int](), list[int]()  # the lowest end of a run of each length
    for place in places:
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        found.append(length + 1)
    return found


def _insert_items(
    line: list[str],
    wanted: Sequence[str],
    going: Collection[str],
    unsteady: Collection[str],
    was: Sequence[str],
    passed: Mapping[str, Collection[str]],
) -> None:
    for number, item in enumerate(wanted):
        if item in going:
            sides = dict.fromkeys(wanted[:number], -1) | dict.fromkeys(wanted[number + 1 :], 1)
            sides |= {each: side * len(wanted) for each, side in sides.items() if each in passed.get(item, ())}
            line.insert(_insertion_index(line, sides, unsteady, _index_in(line, item, was)), item)


def moved_past(item: str, before: Sequence[str], after: Sequence[str]) -> set[str]:
    """What an item was moved past from one line to the other: it is on its other side."""
    places = [{each: number for number, each in enumerate(line)} for line in (before, after)]
    both = places[0].keys() & places[1].keys()
    return {each for each in both if len({there[each] < there[item] for there in places}) > 1}


def _index_in(line: Sequence[str], item: str, was: Sequence[str]) -> int | None:
    """Behind how many items of a line an item would go to stand where it was; None where it was not in it."""
    if item not in was:
        return None
    ahead = set(was[: was.index(item)])
    return max((place for place, each in enumerate(line, 1) if each in ahead), default=0)


def _insertion_index(
    line: Sequence[str], sides: Mapping[str, int], unsteady: Collection[str], stays: int | None
) -> int:
    """Behind how many items of a line an item goes which is to have some before it and some after it.

    `sides` are below zero for the ones and above for the others, in their order, and the further the more one counts.
    """
    before, after = ([item for item, side in sides.items() if (side < 0) is is_before] for is_before in (True, False))
    here = [sides.get(item, 0) for item in line]
    steady = [0 if item in unsteady else side for item, side in zip(line, here, strict=True)]
    low = max((place + 1 for place, side in enumerate(steady) if side < 0), default=0)
    high = min((place for place, side in enumerate(steady) if side > 0), default=len(line))
    low, high = min(low, high), max(low, high)
    wrong = list(accumulate(here, initial=-sum(side for side in here if side < 0)))  # on the wrong side, by place
    fewest = min(wrong[low : high + 1])
    fits = [place for place in range(low, high + 1) if wrong[place] == fewest]
    if stays in fits:
        return stays
    if not any(here):  # nothing that it is to stand beside is there: what others put there stays ahead of it
        return fits[-1]
    if not before:
        return fits[0]
    if not after:
        return fits[-1]
    there = set(line)
    nearest = next((item for item in reversed(before) if item in there), None)
    return next((place for place in fits if (line[place - 1] if place else None) == nearest), fits[0])
