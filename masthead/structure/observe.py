"""Finds what calls did to a structure: for the rest of their bulk change, its undo and the journal.

`compute_progress` applies the saved calls of a bulk change to the structure that it began with. The edits from the
result to the wanted structure are the remaining work, so no call is repeated, even if others have made changes since.
`check_call` checks a single call by a later read of the site, since no endpoint reads a single item.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

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
from masthead.client import Api
from masthead.resources.values import NOT_KNOWN, STRUCTURE_RULES, WriteRequest, values_of
from masthead.store.entries import Cause, Entry, Intent, Outcome, Reason, State
from masthead.store.journal.journal import Journal, build_request
from masthead.structure.edits import CONDITION, DEFAULT, ICON, NAME, PATH, PLACE, EditConflict, map_values
from masthead.structure.read import read_structure
from masthead.structure.requests import DEFAULTS, apply_request, parse_neighbour
from masthead.structure.tree import (
    NEW,
    SiteStructure,
    is_new,
    lines_by_key,
    map_items_to_lines,
    place_items_as_in,
    replace_ids,
)
from masthead.writes.check import concurrent_creations
from masthead.writes.observe import (
    CHANGED_SINCE,
    DONE_BY_SOMEBODY,
    MAYBE_DONE,
    NEITHER,
    NOT_DONE,
    NOT_SAVED,
    ObservedValue,
    judge_outcome,
)
from masthead.writes.send import ALIKE
from masthead.writes.timeline import Timeline, read_timelines

ARRANGING = (*sorted(STRUCTURE_RULES), UPDATE_SITE_SPACE.name, UPDATE_SITE.name)
"""Names of endpoints that change a structure."""
ADDS = frozenset({ADD_SITE_SPACE.name, CREATE_SECTION_GROUP.name})
REMOVALS = frozenset({REMOVE_SITE_SPACE.name, DELETE_SECTION_GROUP.name})
HIDES = REMOVALS | {UPDATE_SECTION_GROUP.name}
"""Calls after which an item that was added can't be found."""
PLACING = frozenset({MOVE_SITE_SPACE.name, MOVE_SECTION_GROUP.name})
JOINING = frozenset({ADD_SECTION.name, REMOVE_SECTION.name})
OVERWRITES = frozenset({UPDATE_SITE_SPACE.name, REMOVE_SITE_SPACE.name, UPDATE_SECTION_GROUP.name, UPDATE_SITE.name})
"""Endpoints whose calls may overwrite others' values: not moves, which overwrite nothing."""
AGAIN = f"{NEW}again-"
KINDS = {"place": PLACE, "group": PLACE, "path": PATH, "condition": CONDITION, "title": NAME, "icon": ICON}
"""Prefixes of conflict keys, by the setting in the journal's keys."""


def build_call(intent: Intent, outcome: Outcome | None) -> WriteRequest:
    """Return a call that took effect, with the id of the item that it added and the path that the API assigned."""
    call = build_request(intent, outcome.made if outcome else "")
    path = {"path": str(outcome.became.get("path", ""))} if outcome and call.endpoint == ADD_SITE_SPACE.name else {}
    return call._replace(body={**call.body, **path})


def find_added(site: SiteStructure, intent: Intent) -> list[str]:
    """List new items that match what the call would add; empty for other calls."""
    call, found = build_request(intent), list[str]()
    if call.endpoint == ADD_SITE_SPACE.name:
        found = [id_ for id_, item in site.spaces.items() if item.space == call.body.get("spaceId")]
    elif call.endpoint == CREATE_SECTION_GROUP.name:
        found = [id_ for id_, item in site.groups.items() if item.title == call.body.get("title")]
    return [id_ for id_ in found if id_ not in call.was.get(ALIKE, ())]


def list_set_keys(call: WriteRequest) -> set[str]:
    """Return the conflict keys of the values that a call sets."""
    if call.endpoint == ADD_SITE_SPACE.name:
        return {f"{PLACE}{call.made}"}
    parts = [each.rpartition(".") for each in values_of(call)]
    found = {f"{KINDS[name]}{of.partition(':')[2]}" for of, _, name in parts if of and name in KINDS}
    return found | {DEFAULT for _, _, name in parts if name in DEFAULTS.values()}


