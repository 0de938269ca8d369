"""Groups without sections, of which the API doesn't show the place: what has to be sent, and what is known of it after.

The list of groups is the only trace of their order. The contract doesn't say what it is sorted by, so it counts only
where it has the other groups as readers see them.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from contract.publishing.section_groups import MOVE_SECTION_GROUP
from i18n import N_, gettext
from masthead.changes.structure.attempts import AttemptedCall
from masthead.changes.structure.conflicts import describe_place
from masthead.changes.structure.lines import keeps_its_side, moved_items, replay_moves
from masthead.changes.structure.reading import TOP, place_empty_groups
from masthead.changes.structure.tree import SiteStructure
from masthead.store import Cause, Reason, quote

LISTED_BEFORE = N_("The place of the group %(group)s: the API accepted the move, but lists the group before %(other)s.")
LISTED_AFTER = N_("The place of the group %(group)s: the API accepted the move, but lists the group after %(other)s.")

SHOWN_ELSEWHERE = N_(
    "The place of the group %(group)s: the API shows it now that the group has sections. It is %(now)s. Masthead had "
    "shown it %(before)s."
)


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
    """What `wanted` has in another place than `now`, and what a person put somewhere that is new since `base`.

    A new group is listed behind the one that it follows in the list, which need not be where it is.
    """
    moved = moved_items({TOP: now.top}, {TOP: wanted.top}, wanted.moved) & now.groups.keys()
    added = (wanted.groups.keys() & now.groups.keys()) - base.groups.keys()
    return moved | (added & {*wanted.moved}) - {*sent}


def place_as_wanted(now: SiteStructure, base: SiteStructure, wanted: SiteStructure, sent: Collection[str]) -> None:
    """Once groups were sent, all that is unseen is taken to be where it is wanted, but for what is still to be sent."""
    added = wanted.groups.keys() - base.groups.keys()
    waiting = (moved_items({TOP: base.top}, {TOP: wanted.top}, wanted.moved) | added) - {*sent}
    if sent:
        place_empty_groups(now, wanted, [id_ for id_ in now.groups if id_ not in waiting])


def describe_unseen(live: SiteStructure, wanted: SiteStructure, sent: Collection[str]) -> list[Cause]:
    """What is known of the places of groups that were moved. `live` is as the API tells it."""
    empty = empty_groups(live)
    return [found for id_ in sent if id_ in wanted.top for found in _describe(id_, live, wanted.top, empty)]


def filled_groups(
    base: SiteStructure, wanted: SiteStructure, now: SiteStructure, sent: Collection[str] = ()
) -> list[str]:
    """The groups that had no sections and have some, so that the API shows their place; `base` has none of its own.

    What a person or a call of the plan has moved is not among them.
    """
    return [id_ for id_ in empty_groups(base) if now.members.get(id_) and id_ not in {*wanted.moved, *sent}]


def place_as_shown(structure: SiteStructure, now: SiteStructure, groups: Collection[str]) -> SiteStructure:
    """The structure with those of these groups that it has where they are."""
    there = {*groups} & {*structure.top}
    return replace(structure, top=replay_moves({TOP: structure.top}, {TOP: now.top}, there)[TOP])


def describe_shown(groups: Iterable[str], wanted: SiteStructure, now: SiteStructure) -> list[Cause]:
    """Those of the groups that were to get sections, and are elsewhere than in `wanted`."""
    hidden = {*empty_groups(now), *empty_groups(wanted)}
    was, there = (replace(each, top=[id_ for id_ in each.top if id_ not in hidden]) for each in (wanted, now))
    places = [{id_: number for number, id_ in enumerate(each.top)} for each in (was, there)]
    both = places[0].keys() & places[1].keys()
    told = []
    for group in both.intersection(groups):
        before, after = describe_place(group, was), describe_place(group, there)
        if before != after and not keeps_its_side(group, both, *places):
            told.append(gettext(SHOWN_ELSEWHERE, group=now.groups[group].title, now=after, before=before))
    return list(map(quote, sorted(told)))


def _describe(group: str, live: SiteStructure, wanted: Sequence[str], empty: Collection[str]) -> Iterable[Cause]:
    listed, title = list(live.groups), live.groups[group].title
    others = [each for each in wanted if each in listed and each != group and {group, each} & {*empty}]
    if _is_listed_in_order(live, empty):
        for other in others:
            ahead = listed.index(group) < listed.index(other)
            if ahead != (wanted.index(group) < wanted.index(other)):
                told = LISTED_BEFORE if ahead else LISTED_AFTER
                yield quote(gettext(told, group=title, other=live.groups[other].title))
                return
    if group in empty:
        yield Cause(Reason.HIDDEN_PLACE, {"group": title})


def _is_listed_in_order(live: SiteStructure, empty: Collection[str]) -> bool:
    """Whether the list has the groups whose place is known in the order of their places."""
    seen = [id_ for id_ in live.groups if id_ not in empty]
    return seen == [id_ for id_ in live.top if id_ in seen]
