"""Plans moves of groups; the API hides the place of groups without sections.

A move of such a group is sent once. Then we assume that it is in place, and the bulk change reports that this isn't
known.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from masthead.structure.read import TOP
from masthead.structure.tree import Move, SiteStructure, longest_in_order, replay_moves


def empty_groups(structure: SiteStructure) -> list[str]:
    return [id_ for id_ in structure.groups if structure.members.get(id_) == []]


def filled_groups(base: SiteStructure, wanted: SiteStructure, now: SiteStructure) -> list[str]:
    """List groups that got their first sections, except those that a person moved."""
    return [id_ for id_ in empty_groups(base) if now.members.get(id_) and id_ not in wanted.moved]


def place_as_shown(structure: SiteStructure, now: SiteStructure, groups: Collection[str]) -> SiteStructure:
    """Put the given groups where they are `now`."""
    there = {*groups} & {*structure.top}
    return replace(structure, top=replay_moves({TOP: structure.top}, {TOP: now.top}, there)[TOP])


def group_moves(
    now: Sequence[str],
    wanted: Sequence[str],
    fixed: Collection[str],
    hidden: Collection[str] = (),
    moved: Collection[str] = (),
) -> list[Move]:
    """Compute moves from `now` to `wanted`; both have `fixed` sections in the same order.

    A group with a known place goes next to a `hidden` one only if there is no other neighbour. A hidden group moves if
    a person `moved` it, even if it seems in place.
    """
    place = {item: number for number, item in enumerate(now)}
    idle, going = {*hidden} - {*moved}, {*hidden} & {*moved}
    may_stay = [item for item in wanted if item not in idle | going]
    kept = {*longest_in_order(may_stay, place, place.keys() - {*fixed}, others_first=True)}
    found = list[Move]()
    for number, item in enumerate(wanted):
        if item not in kept | idle:
            usable = place.keys() - {item}
            if item not in hidden and usable - idle:
                usable -= idle
            left = next((each for each in reversed(wanted[:number]) if each in usable), None)
            right = next((each for each in wanted[number:] if each in usable & (kept | idle)), None)
            if left or right:
                found.append(Move(item, before=right) if left is None else Move(item, after=left))
    return found


def move_ahead(group: str, section: str, line: Sequence[str], wanted: list[str]) -> Move | None:
    """Return the move of a group to where its leaving section belongs; None if in place."""
    place, here = wanted.index(section), line.index(group)
    left = wanted[place - 1] if place else None
    right = wanted[place + 1] if place + 1 < len(wanted) else None
    if (left is None or line.index(left) < here) and (right is None or here < line.index(right)):
        return None
    return Move(group, before=right) if left is None else Move(group, after=left)


def items_to_append(wanted: list[str], stay: list[str]) -> list[str]:
    """Return the items to append in turn, so that the line is in the wanted order."""
    place = {item: number for number, item in enumerate(stay)}
    last = -1
    for number, item in enumerate(wanted):
        if place.get(item, -1) <= last:
            return wanted[number:]
        last = place[item]
    return []