@dataclass
class Progress:
    """The effects of the calls so far.

    `start` is the structure as the calls found it, `base` is the same with their effects, and `wanted` is the goal. All
    have current ids, to which `names` maps the draft's ids. `done` are the conflict keys that calls set, `created` and
    `removed` are the ids of items that they added and removed, and `beside` are the neighbours that they named, by
    `after` or `before`. `loose` are items that calls put into a line without naming a place in it, `adrift` those that
    they put beside an item that others had put there.
    """

    start: SiteStructure
    base: SiteStructure
    wanted: SiteStructure
    names: Mapping[str, str]
    done: set[str] = field(default_factory=set)
    created: list[str] = field(default_factory=list)
    removed: set[str] = field(default_factory=set)
    beside: dict[str, tuple[str, str]] = field(default_factory=dict)
    loose: set[str] = field(default_factory=set)
    adrift: set[str] = field(default_factory=set)

    def add(self, call: WriteRequest) -> None:
        """Apply a call with current ids to `base`, as the API applied it to the site."""
        item = call.made or call.ids[-1]
        self.done |= list_set_keys(call)
        if call.endpoint in PLACING:
            self._note_place(item, *parse_neighbour(call.body))
        elif call.endpoint in JOINING:
            self.loose.add(call.body.get("sectionId", item))
        elif call.endpoint in ADDS:
            self.created.append(item)
            self.loose |= {item, *call.body.get("sections", ())}
        elif item in self.base.spaces and item in self.wanted.spaces:
            self._keep_values_of_others(item, call)
        apply_request(self.base, call)
        if call.endpoint == ADD_SITE_SPACE.name and item in self.base.spaces:
            self._copy_added_settings(item)

    def _keep_values_of_others(self, item: str, call: WriteRequest) -> None:
        """Add to the goal what others had set before a call removed a space or temporarily changed its path."""
        base, wanted = self.base.spaces[item], self.wanted.spaces[item]
        for name in call.was.keys() & {"path", "condition"}:
            value, mine = call.was[name], getattr(wanted, name)
            if value not in {mine, getattr(base, name)} and call.body.get(name, value) != mine:
                for side in (self.start, self.wanted):
                    side.spaces |= {item: replace(side.spaces[item], **{name: value})} if item in side.spaces else {}

    def _copy_added_settings(self, item: str) -> None:
        """Copy an added space's settings from the draft, except for a path that the API chose."""
        path, wanted = self.base.spaces[item].path, self.wanted.spaces[item]
        self.base.spaces[item] = replace(wanted, path=path or wanted.path, condition=None)
        self.wanted.spaces[item] = replace(wanted, path=wanted.path or path)

    def _note_place(self, item: str, side: str, beside: str) -> None:
        self.beside[item] = side, beside
        home = map_items_to_lines(lines_by_key(self.wanted)).get(item, "")
        is_there = beside in lines_by_key(self.base).get(home, ())
        (self.adrift.discard if is_there else self.adrift.add)(item)
        self.loose.discard(item)

    def list_loose(self, now: SiteStructure) -> set[str]:
        """List items without a place, except those that others have since moved to another line."""
        homes, there = (map_items_to_lines(lines_by_key(each)) for each in (self.base, now))
        return {item for item in self.loose if homes.get(item) == there.get(item)}


def compute_progress(
    base: SiteStructure,
    wanted: SiteStructure,
    calls: Sequence[WriteRequest],
    live: SiteStructure | None = None,
    names: Mapping[str, str] = MappingProxyType({}),
) -> Progress:
    """Apply saved calls to `base` in the order in which they were sent; `names` come from an earlier read."""
    names, there = {**names, **map_created_ids(wanted, calls)}, set[str]()
    if live is not None:
        names |= _map_readded_items(base, calls, live)
        there = {*live.spaces, *live.groups}
    progress = Progress(replace_ids(base, names), replace_ids(base, names), replace_ids(wanted, names), names)
    for call in calls:
        if call.endpoint in REMOVALS and call.ids[-1] in there:  # the API accepted the call without effect
            continue
        progress.removed |= {call.ids[-1]} if call.endpoint in REMOVALS else set()
        progress.add(_rename(call, names))
    place_items_as_in(progress.wanted, progress.base, progress.adrift)
    # Items to add again are new until they are there.
    again = {item: f"{AGAIN}{item}" for item in progress.removed & progress.wanted.spaces.keys()}
    progress.wanted = replace_ids(progress.wanted, again)
    return progress


