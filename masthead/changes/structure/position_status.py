"""Whether a move of a site's structure came to be: there is no read of one, but what it moved stands somewhere."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic_core import from_json

from contract.publishing.section_groups import ADD_SECTION, MOVE_SECTION_GROUP, REMOVE_SECTION
from contract.publishing.site_spaces import MOVE_SITE_SPACE
from masthead.changes.structure.attempts import neighbours_sent
from masthead.changes.structure.kept import read_whole
from masthead.changes.structure.since import Standing, outcome_of
from masthead.changes.structure.tree import ROOT, SiteStructure
from masthead.client import Api
from masthead.store import Cause, Entry, Journal, Outcome, Reason, State

Body = Mapping[str, Any]


def check_position(api: Api, entry: Entry, journal: Journal | None = None) -> Outcome:
    """Read the site, and look where that is what was moved. Raises the Problem of a failed read."""
    structure = read_whole(api, entry)
    body = from_json(entry.intent.body) if entry.intent.body else {}
    standing = MOVES[entry.intent.endpoint](structure, entry.intent.ids[2:], body, entry.intent.was)
    if standing is Standing.NEITHER and entry.outcome.state is State.SAVED:  # answered, and planned again in vain
        return Outcome(State.NOT_SAVED, Cause(Reason.NEITHER))
    return outcome_of(entry, standing, structure, journal)


def _space_standing(structure: SiteStructure, ids: Sequence[str], body: Body, was: Body) -> Standing:
    (space,) = ids
    if space not in structure.spaces:
        return Standing.GONE
    return _standing_in(structure.held[structure.section_of(space)], space, body, was)


def _group_standing(structure: SiteStructure, ids: Sequence[str], body: Body, was: Body) -> Standing:
    """The API does not show where groups without sections are."""
    (group,) = ids
    shown = [each for each in structure.top if each not in structure.groups or structure.members[each]]
    beside = neighbours_sent(body).values()
    return _standing_in(shown, group, body, was) if {group, *beside} <= set(shown) else Standing.GONE


def _standing_in(line: Sequence[str], item: str, body: Body, was: Body) -> Standing:
    """Something else may have been put in between since, so what is not beside its neighbour may have been moved."""
    place = line.index(item)
    here = {"after": line[:place][-1:], "before": line[place + 1 : place + 2]}
    sent, before = neighbours_sent(body), neighbours_sent(was)
    if any(here[side] == [id_] for side, id_ in sent.items()) or (not sent and not here["before"]):
        return Standing.AS_SENT
    is_before = "position" in was and here == {side: [before[side]] if side in before else [] for side in here}
    return Standing.AS_BEFORE if is_before else Standing.NEITHER


def _section_added(structure: SiteStructure, ids: Sequence[str], body: Body, _was: Body) -> Standing:
    (group,) = ids
    section = str(body["sectionId"])
    if section not in structure.sections or group not in structure.groups:
        return Standing.GONE
    home = structure.group_of(section)
    return {group: Standing.AS_SENT, ROOT: Standing.AS_BEFORE}.get(home, Standing.NEITHER)


def _section_removed(structure: SiteStructure, ids: Sequence[str], _body: Body, _was: Body) -> Standing:
    group, section = ids
    if section not in structure.sections or group not in structure.groups:
        return Standing.GONE
    return Standing.AS_BEFORE if structure.group_of(section) == group else Standing.AS_SENT


MOVES: Mapping[str, Callable[[SiteStructure, Sequence[str], Body, Body], Standing]] = {
    MOVE_SITE_SPACE.name: _space_standing,
    MOVE_SECTION_GROUP.name: _group_standing,
    ADD_SECTION.name: _section_added,
    REMOVE_SECTION.name: _section_removed,
}
"""By the name of the endpoint: where what it moved stands."""
