"""What this service makes of moves, where the contract leaves it open: found out from what a plan has tried."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pydantic_core import from_json

from contract.publishing.section_groups import MOVE_SECTION_GROUP
from contract.publishing.site_spaces import MOVE_SITE_SPACE, REMOVE_SITE_SPACE
from contract.publishing.sites import UPDATE_SITE
from masthead.changes.structure.order import Anchors
from masthead.changes.structure.steps import DEFAULTS
from masthead.changes.structure.tree import SiteStructure


class NeighbourKind(StrEnum):
    """What a group may be put beside. A section is named where one will do: the contract shows no other neighbour."""

    ANYTHING = "anything"
    SECTIONS = "sections"


@dataclass(frozen=True, slots=True)
class AttemptedCall:
    """A call that a plan has sent: `done` as the service said, else refused.

    `made` is the id of what is new, `became` what the service told of it, `was` what the plan had read before, as the
    journal has them, `title` what it was called then.
    """

    endpoint: str
    ids: tuple[str, ...]
    body: str | None
    done: bool
    made: str = ""
    became: Mapping[str, Any] = field(default_factory=dict)
    was: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""

    @property
    def sent(self) -> Mapping[str, Any]:
        """The body as JSON values, by field; empty without one."""
        sent: Mapping[str, Any] = from_json(self.body) if self.body else {}
        return sent


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What a service makes of the calls that it takes.

    `listens`, `groups_listen`: a site space, or a group, goes where its move says, else to the end of its line.
    `crosses` and `joins_last` are as in Ways.
    """

    listens: bool = True
    groups_listen: bool = True
    crosses: bool = True
    joins_last: bool = True


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

    def can_enter(self, spaces: Sequence[str]) -> bool:
        """Whether a move can lead into a section that has these site spaces."""
        beside = 2 if self.anchors is Anchors.BOTH else 1
        return self.crosses and self.anchors not in {None, Anchors.END} and len(spaces) >= beside


IN_VAIN = 3
INSTEAD = {
    Anchors.ONE: (Anchors.AFTER, Anchors.BEFORE, Anchors.BOTH, Anchors.END),
    Anchors.AFTER: (Anchors.BEFORE, Anchors.BOTH, Anchors.END),
    Anchors.BEFORE: (Anchors.BOTH, Anchors.END),
    Anchors.BOTH: (Anchors.END,),
}


def detect_ways(tried: Iterable[AttemptedCall], wanted: SiteStructure, begin: Ways, seen: Behaviour) -> Ways:
    """What is known after these calls, of which the outcome is as of a service that behaves as was `seen`."""
    tried = list(tried)
    spaces = [each for each in tried if each.endpoint == MOVE_SITE_SPACE.name]
    groups = [each for each in tried if each.endpoint == MOVE_SECTION_GROUP.name]
    anchors = _anchors(spaces, begin.anchors, ignored=not seen.listens)
    beside = NeighbourKind.SECTIONS if _is_group_anchor_refused(groups) else begin.beside
    about_form = [each for each in groups if beside is NeighbourKind.ANYTHING or not _points_at_group(each)]
    group_anchors = _anchors(about_form, begin.group_anchors, ignored=not seen.groups_listen)
    removed = {each.ids[-1] for each in tried if each.endpoint == REMOVE_SITE_SPACE.name}
    crosses = begin.crosses and seen.crosses and not removed & wanted.spaces.keys()
    return Ways(anchors, beside, group_anchors, crosses, seen.joins_last, _defaults_apart(tried))


def changes_both_defaults(endpoint: str, body: str | None) -> bool:
    """Whether a call changes the default section and the default space at once."""
    return endpoint == UPDATE_SITE.name and set(DEFAULTS.values()) <= set(from_json(body or "{}"))


def _defaults_apart(tried: Iterable[AttemptedCall]) -> bool:
    return any(not each.done and changes_both_defaults(each.endpoint, each.body) for each in tried)


def _is_group_anchor_refused(tried: list[AttemptedCall]) -> bool:
    """Whether it is the neighbour that was refused: either side of it, or the side that was taken beside a section."""
    refused = {_anchor_form(each) for each in tried if not each.done and _points_at_group(each)}
    taken = {_anchor_form(each) for each in tried if each.done and not _points_at_group(each)}
    return bool(refused & taken) or {Anchors.AFTER, Anchors.BEFORE} <= refused


def _anchors(tried: list[AttemptedCall], begin: Anchors | None, *, ignored: bool) -> Anchors | None:
    """The first way that was not refused."""
    to_the_end = [each for each in tried if _anchor_form(each) is Anchors.END]
    if ignored or to_the_end or _max_repetitions(tried) >= IN_VAIN:
        in_vain = any(not each.done for each in to_the_end) or _max_moves_of_item(to_the_end) >= IN_VAIN
        return None if in_vain else Anchors.END
    refused = {_anchor_form(each) for each in tried if not each.done}
    if not refused:
        return begin
    worked = {_anchor_form(each) for each in tried if each.done} - refused
    if len(worked) == 1:
        return worked.pop()
    return next((way for way in INSTEAD.get(begin or Anchors.END, ()) if way not in refused), None)


def _max_moves_of_item(tried: Iterable[AttemptedCall]) -> int:
    return max(Counter(each.ids[-1] for each in tried).values(), default=0)


def _max_repetitions(tried: Iterable[AttemptedCall]) -> int:
    """How often the same call was taken: it is planned again only where it changed nothing."""
    return max(Counter((each.ids, each.body) for each in tried if each.done).values(), default=0)


def _anchor_form(tried: AttemptedCall) -> Anchors:
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
