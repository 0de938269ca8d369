"""Whether a move of a site's structure came to be: there is no read of one, but what it moved stands somewhere."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic_core import from_json

from contract.publishing.section_groups import ADD_SECTION, MOVE_SECTION_GROUP, REMOVE_SECTION
from contract.publishing.site_spaces import MOVE_SITE_SPACE
from i18n import N_, gettext
from masthead.changes.structure.attempts import neighbours_sent
from masthead.changes.structure.kept import read_whole
from masthead.changes.structure.since import Standing, outcome_of
from masthead.changes.structure.tree import ROOT, SiteStructure
from masthead.client import Api
from masthead.store import Entry, Journal, Outcome, State

Body = Mapping[str, Any]
HIDDEN = N_("The API doesn't show the place of a group without sections.")
NO_ITEM = N_("What was moved no longer exists.")
NO_GROUP = N_("The group no longer exists.")


class Told(NamedTuple):
    """Messages about a move, by where the moved item is now; those about a group take its title.

    `not_there` is of one that was answered, and planned again since what it moved stood elsewhere.
    """

    as_sent: str
    as_before: str
    neither: str
    not_there: str


OF_POSITIONS = Told(
    as_sent=N_("It was saved: it is in the position that was sent."),
    as_before=N_("It is not saved: it is in the same position as before."),
    neither=N_("It is neither in the position that was sent nor in the one before."),
    not_there=N_("It is not saved: it is not in the position that was sent."),
)
OF_GROUPS = {
    ADD_SECTION.name: Told(
        as_sent=N_("It was saved: the section is in the group %(group)s."),
        as_before=N_("It is not saved: the section is in no group, as before."),
        neither=N_("The section is in another group, not in %(group)s."),
        not_there=N_("It is not saved: the section is in another group, not in %(group)s."),
    ),
    REMOVE_SECTION.name: OF_POSITIONS._replace(  # it is in the group, or not
        as_sent=N_("It was saved: the section is no longer in the group %(group)s."),
        as_before=N_("It is not saved: the section is still in the group %(group)s."),
    ),
}
"""Of calls that send no position, by the name of the endpoint."""


def check_position(api: Api, entry: Entry, journal: Journal | None = None) -> Outcome:
    """Read the site, and look where that is what was moved. Raises the Problem of a failed read."""
    structure = read_whole(api, entry)
    body = from_json(entry.intent.body) if entry.intent.body else {}
    standing = MOVES[entry.intent.endpoint](structure, entry.intent.ids[2:], body, entry.intent.was)
    words = OF_GROUPS.get(entry.intent.endpoint, OF_POSITIONS)
    group = structure.groups.get(entry.intent.ids[2])
    names = {"group": group.title} if group is not None else {}
    if standing is Standing.NEITHER and entry.outcome.state is State.SAVED:  # answered, and planned again in vain
        return Outcome(State.NOT_SAVED, gettext(words.not_there, **names))
    told = {
        Standing.AS_SENT: words.as_sent,
        Standing.AS_BEFORE: words.as_before,
        Standing.NEITHER: words.neither,
        Standing.GONE: _why_not_shown(structure, entry),
    }
    return outcome_of(entry, standing, gettext(told[standing], **names), structure, journal)


def _why_not_shown(structure: SiteStructure, entry: Entry) -> str:
    endpoint, group = entry.intent.endpoint, entry.intent.ids[2]
    if endpoint == MOVE_SECTION_GROUP.name and group in structure.groups:
        return HIDDEN
    return NO_GROUP if endpoint != MOVE_SITE_SPACE.name and group not in structure.groups else NO_ITEM


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
