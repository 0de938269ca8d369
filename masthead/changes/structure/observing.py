"""What the journal tells of a site's structure since a call: who has set the same again, and what they found there.

A structure that is read says nothing about a call where somebody has set the same since. What that one found there
does: it is what the call left.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Any

from pydantic_core import from_json

from contract.publishing.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    DELETE_SECTION_GROUP,
    MOVE_SECTION_GROUP,
    REMOVE_SECTION,
    UPDATE_SECTION_GROUP,
)
from contract.publishing.site_spaces import ADD_SITE_SPACE, MOVE_SITE_SPACE, REMOVE_SITE_SPACE, UPDATE_SITE_SPACE
from contract.publishing.sites import UPDATE_SITE
from masthead.changes.change import ALIKE
from masthead.changes.permanent import STEPS_OF_STRUCTURES
from masthead.changes.structure.attempts import find_added, neighbours_sent
from masthead.changes.structure.merging import CONDITION, DEFAULT, ICON, NAME, PATH, PLACE
from masthead.changes.structure.reading import read
from masthead.changes.structure.steps import DEFAULTS
from masthead.changes.structure.tree import ROOT, SiteStructure, containers
from masthead.client import Api
from masthead.store import Cause, Entry, Intent, Journal, JournalQuery, Outcome, Reason, State

Body = Mapping[str, Any]
ARRANGING = (*sorted(STEPS_OF_STRUCTURES), UPDATE_SITE_SPACE.name, UPDATE_SITE.name)
"""The names of the endpoints that change a structure."""


class Standing(Enum):
    """How what a call set stands; GONE where it, or what it is beside, is not shown."""

    AS_SENT = auto()
    AS_BEFORE = auto()
    NEITHER = auto()
    GONE = auto()


OUTCOMES = {
    Standing.AS_SENT: Outcome(State.SAVED, Cause(Reason.AS_SENT)),
    Standing.AS_BEFORE: Outcome(State.NOT_SAVED, Cause(Reason.AS_BEFORE)),
    Standing.NEITHER: Outcome(State.UNKNOWN, Cause(Reason.NEITHER)),
    Standing.GONE: Outcome(State.UNKNOWN, Cause(Reason.NOT_REPORTED)),
}
"""By how it stands, where nobody has set it since."""


def keys_set(entry: Entry) -> set[str]:
    """What an entry sets, by the keys that conflicts have; of what it made, only where the id is known."""
    endpoint, item, sent = entry.intent.endpoint, entry.intent.ids[-1], _body(entry.intent)
    if endpoint in {MOVE_SITE_SPACE.name, MOVE_SECTION_GROUP.name, REMOVE_SECTION.name}:
        return {f"{PLACE}{item}"}
    if endpoint == ADD_SECTION.name:
        return {f"{PLACE}{sent['sectionId']}"}
    if endpoint == UPDATE_SITE_SPACE.name:
        return {f"{kind}{item}" for kind, name in ((PATH, "path"), (CONDITION, "condition")) if name in sent}
    if endpoint == UPDATE_SECTION_GROUP.name:
        return {f"{kind}{item}" for kind, name in ((NAME, "title"), (ICON, "icon")) if name in sent}
    if endpoint == UPDATE_SITE.name:
        return {DEFAULT} if set(DEFAULTS.values()) & sent.keys() else set()
    return _keys_of_addition(entry, sent)


def keys_set_beside(entry: Entry, site: SiteStructure) -> set[str]:
    """The same, with the place of a neighbour that it passed, as it is on the site now.

    Two orders do not say which of two neighbours was moved past the other.
    """
    return keys_set(entry) | {f"{PLACE}{each}" for each in _neighbours_passed(entry, site)}


def _neighbours_passed(entry: Entry, site: SiteStructure) -> set[str]:
    item, beside = entry.intent.ids[-1], _sides(entry.intent.was)
    line = next((line for line in containers(site).values() if item in line), []) if beside else []
    there = {side: id_ for side, id_ in beside.items() if id_ in line}
    return {id_ for side, id_ in there.items() if (line.index(id_) < line.index(item)) != (side == "after")}


def _keys_of_addition(entry: Entry, sent: Mapping[str, Any]) -> set[str]:
    made = entry.outcome.made
    if entry.intent.endpoint == ADD_SITE_SPACE.name:
        return {f"{kind}{made}" for kind in (PLACE, PATH, CONDITION) if made}
    if entry.intent.endpoint == CREATE_SECTION_GROUP.name:
        return {f"{PLACE}{section}" for section in sent.get("sections") or ()} | {
            f"{kind}{made}" for kind in (NAME, ICON) if made
        }
    return set()


def entries_on_site(journal: Journal, site: Sequence[str], first: int) -> list[Entry]:
    """Everybody's entries that arranged a site, from the number `first` on, in order; of `site` its two ids."""
    return journal.since(site[0], first, ARRANGING, site)


