"""Finds moved items in ordered lines, replays moves on other lines, and plans moves."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

Lines = Mapping[str, Sequence[str]]
"""Ordered ids by line key; each id is in one line only."""


@dataclass(frozen=True, slots=True)
class Move:
    """Moves an item directly after or before another; with neither, to the end."""

    item: str
    after: str | None = None
    before: str | None = None


def find_moves(current: Sequence[str], wanted: Sequence[str], going: Collection[str] = ()) -> list[Move]:
    """Compute the fewest moves that turn `current` into `wanted`, with the same items.

    Items that are in relative order already stay. Where there is a choice, those in `going` move.
    """
    if list(current) == list(wanted):
        return []
    place = {item: number for number, item in enumerate(current)}
    kept = set(longest_in_order(wanted, place, going))
    found = [Move(item, after=left) for left, item in pairwise(wanted) if item not in kept]
    first = wanted[0]
    if first in kept:
        return found
    return [Move(first, before=next(item for item in wanted if item in kept)), *found]


def apply_move(line: Iterable[str], move: Move) -> list[str]:
    """Return the line after a move."""
    others = [item for item in line if item != move.item]
    if move.after is not None:
        place = others.index(move.after) + 1
    else:
        place = len(others) if move.before is None else others.index(move.before)
    return [*others[:place], move.item, *others[place:]]


class _Run(NamedTuple):
    """A rising subsequence, by its last item; the greater, the better.

    The first two fields count its items.
    """

    first: int = 0
    second: int = 0
    unlike_place: int = 1
    item: str = ""
    ahead: "_Run | None" = None


def longest_in_order(
    items: Sequence[str], place: Mapping[str, int], going: Collection[str] = (), *, others_first: bool = False
) -> list[str]:
    """Find a longest subsequence with increasing places, with few of `going`.

    With `others_first`, prefer the most items outside of `going`, then the longest.
    """
    best = [_Run()] * (max(place.values(), default=0) + 2)  # a Fenwick tree: the best run that ends up to a place
    for item in items:
        run, at = _Run(), place[item]
        while at:
            run, at = max(run, best[at]), at & (at - 1)
        counts = (1, int(item not in going))[:: -1 if others_first else 1]
        run, at = _Run(run.first + counts[0], run.second + counts[1], -place[item], item, run), place[item] + 1
        while at < len(best):
            best[at], at = max(best[at], run), at + (at & -at)
    end: _Run | None = max(best)
    found: list[str] = []
    while end is not None and end.item:
        found, end = [*found, end.item], end.ahead
    return found[::-1]


def map_items_to_lines(lines: Lines) -> dict[str, str]:
    """Map each item to the key of its line."""
    return {item: key for key, line in lines.items() for item in line}


def lines_without(lines: Lines, items: Collection[str]) -> dict[str, list[str]]:
    return {key: [item for item in line if item not in items] for key, line in lines.items()}


def moved_items(before: Lines, after: Lines, named: Collection[str] = ()) -> set[str]:
    """Find items that moved to another line, or to another place in theirs.

    An order alone doesn't tell which of two neighbours passed the other: those in `named` count as moved before any
    others do.
    """
    was = map_items_to_lines(before)
    moved = {item for key, line in after.items() for item in line if was.get(item, key) != key}
    for key, line in after.items():
        stayed = [item for item in line if was.get(item) == key]
        place = {item: number for number, item in enumerate(before.get(key, ()))}
        if any(place[one] > place[next_] for one, next_ in pairwise(stayed)):
            moved |= set(stayed) - set(longest_in_order(stayed, place, named, others_first=True))
    return moved


def replay_moves(onto: Lines, wanted: Lines, items: Collection[str]) -> dict[str, list[str]]:
    """Put `items` in the lines of `onto` where `wanted` has them.

    The first item in `wanted` goes first. Any other one goes behind the nearest item ahead of it in `wanted` that is
    there, or else before the nearest behind it. An item that is already between these two stays, so that nothing
    beside it has to move. Items that `wanted` has in a line that `onto` lacks stay too.
    """
    going = {item for key, line in wanted.items() if key in onto for item in line if item in items}
    result = lines_without(onto, going)
    for key in wanted.keys() & result.keys():
        line, was = result[key], {item: number for number, item in enumerate(onto[key])}
        for number, item in enumerate(wanted[key]):
            if item in going:
                own = sum(was[each] < was[item] for each in line if each in was) if item in was else None
                line.insert(insert_between(line, wanted[key][:number], wanted[key][number + 1 :], own), item)
    return result


def insert_between(line: Sequence[str], ahead: Sequence[str], behind: Sequence[str], own: int | None) -> int:
    """Return the index behind `ahead`, or `own` if that is between `ahead` and `behind`."""
    there = set(line)
    low = next((line.index(each) + 1 for each in reversed(ahead) if each in there), 0)
    high = next((line.index(each) for each in behind if each in there and line.index(each) >= low), len(line))
    if own is not None and low <= own <= high:
        return own
    return low if low or (behind and not ahead) else high


def moved_past(item: str, before: Sequence[str], after: Sequence[str]) -> set[str]:
    """Find the items that are on the other side of `item` in `after`."""
    places = [{each: number for number, each in enumerate(line)} for line in (before, after)]
    both = places[0].keys() & places[1].keys()
    return {each for each in both if len({there[each] < there[item] for there in places}) > 1}
