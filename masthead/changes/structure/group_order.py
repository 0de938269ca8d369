"""Groups in a line in which sections stay: moves beside a section where one will do, else beside a group.

The API doesn't show where groups without sections are. Where there are some, what a person moved is sent whatever
the line looks like. The others stay, unless a group that is seen goes between them.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from masthead.changes.structure.lines import Move, apply_move, longest_in_order
from masthead.changes.structure.unseen import ALL_SEEN, UnseenGroups


@dataclass(frozen=True, slots=True)
class _Gap:
    """The groups between two sections that stay; None for an end of the line."""

    left: str | None
    groups: list[str]
    right: str | None


def group_moves(
    now: Sequence[str], wanted: Sequence[str], fixed: Collection[str], unseen: UnseenGroups = ALL_SEEN
) -> list[Move]:
    """The moves that turn `now` into `wanted`, in both of which `fixed` stand in the same order."""
    if list(now) == list(wanted) and not unseen.moved:
        return []
    line, found = list(now), list[Move]()
    for was, gap in zip(_gaps(now, fixed), _gaps(wanted, fixed), strict=True):
        planned = _moves_into_gap(was.groups, gap, line, unseen)
        for move in planned:
            line = apply_move(line, move)
        found += planned
    return found


def move_ahead(group: str, section: str, line: Sequence[str], wanted: list[str]) -> Move | None:
    """The move of a group to where a section that leaves it is wanted; None where none is needed."""
    place, here = wanted.index(section), line.index(group)
    left = wanted[place - 1] if place else None
    right = wanted[place + 1] if place + 1 < len(wanted) else None
    if (left is None or line.index(left) < here) and (right is None or here < line.index(right)):
        return None
    return Move(group, before=right) if left is None else Move(group, after=left)


def _gaps(line: Sequence[str], fixed: Collection[str]) -> list[_Gap]:
    gaps: list[_Gap] = []
    left, groups = None, list[str]()
    for item in line:
        if item in fixed:
            gaps.append(_Gap(left, groups, item))
            left, groups = item, []
        else:
            groups.append(item)
    return [*gaps, _Gap(left, groups, None)]


def _moves_into_gap(was: list[str], gap: _Gap, line: list[str], unseen: UnseenGroups) -> list[Move]:
    """The moves into one gap, of which some groups may stand there already."""
    some_unseen = not {*was, *gap.groups}.isdisjoint(unseen.groups)
    sent = {*unseen.moved} if some_unseen else set()
    idle = {*unseen.groups} - sent
    before, after = ([item for item in groups if item not in idle] for groups in (was, gap.groups))
    if before == after and sent.isdisjoint(before):
        return []
    stay = [item for item in was if item in gap.groups and item not in sent]
    found = list(_possible_moves(gap, stay, line))
    if not some_unseen:
        return min(found, key=len)
    certain = [each for each in found if _is_certain(each, unseen)]
    alone = [each for each in certain if sent.issuperset(move.item for move in each)]
    return min(alone or certain or found, key=len)


def _is_certain(moves: list[Move], unseen: UnseenGroups) -> bool:
    """Whether what is seen stays clear of what is not: beside that, it would stand nobody knows where."""
    return all(each.item in unseen.groups or {each.before, each.after}.isdisjoint(unseen.groups) for each in moves)


def _possible_moves(gap: _Gap, stay: list[str], line: list[str]) -> Iterator[list[Move]]:
    """The ways to fill a gap, those beside its sections first."""
    wanted = gap.groups
    if gap.right:
        yield [Move(item, before=gap.right) for item in items_to_append(wanted, stay)]
    if gap.left:
        yield [Move(item, after=gap.left) for item in items_to_append(wanted[::-1], stay[::-1])]
    yield _moves_beside(wanted, stay, gap, line)


def items_to_append(wanted: list[str], stay: list[str]) -> list[str]:
    """What has to be put at the end, one after the other: all but a beginning that stands in order already."""
    place = {item: number for number, item in enumerate(stay)}
    last = -1
    for number, item in enumerate(wanted):
        if place.get(item, -1) <= last:
            return wanted[number:]
        last = place[item]
    return []


def _moves_beside(wanted: list[str], stay: list[str], gap: _Gap, line: list[str]) -> list[Move]:
    place = {item: number for number, item in enumerate(stay)}
    kept = longest_in_order([item for item in wanted if item in place], place)
    found = []
    for number, item in enumerate(wanted):
        if item in kept:
            continue
        left = wanted[number - 1] if number else gap.left
        right = next((each for each in kept if each in wanted[number:]), gap.right)
        move = Move(item, before=right) if left is None else Move(item, after=left)
        found.append(move)
        line = apply_move(line, move)
    return found


def with_sections_as_they_are(wanted: list[str], fixed: list[str]) -> list[str]:
    """The order at the top, with the sections that are in no group in the order that they have."""
    sections = iter(fixed)
    return [next(sections) if id_ in fixed else id_ for id_ in wanted]
