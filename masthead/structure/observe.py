"""Checks calls that arrange a site against listings, since no endpoint reads a single item.

If somebody has set the same value since, the structure doesn't show the call's effect, but the value that the later
call found does: see `masthead.writes`.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from contract.publishing.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    DELETE_SECTION_GROUP,
    MOVE_SECTION_GROUP,
    REMOVE_SECTION,
    UPDATE_SECTION_GROUP,
)
from contract.publishing.site_spaces import (
    ADD_SITE_SPACE,
    MOVE_SITE_SPACE,
    REMOVE_SITE_SPACE,
    UPDATE_SITE_SPACE,
)
from contract.publishing.sites import UPDATE_SITE
from masthead.client import Api
from masthead.resources.values import NOT_KNOWN, STRUCTURE_RULES, key, same, values_of
from masthead.store.entries import Cause, Entry, Intent, Outcome, Reason, State
from masthead.store.journal.journal import Journal, ValueWrite, build_request
from masthead.structure.progress import REMOVALS, SentCall, find_added, parse_neighbours
from masthead.structure.read import read
from masthead.structure.tree import SiteStructure
from masthead.writes.check import concurrent_creations
from masthead.writes.observe import (
    CHANGED_SINCE,
    DONE_BY_SOMEBODY,
    MAYBE_DONE,
    NEITHER,
    NOT_DONE,
    NOT_SAVED,
    ObservedValue,
    observe,
)
from masthead.writes.timeline import Timeline, read_timelines

ARRANGING = (*sorted(STRUCTURE_RULES), UPDATE_SITE_SPACE.name, UPDATE_SITE.name)
"""Names of endpoints that change a structure."""
ADDS = frozenset({ADD_SITE_SPACE.name, CREATE_SECTION_GROUP.name})
LISTED = ADDS | REMOVALS | {UPDATE_SECTION_GROUP.name}
MOVES = frozenset({MOVE_SITE_SPACE.name, MOVE_SECTION_GROUP.name, ADD_SECTION.name, REMOVE_SECTION.name})
OVERWRITES = frozenset({UPDATE_SITE_SPACE.name, REMOVE_SITE_SPACE.name, UPDATE_SECTION_GROUP.name, UPDATE_SITE.name})
"""Without moves, which overwrite nothing."""


def check_items(api: Api, entry: Entry, journal: Journal | None = None) -> Outcome:
    """Look for the added, removed or renamed item. Raises the Problem of a failed read."""
    site, taken = read_whole(api, entry), {each.outcome.made for each in concurrent_creations(journal, entry)}
    if entry.intent.endpoint in ADDS:
        return _check_added(site, entry, taken, journal)
    return (_check_removed if entry.intent.endpoint in REMOVALS else _check_renamed)(site, entry, journal)


def read_whole(api: Api, entry: Entry) -> SiteStructure:
    """Read the structure that an entry changed. Raises the Problem of a failed part."""
    organization, site = entry.intent.ids[:2]
    live = read(api, organization, site)
    if live.groups_problem is not None:
        raise live.groups_problem
    return live.structure


def _check_added(site: SiteStructure, entry: Entry, taken: Collection[str], journal: Journal | None) -> Outcome:
    """Return MAYBE_DONE for a matching item, since somebody else may have added it."""
    if not {*find_added(site, entry.intent)} <= {*taken}:
        return MAYBE_DONE
    later = (each.intent for each in _list_saved_since(journal, entry))
    is_met = any(_is_confirmed_by(entry.intent, each) for each in later if each.ids[-1] not in taken)
    return CHANGED_SINCE if is_met else NOT_DONE


def _is_confirmed_by(call: Intent, later: Intent) -> bool:
    """True if a later call renamed or removed an item that this call may have added."""
    sent, was = SentCall(call).sent, later.was
    if call.endpoint == ADD_SITE_SPACE.name:
        return later.endpoint == REMOVE_SITE_SPACE.name and bool(sent.get("spaceId") == was.get("spaceId"))
    is_of_group = later.endpoint in {UPDATE_SECTION_GROUP.name, DELETE_SECTION_GROUP.name}
    return is_of_group and bool(sent.get("title") == was.get("title", later.subject.title))


def _check_removed(site: SiteStructure, entry: Entry, journal: Journal | None) -> Outcome:
    removed = entry.intent.ids[-1]
    if removed in site.spaces | site.groups:
        return NOT_SAVED
    if any(removed in each.intent.ids[2:] for each in _list_saved_since(journal, entry)):
        return Outcome(State.NOT_SAVED, Cause(Reason.FOUND_AS_BEFORE))
    return DONE_BY_SOMEBODY


def _check_renamed(site: SiteStructure, entry: Entry, journal: Journal | None) -> Outcome:
    group = site.groups.get(entry.intent.ids[-1])
    values = [
        ObservedValue(each.own.sent, each.own.before, getattr(group, name) if group else NOT_KNOWN, each)
        for name, each in read_timelines(journal, entry).items()
    ]
    found = observe(values)
    return replace(found, became=SentCall(entry.intent).sent) if found.state is State.SAVED else found


def check_position(api: Api, entry: Entry, journal: Journal | None = None) -> Outcome:
    """Read the site and check the moved item's place. Raises the Problem of a failed read."""
    return observe_position(read_whole(api, entry), entry, journal)


