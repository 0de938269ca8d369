"""Groups at the top of a site, between sections that stay, and those without sections, whose place the API hides.

What a person moved of those is sent once, whatever a look shows; then it is taken to be where it is wanted, and the
bulk change says that this isn't known.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from contract.publishing.section_groups import MOVE_SECTION_GROUP
from masthead.store.causes import Cause, Reason
from masthead.structure.attempts import AttemptedCall
from masthead.structure.order import Move, longest_in_order, moved_items, replay_moves
from masthead.structure.read import TOP
from masthead.structure.tree import SiteStructure


@dataclass(frozen=True, slots=True)
class UnseenGroups:
    """The groups whose place is not known, and which of all groups a person has moved: these have to be sent."""

    groups: Collection[str] = ()
    moved: Collection[str] = ()


ALL_SEEN = UnseenGroups()


def empty_groups(structure: SiteStructure) -> list[str]:
    return [id_ for id_ in structure.groups if structure.members.get(id_) == []]


def moved_groups(tried: Iterable[AttemptedCall]) -> list[str]:
    """The groups that calls have moved."""
    return list(dict.fromkeys(each.ids[-1] for each in tried if each.done and each.endpoint == MOVE_SECTION_GROUP.name))


def groups_to_move(now: SiteStructure, base: SiteStructure, wanted: SiteStructure, sent: Collection[str]) -> set[str]:
    """What `wanted` has in another place than `now` or what is new since `base` and was moved; not what was `sent`.

    A new group is listed behind the one that it follows in the list, which need not be where it is.
    """
    moved = moved_items({TOP: now.top}, {TOP: wanted.top}, wanted.moved) & now.groups.keys()
    added = (wanted.groups.keys() & now.groups.keys()) - base.groups.keys()
    return (moved | (added & {*wanted.moved})) - {*sent}


def describe_unseen(live: SiteStructure, wanted: SiteStructure, sent: Collection[str]) -> list[Cause]:
    """Of which groups that were moved the place isn't known. `live` is as the API tells it."""
    hidden = [id_ for id_ in sent if id_ in wanted.top and live.members.get(id_) == []]
    return [Cause(Reason.HIDDEN_PLACE, {"group": live.groups[id_].title}) for id_ in hidden]


def filled_groups(base: SiteStructure, wanted: SiteStructure, now: SiteStructure) -> list[str]:
    """The groups that had no sections and have some, so that the API shows their place; without what a person moved."""
    return [id_ for id_ in empty_groups(base) if now.members.get(id_) and id_ not in wanted.moved]


def place_as_shown(structure: SiteStructure, now: SiteStructure, groups: Collection[str]) -> SiteStructure:
    """The structure with those of these groups that it has where they are."""
    there = {*groups} & {*structure.top}
    return replace(structure, top=replay_moves({TOP: structure.top}, {TOP: now.top}, there)[TOP])


def group_moves(
    now: Sequence[str], wanted: Sequence[str], fixed: Collection[str], unseen: UnseenGroups = ALL_SEEN
) -> list[Move]:
    """The moves that turn `now` into `wanted`, in both of which `fixed`, the sections, stand in the same order.

    What is seen goes beside what isn't only where there is nothing else: it would stand nobody knows where. What is
    unseen and wasn't moved stays.
    """
    place = {item: number for number, item in enumerate(now)}
    idle = {*unseen.groups} - {*unseen.moved}
    may_stay = [item for item in wanted if item not in idle | {*unseen.moved}]
    kept = {*longest_in_order(may_stay, place, place.keys() - {*fixed}, others_first=True)}
    found = list[Move]()
    for number, item in enumerate(wanted):
        if item not in kept | idle:
            usable = place.keys() - {item}
            if item not in unseen.groups and usable - idle:
                usable -= idle
            left = next((each for each in reversed(wanted[:number]) if each in usable), None)
            right = next((each for each in wanted[number:] if each in usable & (kept | idle)), None)
            if left or right:
                found.append(Move(item, before=right) if left is None else Move(item, after=left))
    return found


def move_ahead(group: str, section: str, line: Sequence[str], wanted: list[str]) -> Move | None:
    """The move of a group to where a section that leaves it is wanted; None where none is needed."""
    place, here = wanted.index(section), line.index(group)
    left = wanted[place - 1] if place else None
    right = wanted[place + 1] if place + 1 < len(wanted) else None
    if (left is None or line.index(left) < here) and (right is None or here < line.index(right)):
        return None
    return Move(group, before=right) if left is None else Move(group, after=left)


def items_to_append(wanted: list[str], stay: list[str]) -> list[str]:
    """What has to be put at the end, one after the other: all but a beginning that stands in order already."""
    place = {item: number for number, item in enumerate(stay)}
    last = -1
    for number, item in enumerate(wanted):
        if place.get(item, -1) <= last:
            return wanted[number:]
        last = place[item]
    return []
