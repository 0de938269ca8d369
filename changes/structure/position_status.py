"""Whether a move of a site's structure came to be: there is no read of one, but what it moved stands somewhere."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic_core import from_json

from changes.structure.reading import read
from changes.structure.tree import SiteStructure
from client import Api
from contract.publishing.section_groups import ADD_SECTION, MOVE_SECTION_GROUP, REMOVE_SECTION
from contract.publishing.site_spaces import MOVE_SITE_SPACE
from i18n import N_, gettext
from store import Entry, Outcome, State

Body = Mapping[str, Any]
HIDDEN = N_("The API doesn't show the place of a group without sections.")


def check_position(api: Api, entry: Entry) -> Outcome:
    """Read the site, and look where that is what was moved. Raises the Problem of a failed read."""
    organization, site, *ids = entry.intent.ids
    live = read(api, organization, site)
    if live.groups_problem is not None:
        raise live.groups_problem
    body = from_json(entry.intent.body) if entry.intent.body else {}
    stands = MOVES[entry.intent.endpoint](live.structure, ids, body)
    if stands is None:
        is_hidden = entry.intent.endpoint == MOVE_SECTION_GROUP.name and ids[0] in live.structure.groups
        return Outcome(State.UNKNOWN, gettext(HIDDEN) if is_hidden else gettext("What was moved no longer exists."))
    if stands:
        return Outcome(State.SAVED, gettext("It was saved: it is in the position that was sent."))
    return Outcome(State.NOT_SAVED, gettext("It is not saved: it is not in the position that was sent."))


def _is_space_moved(structure: SiteStructure, ids: Sequence[str], body: Body) -> bool | None:
    (space,) = ids
    if space not in structure.spaces:
        return None
    return _is_beside(structure.held[structure.section_of(space)], space, body, "siteSpace")


def _is_group_moved(structure: SiteStructure, ids: Sequence[str], body: Body) -> bool | None:
    """The API does not show where groups without sections are."""
    (group,) = ids
    shown = [each for each in structure.top if each not in structure.groups or structure.members[each]]
    beside = [each["id"] for each in body.get("position", {}).values()]
    return _is_beside(shown, group, body, "id") if {group, *beside} <= set(shown) else None


def _is_beside(line: Sequence[str], item: str, body: Body, name: str) -> bool:
    position = body.get("position", {})
    place = line.index(item)
    if "after" in position:
        return place > 0 and line[place - 1] == position["after"][name]
    if "before" in position:
        return line[place + 1 : place + 2] == [position["before"][name]]
    return place == len(line) - 1


def _is_section_added(structure: SiteStructure, ids: Sequence[str], body: Body) -> bool | None:
    (group,) = ids
    section = str(body["sectionId"])
    return structure.group_of(section) == group if section in structure.sections else None


def _is_section_removed(structure: SiteStructure, ids: Sequence[str], _body: Body) -> bool | None:
    group, section = ids
    return structure.group_of(section) != group if section in structure.sections else None


MOVES: Mapping[str, Callable[[SiteStructure, Sequence[str], Body], bool | None]] = {
    MOVE_SITE_SPACE.name: _is_space_moved,
    MOVE_SECTION_GROUP.name: _is_group_moved,
    ADD_SECTION.name: _is_section_added,
    REMOVE_SECTION.name: _is_section_removed,
}
"""By the name of the endpoint: whether its effect is there; None where what it was about is gone."""