def outcome_of(
    entry: Entry,
    standing: Standing,
    site: SiteStructure,
    journal: Journal | None,
    became: Mapping[str, Any] | None = None,
) -> Outcome:
    """What came of an entry, by how it stands now, and by what others found who set it since.

    `became` is what there is if it was saved. That somebody found it as before says little: they may have read it
    before this was sent, unless both are of one person.
    """
    later = find_later(journal, entry, site)
    if journal is None or not later or standing is Standing.GONE:
        return replace(OUTCOMES[standing], became=(became or {}) if standing is Standing.AS_SENT else {})
    first = later[0]
    found = _found_by(entry, first) if first.at >= journal.ended(entry) else None
    if found is Standing.AS_SENT:
        reason = Reason.AS_SENT if standing is Standing.AS_SENT else Reason.CHANGED_SINCE_SAVED
        return Outcome(State.SAVED, Cause(reason), became=became or {})
    if found is Standing.AS_BEFORE and first.intent.owner == entry.intent.owner:
        return Outcome(State.NOT_SAVED, Cause(Reason.FOUND_AS_BEFORE))
    return Outcome(State.UNKNOWN, Cause(Reason.CHANGED_SINCE))


def find_later(journal: Journal | None, entry: Entry, site: SiteStructure) -> list[Entry]:
    """The saved entries since that set some of what this one did, in order."""
    keys = keys_set(entry)
    return [each for each in _saved_since(journal, entry) if keys & keys_set_beside(each, site)]


def _saved_since(journal: Journal | None, entry: Entry) -> list[Entry]:
    if journal is None:
        return []
    later = entries_on_site(journal, entry.intent.ids[:2], entry.number + 1)
    return [each for each in later if each.outcome.state is State.SAVED]


def _found_by(entry: Entry, later: Entry) -> Standing | None:
    """How a later entry found what this one had set; None where it does not tell.

    The place of a group says nothing: that of one without sections is not shown, so nobody has found it.
    """
    endpoint, other = entry.intent.endpoint, later.intent.endpoint
    if endpoint == ADD_SECTION.name:
        left = other == REMOVE_SECTION.name and later.intent.ids[-2] == entry.intent.ids[-1]
        return Standing.AS_SENT if left else None
    if endpoint == REMOVE_SECTION.name:
        return Standing.AS_SENT if other in {ADD_SECTION.name, CREATE_SECTION_GROUP.name} else None
    return _found_values(entry, later) if endpoint == other != MOVE_SECTION_GROUP.name else None


def _found_values(entry: Entry, later: Entry) -> Standing | None:
    sent, was, found = _body(entry.intent), entry.intent.was, later.intent.was
    if entry.intent.endpoint == MOVE_SITE_SPACE.name:
        if "position" not in was or "position" not in found:  # entries of before the journal kept it
            return None
        end: Mapping[str, Any] = {"after": None, "before": None}
        sent, was, found = _sides(sent) or {"before": None}, {**end, **_sides(was)}, _place_found(entry, later)
    told = {name for name in sent if name in found and was.get(name) != sent[name]}
    if told and all(found[name] == sent[name] for name in told):
        return Standing.AS_SENT
    return Standing.AS_BEFORE if told and all(found[name] == was.get(name) for name in told) else None


def _place_found(entry: Entry, later: Entry) -> Mapping[str, Any]:
    """What was on either side of what `entry` moved, as far as a later move tells."""
    item, other, found = entry.intent.ids[-1], later.intent.ids[-1], _sides(later.intent.was)
    if item == other:
        return {"after": None, "before": None, **found}
    across = {"after": "before", "before": "after"}
    return {across[side]: other for side, id_ in found.items() if id_ == item}


def _sides(body: Mapping[str, Any]) -> Mapping[str, str]:
    return {
        side: each.get("siteSpace") or each.get("id") for side, each in (body.get("position") or {}).items() if each
    }


def was_met_since(journal: Journal | None, entry: Entry) -> bool:
    """Whether somebody has changed since what this entry was to remove."""
    return any(entry.intent.ids[2] in each.intent.ids[2:] for each in _saved_since(journal, entry))


def find_met_since(journal: Journal | None, entry: Entry) -> list[str]:
    """The ids of what may have been added by this entry, of which nobody knows, and was renamed or removed since."""
    if journal is None:
        return []
    found = find_made_since(entry.intent, _saved_since(journal, entry))
    return [id_ for id_ in found if not _was_made_by_another(journal, entry, id_)]


def _was_made_by_another(journal: Journal, entry: Entry, id_: str) -> bool:
    intent = entry.intent
    made = JournalQuery(intent.organization, endpoints=[intent.endpoint], object_id=id_, states=[State.SAVED])
    return bool(journal.entries(made, limit=1))


