"""What this service makes of moves, where the contract leaves it open: found out from what a plan has tried."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic_core import from_json

from changes.structure.order import Anchors
from changes.structure.steps import DEFAULTS
from changes.structure.tree import SiteStructure
from contract.section_groups import ADD_SECTION, MOVE_SECTION_GROUP
from contract.site_spaces import MOVE_SITE_SPACE, REMOVE_SITE_SPACE
from contract.sites import UPDATE_SITE


class NeighbourKind(StrEnum):
    """What a group may be put beside. A section is named where one will do: the contract shows no other neighbour."""

    ANYTHING = "anything"
    SECTIONS = "sections"


@dataclass(frozen=True, slots=True)
class AttemptedCall:
    """A call that a plan has sent: `done` as the service said, else refused."""

    endpoint: str
    ids: tuple[str, ...]
    body: str | None
    done: bool


@dataclass(frozen=True, slots=True)
class Ways:
    """How moves have to be written, None where every way was refused.

    `crosses`: a site space that is put beside one of another section goes there. `joins_last`: a section that a group
    takes in becomes its last, else its first. `defaults_apart`: the default section and the default space cannot change
    in one call.
    """

    anchors: Anchors | None = Anchors.ONE
    beside: NeighbourKind = NeighbourKind.ANYTHING
    group_anchors: Anchors | None = Anchors.ONE
    crosses: bool = True
    joins_last: bool = True
    defaults_apart: bool = False


AGAIN, IN_VAIN = 2, 3
INSTEAD = {
    Anchors.ONE: (Anchors.AFTER, Anchors.BEFORE, Anchors.BOTH, Anchors.END),
    Anchors.AFTER: (Anchors.BEFORE, Anchors.BOTH, Anchors.END),
    Anchors.BEFORE: (Anchors.BOTH, Anchors.END),
    Anchors.BOTH: (Anchors.END,),
}


def found_out(tried: Iterable[AttemptedCall], wanted: SiteStructure, live: SiteStructure, begin: Ways) -> Ways:
    """What is known after these calls."""
    tried = list(tried)
    spaces = [each for each in tried if each.endpoint == MOVE_SITE_SPACE.name]
    groups = [each for each in tried if each.endpoint == MOVE_SECTION_GROUP.name]
    anchors = _anchors(spaces, begin.anchors, ignored=_ignored(spaces, live.held.values()))
    beside = NeighbourKind.SECTIONS if _groups_refused(groups) else begin.beside
    about_form = [each for each in groups if beside is NeighbourKind.ANYTHING or not _points_at_group(each)]
    group_anchors = _anchors(about_form, begin.group_anchors, ignored=_ignored(groups, [live.top]))
    crosses = begin.crosses and _crosses(tried, wanted, live)
    return Ways(anchors, beside, group_anchors, crosses, _joins_last(tried, live), _defaults_apart(tried))


def changes_both_defaults(endpoint: str, body: str | None) -> bool:
    """Whether a call changes the default section and the default space at once."""
    return endpoint == UPDATE_SITE.name and set(DEFAULTS.values()) <= set(from_json(body or "{}"))


def _defaults_apart(tried: Iterable[AttemptedCall]) -> bool:
    return any(not each.done and changes_both_defaults(each.endpoint, each.body) for each in tried)


def _joins_last(tried: list[AttemptedCall], live: SiteStructure) -> bool:
    """Whether the section that a group took in last is its last one; a group of one does not tell."""
    joined = [each for each in tried if each.endpoint == ADD_SECTION.name and each.done]
    for each in reversed(joined):
        sections = live.members.get(each.ids[-1], [])
        if len(sections) > 1:
            body = from_json(each.body) if each.body else {}
            return bool(sections[0] != body.get("sectionId"))
    return True


def _groups_refused(tried: list[AttemptedCall]) -> bool:
    """Whether it is the neighbour that was refused: either side of it, or the side that was taken beside a section."""
    refused = {_form(each) for each in tried if not each.done and _points_at_group(each)}
    taken = {_form(each) for each in tried if each.done and not _points_at_group(each)}
    return bool(refused & taken) or {Anchors.AFTER, Anchors.BEFORE} <= refused


def _anchors(tried: list[AttemptedCall], begin: Anchors | None, *, ignored: bool) -> Anchors | None:
    """The first way that was not refused."""
    to_the_end = [each for each in tried if _form(each) is Anchors.END]
    if ignored or to_the_end:
        in_vain = any(not each.done for each in to_the_end) or _most_often(to_the_end) >= IN_VAIN
        return None if in_vain else Anchors.END
    refused = {_form(each) for each in tried if not each.done}
    if not refused:
        return begin
    worked = {_form(each) for each in tried if each.done} - refused
    if len(worked) == 1:
        return worked.pop()
    return next((way for way in INSTEAD.get(begin or Anchors.END, ()) if way not in refused), None)


def _most_often(tried: Iterable[AttemptedCall]) -> int:
    """How often the item was moved that was moved most."""
    return max(Counter(each.ids[-1] for each in tried).values(), default=0)


def _form(tried: AttemptedCall) -> Anchors:
    position = _position(tried)
    if "after" in position and "before" in position:
        return Anchors.BOTH
    if "after" in position:
        return Anchors.AFTER
    return Anchors.BEFORE if "before" in position else Anchors.END


def _position(tried: AttemptedCall) -> dict[str, Any]:
    body = from_json(tried.body) if tried.body else {}
    position = body.get("position") if isinstance(body, dict) else None
    return position if isinstance(position, dict) else {}


def _points_at_group(tried: AttemptedCall) -> bool:
    return any(pointer.get("type") == "site-section-group" for pointer in _position(tried).values())


def _ignored(tried: list[AttemptedCall], lines: Iterable[list[str]]) -> bool:
    """Whether moves lead elsewhere than they say: one had to be done again, or its item stands at the end instead."""
    done = [each for each in tried if each.done and _form(each) is not Anchors.END]
    if not done:
        return False
    if _most_often(done) >= AGAIN:
        return True
    item, position = done[-1].ids[-1], _position(done[-1])
    line = next((line for line in lines if item in line), [])
    if not position or not line or line[-1] != item:
        return False
    after, before = (_id_of(position.get(side)) for side in ("after", "before"))
    neighbours = {line[place - 1] if place else None for place in [line.index(item)]}
    return before is not None or (after is not None and after not in neighbours)


def _id_of(pointer: dict[str, Any] | None) -> str | None:
    return None if pointer is None else str(pointer.get("siteSpace") or pointer.get("id"))


def _crosses(tried: list[AttemptedCall], wanted: SiteStructure, live: SiteStructure) -> bool:
    """False once a site space stayed where it was, or had to be removed to get elsewhere."""
    if any(each.endpoint == REMOVE_SITE_SPACE.name for each in tried):
        return all(
            each.ids[-1] not in wanted.spaces for each in tried if each.endpoint == REMOVE_SITE_SPACE.name
        ) and _stayed(tried, wanted, live)
    return _stayed(tried, wanted, live)


def _stayed(tried: list[AttemptedCall], wanted: SiteStructure, live: SiteStructure) -> bool:
    moved = {each.ids[-1] for each in tried if each.endpoint == MOVE_SITE_SPACE.name and each.done}
    return not any(
        item in live.spaces and item in wanted.spaces and live.section_of(item) != wanted.section_of(item)
        for item in moved
    )