def _rename(call: WriteRequest, names: Mapping[str, str]) -> WriteRequest:
    side, beside = parse_neighbour(call.body)
    position = {"position": {side: {"id": names.get(beside, beside)}}} if beside else {}
    return call._replace(ids=tuple(names.get(id_, id_) for id_ in call.ids), body={**call.body, **position})


def map_created_ids(wanted: SiteStructure, calls: Iterable[WriteRequest]) -> dict[str, str]:
    """Map the draft's new items, and site spaces that calls removed, to the ids of items that calls added."""
    names, removed = dict[str, str](), set[str]()
    for call in calls:
        if call.endpoint == REMOVE_SITE_SPACE.name:
            removed.add(call.ids[-1])
        same = [id_ for id_, each in wanted.groups.items() if each.title == call.body.get("title")]
        if call.endpoint == ADD_SITE_SPACE.name:
            same = [id_ for id_, each in wanted.spaces.items() if each.space == call.body.get("spaceId")]
        free = [id_ for id_ in same if id_ not in names and (is_new(id_) or id_ in removed)]
        if call.made and free:
            names[free[0]] = call.made
    return names


def _map_readded_items(base: SiteStructure, calls: Iterable[WriteRequest], live: SiteStructure) -> dict[str, str]:
    """Map missing items to new ones that show the same space or, for groups, have the same title."""
    own = {call.made or call.ids[-1] for call in calls if call.endpoint in ADDS | REMOVALS}
    was, now = (
        {id_: ("space", each.space) for id_, each in side.spaces.items() if each.space}
        | {id_: ("group", each.title) for id_, each in side.groups.items()}
        for side in (base, live)
    )
    new = {name: id_ for id_, name in now.items() if id_ not in was.keys() | own}
    return {id_: new[name] for id_, name in was.items() if id_ not in now.keys() | own and name in new}


def find_values_changed_since(progress: Progress, now: SiteStructure) -> list[EditConflict]:
    """Find values that calls set as wanted but that are different `now`."""
    base, wanted, there = (map_values(each) for each in (progress.base, progress.wanted, now))
    lines, found = lines_by_key(now), list[EditConflict]()
    for key in sorted(progress.done & there.keys()):
        item, line = key.partition(":")[2] or progress.base.default_space, str(base.get(key))
        is_kept = base.get(key) == there[key]
        if is_kept and key.startswith(PLACE):
            is_kept = _keeps_neighbour(item, progress.beside, lines[line])
        if key in base and base[key] == wanted.get(key) and not is_kept:
            found.append(EditConflict(key, (item,)))
    return found


def _keeps_neighbour(item: str, beside: Mapping[str, tuple[str, str]], line: Sequence[str]) -> bool:
    side, other = beside.get(item, ("", ""))
    return other not in line or (line.index(other) < line.index(item)) == (side == "after")


def list_missing_items(progress: Progress, now: SiteStructure) -> list[str]:
    """List items that calls added and that are missing, although no call removed them."""
    there = now.spaces.keys() | now.groups.keys() | progress.removed
    return [item for item in dict.fromkeys(progress.created) if item not in there]


def list_removed_items(progress: Progress, now: SiteStructure) -> list[str]:
    """List items whose values calls set and that others removed."""
    there = {*now.spaces, *now.groups, *now.sections, *progress.removed, *progress.created, ""}
    return sorted({key.partition(":")[2] for key in progress.done} - there)


def check_call(api: Api, entry: Entry, journal: Journal | None = None) -> Outcome:
    """Read the site and determine whether a call was saved. Raises Problem if a read fails."""
    organization, site = entry.intent.ids[:2]
    live = read_structure(api, organization, site)
    if live.groups_problem is not None:
        raise live.groups_problem
    if entry.intent.endpoint in ADDS:
        return _check_added(live.structure, entry, journal)
    check = _check_removed if entry.intent.endpoint in REMOVALS else observe_values
    return check(live.structure, entry, journal)