def observe_position(structure: SiteStructure, entry: Entry, journal: Journal | None = None) -> Outcome:
    """Judge a move by the current place of the moved item."""
    timeline = next(iter(read_timelines(journal, entry).values()))
    own = timeline.own
    if own.key.endswith(".place"):
        writes = [_found_place(each, own.sent) for each in timeline.writes] + _list_neighbour_moves(journal, entry)
        timeline = Timeline(sorted(writes, key=lambda each: each.entry), own)
    found = observe([ObservedValue(own.sent, own.before, find_place(structure, entry.intent), timeline)])
    if found is NEITHER and entry.outcome.state is State.SAVED:  # accepted, then planned again without effect
        return Outcome(State.NOT_SAVED, Cause(Reason.NEITHER))
    return found


def find_place(structure: SiteStructure, intent: Intent) -> Any:  # noqa: ANN401 - JSON, or NOT_KNOWN
    """Return the moved item's place: the group of a section, or the neighbours.

    Return it as it was sent if it matches. NOT_KNOWN for groups without sections, whose place the API hides.
    """
    item, sent = intent.ids[-1], SentCall(intent).sent
    if intent.endpoint in {ADD_SECTION.name, REMOVE_SECTION.name}:
        group, section = intent.ids[2], str(sent.get("sectionId", item))
        is_shown = section in structure.sections and group in structure.groups
        return (structure.group_of(section) or None) if is_shown else NOT_KNOWN
    if intent.endpoint == MOVE_SITE_SPACE.name:
        needed, line = {item}, structure.held.get(structure.section_of(item), [])
    else:
        needed = {item, *parse_neighbours(sent).values()}
        line = [each for each in structure.top if each not in structure.groups or structure.members[each]]
    if not needed <= {*line}:
        return NOT_KNOWN
    place = line.index(item)
    beside = {"after": line[:place][-1:], "before": line[place + 1 : place + 2]}
    return _match_sent_place({side: each[0] for side, each in beside.items() if each}, parse_neighbours(sent))


def _match_sent_place(place: Any, sent: Mapping[str, str]) -> Any:  # noqa: ANN401 - JSON, or NOT_KNOWN
    """Return `sent` if the place matches: a call names one neighbour, or none for the end."""
    if place is NOT_KNOWN:
        return place
    return sent if (sent.items() <= place.items() if sent else "before" not in place) else place


def _found_place(write: ValueWrite, sent: Mapping[str, str]) -> ValueWrite:
    """Ignore the place that a later move of a group found: it may have had no sections."""
    is_known = write.endpoint == MOVE_SITE_SPACE.name
    return write._replace(before=_match_sent_place(write.before, sent) if is_known else NOT_KNOWN)


def _list_neighbour_moves(journal: Journal | None, entry: Entry) -> list[ValueWrite]:
    """List later moves of neighbours: two orders don't say which item passed the other."""
    intent = entry.intent
    kind = "site-space" if intent.endpoint == MOVE_SITE_SPACE.name else "section-group"
    beside = {*parse_neighbours(SentCall(intent).sent).values(), *parse_neighbours(intent.was).values()}
    keys = [key(kind, each, "place") for each in sorted(beside)]
    writes = journal.values(intent.organization, keys) if journal and keys else ()
    return [each._replace(before=NOT_KNOWN, sent=NOT_KNOWN) for each in writes if each.entry > entry.number]


def is_as_sent(structure: SiteStructure, intent: Intent) -> bool:
    """True if the moved item is at its target."""
    return same(find_place(structure, intent), next(iter(values_of(build_request(intent)).values())).sent)


def _list_saved_since(journal: Journal | None, entry: Entry) -> list[Entry]:
    if journal is None:
        return []
    later = journal.since(entry.intent.organization, entry.number + 1, ARRANGING, entry.intent.ids[:2])
    return [each for each in later if each.outcome.state is State.SAVED]