def find_made_since(call: Intent, later: Iterable[Entry]) -> list[str]:
    """The ids of what later entries found as this call was to add it, and renamed or removed."""
    sent, before = _body(call), call.was.get(ALIKE, ())
    found = (each.intent for each in later if each.outcome.state is State.SAVED and each.intent.ids[-1] not in before)
    return list(dict.fromkeys(other.ids[-1] for other in found if _found_as_sent(call, sent, other)))


def _found_as_sent(call: Intent, sent: Mapping[str, Any], other: Intent) -> bool:
    """Whether another call found what it renamed or removed as this one would have added it."""
    if call.endpoint == ADD_SITE_SPACE.name and other.endpoint == REMOVE_SITE_SPACE.name:
        return bool(sent.get("spaceId") == other.was.get("spaceId"))
    if call.endpoint != CREATE_SECTION_GROUP.name:
        return False
    if other.endpoint == UPDATE_SECTION_GROUP.name:
        return bool(sent.get("title") == other.was.get("title"))
    return other.endpoint == DELETE_SECTION_GROUP.name and sent.get("title") == other.subject.title


def _body(intent: Intent) -> Mapping[str, Any]:
    sent: Mapping[str, Any] = from_json(intent.body) if intent.body else {}
    return sent


def check_items(api: Api, entry: Entry, taken: Collection[str], journal: Journal | None = None) -> Outcome:
    """Read the site, and look whether what was sent is there. Raises the Problem of a failed read.

    `taken` are the ids that other entries of the journal have made.
    """
    site = read_whole(api, entry)
    body = from_json(entry.intent.body) if entry.intent.body else {}
    if entry.intent.endpoint in ADDS:
        return _check_added(find_added(site, entry.intent), taken, find_met_since(journal, entry))
    return REST[entry.intent.endpoint](site, entry, body, journal)


def read_whole(api: Api, entry: Entry) -> SiteStructure:
    """The structure that an entry changed. Raises the Problem where not all of it can be read."""
    live = read(api, *entry.intent.ids[:2])
    if live.groups_problem is not None:
        raise live.groups_problem
    return live.structure


def _check_added(found: Collection[str], taken: Collection[str], met: Collection[str]) -> Outcome:
    """`found` is what is called as it was to be. Nothing tells when it was added: somebody else may have done it.

    `met` is what somebody has found so and changed since.
    """
    if not set(found) <= set(taken):
        return Outcome(State.UNKNOWN, Cause(Reason.MAYBE_DONE))
    if met:
        return Outcome(State.UNKNOWN, Cause(Reason.CHANGED_SINCE))
    return Outcome(State.NOT_SAVED, Cause(Reason.NOT_DONE))


def _check_removed(site: SiteStructure, entry: Entry, _body: Body, journal: Journal | None) -> Outcome:
    if entry.intent.ids[-1] in site.spaces | site.groups:
        return Outcome(State.NOT_SAVED, Cause(Reason.AS_BEFORE))
    if was_met_since(journal, entry):
        return Outcome(State.NOT_SAVED, Cause(Reason.FOUND_AS_BEFORE))
    reason = Reason.CHANGED_SINCE_SAVED if _is_there_again(site, entry) else Reason.DONE_BY_SOMEBODY
    return Outcome(State.SAVED, Cause(reason))


def _is_there_again(site: SiteStructure, entry: Entry) -> bool:
    """Under another id, as what is added again has."""
    if entry.intent.endpoint == DELETE_SECTION_GROUP.name:
        return any(each.title == entry.intent.subject.title for each in site.groups.values())
    space = entry.intent.was.get("spaceId")
    return bool(space) and any(each.space == space for each in site.spaces.values())


def _check_renamed(site: SiteStructure, entry: Entry, body: Body, journal: Journal | None) -> Outcome:
    group = site.groups.get(entry.intent.ids[-1])
    now = {name: getattr(group, name) for name in body} if group else {}
    if group is None:
        standing = Standing.GONE
    elif now == body:
        standing = Standing.AS_SENT
    elif all(now[name] == entry.intent.was.get(name) for name in body):
        standing = Standing.AS_BEFORE
    else:
        standing = Standing.NEITHER
    return outcome_of(entry, standing, site, journal, became=body)


ADDS = frozenset({ADD_SITE_SPACE.name, CREATE_SECTION_GROUP.name})
REST: Mapping[str, Callable[[SiteStructure, Entry, Body, Journal | None], Outcome]] = {
    REMOVE_SITE_SPACE.name: _check_removed,
    DELETE_SECTION_GROUP.name: _check_removed,
    UPDATE_SECTION_GROUP.name: _check_renamed,
}
"""By the name of the endpoint."""
LISTED = ADDS | REST.keys()


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