def _check_added(site: SiteStructure, entry: Entry, journal: Journal | None) -> Outcome:
    """Return MAYBE_DONE for a matching item, since somebody else may have added it."""
    taken = {each.outcome.made for each in concurrent_creations(journal, entry)}
    if not {*find_added(site, entry.intent)} <= taken:
        return MAYBE_DONE
    later = (each for each in _list_saved_since(journal, entry) if each.ids[-1] not in taken)
    return CHANGED_SINCE if any(each.endpoint in HIDES for each in later) else NOT_DONE


def _check_removed(site: SiteStructure, entry: Entry, journal: Journal | None) -> Outcome:
    removed = entry.intent.ids[-1]
    if removed in site.spaces | site.groups:
        return NOT_SAVED
    if any(removed in each.ids[2:] for each in _list_saved_since(journal, entry)):
        return Outcome(State.NOT_SAVED, Cause(Reason.FOUND_AS_BEFORE))
    return DONE_BY_SOMEBODY


def _list_saved_since(journal: Journal | None, entry: Entry) -> list[Intent]:
    if journal is None:
        return []
    later = journal.list_since(entry.intent.organization, entry.number + 1, ARRANGING, entry.intent.ids[:2])
    return [each.intent for each in later if each.outcome.state is State.SAVED]


def observe_values(site: SiteStructure, entry: Entry, journal: Journal | None = None) -> Outcome:
    """Check a move by the item's current place, or a change to a group by its title and icon.

    If somebody has set the same value since, the structure doesn't show the call's effect, but the value that the later
    call found does: see `masthead.writes`.
    """
    intent, group = entry.intent, site.groups.get(entry.intent.ids[-1])
    is_move, values = intent.endpoint in PLACING | JOINING, list[ObservedValue]()
    for name, each in read_timelines(journal, entry).items():
        now = find_place(site, intent) if is_move else getattr(group, name, NOT_KNOWN)
        if intent.endpoint == MOVE_SECTION_GROUP.name:  # a later move may have found it without sections
            each = Timeline([write._replace(before=NOT_KNOWN) for write in each.writes], each.own)  # noqa: PLW2901
        if name != "section":  # the service chooses it
            values.append(ObservedValue(each.own.sent, each.own.before, now, each))
    found = judge_outcome(values)
    if is_move and found is NEITHER and entry.outcome.state is State.SAVED:  # accepted, then planned again
        return Outcome(State.NOT_SAVED, Cause(Reason.NEITHER))
    is_saved = found.state is State.SAVED and not is_move
    return replace(found, became=build_request(intent).body) if is_saved else found


def find_place(site: SiteStructure, intent: Intent) -> Any:  # noqa: ANN401 - JSON, or NOT_KNOWN
    """Return the moved item's place: the group of a section, or the neighbours.

    A place that agrees with the request is returned as it was sent: with one neighbour, or none for the end. Returns
    NOT_KNOWN for groups without sections, whose place the API hides.
    """
    item, body = intent.ids[-1], build_request(intent).body
    if intent.endpoint in JOINING:
        group, section = intent.ids[2], body.get("sectionId", item)
        is_shown = section in site.sections and group in site.groups
        return (site.group_of(section) or None) if is_shown else NOT_KNOWN
    _, beside = parse_neighbour(body)
    if intent.endpoint == MOVE_SITE_SPACE.name:
        needed, line = {item}, site.held.get(site.section_of(item), [])
    else:
        needed, line = {item, beside or item}, [each for each in site.top if site.members.get(each, True)]
    if not needed <= {*line}:
        return NOT_KNOWN
    place = line.index(item)
    beside_now = {"after": line[:place][-1:], "before": line[place + 1 : place + 2]}
    found = {side: each[0] for side, each in beside_now.items() if each}
    sent = next(iter(values_of(build_request(intent)).values())).sent
    return sent if (sent.items() <= found.items() if sent else "before" not in found) else found
