"""Positions of ordered items: integers with gaps for more items."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from werkzeug.exceptions import BadRequest

Key = TypeVar("Key")

STEP = 1024
"""Gap between two positions, so that an item fits between them without moving the others."""

FARTHEST = 2**30
"""Largest distance from zero: columns have 32 bits."""


# The contract doesn't define `before` and `after` together; neighbours are accepted.
def insertion_index(order: Sequence[Key], before: Key | None, after: Key | None) -> int:
    """Return the index directly before or after an item, or at the end.

    Raises BadRequest for two items that are not neighbours.
    """
    if before is not None and after is not None and order.index(after) + 1 != order.index(before):
        raise BadRequest("position: before and after are not next to each other. Send one, or two that are.")
    if after is not None:
        return order.index(after) + 1
    return len(order) if before is None else order.index(before)


def assign_positions(line: Mapping[Key, int], items: Sequence[Key], place: int) -> dict[Key, int]:
    """Return the positions to save when items are inserted at an index of `line`.

    `line` maps the other items to their current positions, in order. If the gap is too small, all items get
    new positions.
    """
    order, positions = list(line), list(line.values())
    lower = positions[place - 1] if place > 0 else None
    upper = positions[place] if place < len(positions) else None
    found = _positions_between(lower, upper, len(items))
    # Integer division: without enough room, positions coincide with each other or the lower neighbour.
    if all(abs(position) <= FARTHEST for position in found) and len(set(found) - {lower}) == len(items):
        return dict(zip(items, found, strict=True))
    order[place:place] = items
    return {item: number * STEP for number, item in enumerate(order, start=1)}


def _positions_between(lower: int | None, upper: int | None, count: int) -> list[int]:
    if upper is None:
        return [(lower or 0) + STEP * number for number in range(1, count + 1)]
    if lower is None:
        return [upper - STEP * number for number in range(count, 0, -1)]
    return [lower + (upper - lower) * number // (count + 1) for number in range(1, count + 1)]
