"""Progress of a bulk change: the effects of its saved calls on the structure from which it began.

The remaining work are the edits from that result to the wanted structure, so that no call is repeated, even if others
have made changes since.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

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
from masthead.resources.values import values_of
from masthead.store.entries import Intent, Outcome
from masthead.store.journal.journal import build_request
from masthead.structure.edits import CONDITION, DEFAULT, GONE, ICON, NAME, PATH, PLACE, EditConflict
from masthead.structure.requests import DEFAULTS
from masthead.structure.tree import (
    NEW,
    ROOT,
    GroupItem,
    SiteStructure,
    containers,
    is_new,
    map_items_to_lines,
    remove_item,
    replace_ids,
    replay_moves,
)
from masthead.writes.send import ALIKE

AGAIN = f"{NEW}again-"
KINDS = {"place": PLACE, "group": PLACE, "path": PATH, "condition": CONDITION, "title": NAME, "icon": ICON}
"""Prefixes of conflict keys, by the setting in the journal's keys."""
REMOVALS = frozenset({REMOVE_SITE_SPACE.name, DELETE_SECTION_GROUP.name})
FIELDS = {PATH: "path", CONDITION: "condition", NAME: "title", ICON: "icon"}


class SentCall(NamedTuple):
    """A call that took effect. `made` is the id of the added item, `path` is its path as set by the API."""

    intent: Intent
    made: str = ""
    path: str = ""

    @property
    def sent(self) -> Mapping[str, Any]:
        """Parse the body; empty if there is none."""
        sent: Mapping[str, Any] = from_json(self.intent.body) if self.intent.body else {}
        return sent

    @property
    def neighbours(self) -> dict[str, str]:
        return parse_neighbours(self.sent)


def build_sent_call(intent: Intent, outcome: Outcome | None) -> SentCall:
    return SentCall(intent, outcome.made, str(outcome.became.get("path", ""))) if outcome else SentCall(intent)


def parse_neighbours(body: Mapping[str, Any]) -> dict[str, str]:
    """Return the neighbours' ids in the body of a move, by `after` and `before`."""
    position = body.get("position") or {}
    return {side: str(each.get("siteSpace") or each.get("id")) for side, each in position.items() if each}


def find_added(site: SiteStructure, intent: Intent) -> list[str]:
    """List new items that match what a call was to add; empty for other calls."""
    body, before = from_json(intent.body or "{}"), intent.was.get(ALIKE, ())
    found: list[str] = []
    if intent.endpoint == ADD_SITE_SPACE.name:
        found = [id_ for id_, item in site.spaces.items() if item.space == body.get("spaceId")]
    elif intent.endpoint == CREATE_SECTION_GROUP.name:
        found = [id_ for id_, item in site.groups.items() if item.title == body.get("title")]
    return [id_ for id_ in found if id_ not in before]


def list_set_keys(intent: Intent, made: str = "") -> set[str]:
    """Return the conflict keys of the values that a call sets."""
    parts = [each.rpartition(".") for each in values_of(build_request(intent, made))]
    found = {f"{KINDS[name]}{of.partition(':')[2]}" for of, _, name in parts if of and name in KINDS}
    return found | {DEFAULT for _, _, name in parts if name in DEFAULTS.values()}


@dataclass
class Progress:
    """The results of calls.

    `base` is the structure with their effects, `wanted` is the goal. Both have current ids, to which `names` maps the
    ids of the draft. `done` are the conflict keys that calls set, `created` and `removed` the ids of items that they
    added and removed, `beside` the neighbours that they named, by `after` or `before`. `found` are settings, by id and
    name, that somebody else gave a space before a call removed it or freed its path.
    """

    base: SiteStructure
    wanted: SiteStructure
    names: Mapping[str, str]
    done: set[str] = field(default_factory=set)
    created: list[str] = field(default_factory=list)
    removed: set[str] = field(default_factory=set)
    beside: dict[str, tuple[str, str]] = field(default_factory=dict)
    found: dict[str, dict[str, Any]] = field(default_factory=dict)


def compute_progress(
    base: SiteStructure,
    wanted: SiteStructure,
    calls: Sequence[SentCall],
    live: SiteStructure | None = None,
    names: Mapping[str, str] = MappingProxyType({}),
) -> Progress:
    """Apply saved calls to `base` in the order in which they were sent; `names` are those of an earlier read."""
    names = {**names, **map_created_ids(wanted, calls)}
    if live is not None:
        names |= _map_readded_items(base, calls, live)
    progress = Progress(replace_ids(base, names), replace_ids(wanted, names), names)
    playback = _Playback(progress, live)
    for call in calls:
        if apply := _CALLS.get(call.intent.endpoint):
            progress.done |= {_replace_key_id(each, names) for each in list_set_keys(call.intent, call.made)}
            apply(playback, call)
    playback.place_items()
    # Items to add again are new until they are there.
    again = {item: f"{AGAIN}{item}" for item in progress.removed & progress.wanted.spaces.keys()}
    progress.wanted = replace_ids(progress.wanted, again)
    return progress


def _replace_key_id(key: str, names: Mapping[str, str]) -> str:
    kind, colon, item = key.partition(":")
    return f"{kind}{colon}{names.get(item, item)}"


def map_created_ids(wanted: SiteStructure, calls: Iterable[SentCall]) -> dict[str, str]:
    """Map new items of the draft, and site spaces that calls removed, to the ids of items that calls added."""
    names, removed = dict[str, str](), set[str]()
    for call in calls:
        if call.intent.endpoint == REMOVE_SITE_SPACE.name:
            removed.add(call.intent.ids[-1])
        same = [id_ for id_, each in wanted.groups.items() if each.title == call.sent.get("title")]
        if call.intent.endpoint == ADD_SITE_SPACE.name:
            same = [id_ for id_, each in wanted.spaces.items() if each.space == call.sent.get("spaceId")]
        free = [id_ for id_ in same if id_ not in names and (is_new(id_) or id_ in removed)]
        if call.made and free:
            names[free[0]] = call.made
    return names


def _map_readded_items(base: SiteStructure, calls: Iterable[SentCall], live: SiteStructure) -> dict[str, str]:
    """Map items that are gone to new ones that show the same space, or groups with the same title."""
    removed = {call.intent.ids[-1] for call in calls if call.intent.endpoint in REMOVALS}
    own = removed | {call.made for call in calls}
    was, now = (
        {id_: ("space", each.space) for id_, each in side.spaces.items() if each.space}
        | {id_: ("group", each.title) for id_, each in side.groups.items()}
        for side in (base, live)
    )
    new = {name: id_ for id_, name in now.items() if id_ not in was.keys() | own}
    return {id_: new[name] for id_, name in was.items() if id_ not in now.keys() | own and name in new}


class _Playback:
    def __init__(self, progress: Progress, live: SiteStructure | None) -> None:
        self._progress, self._base, self._wanted = progress, progress.base, progress.wanted
        self._live = live
        self._wanted_homes = map_items_to_lines(containers(progress.wanted))
        self._placed, self._unplaced = set[str](), set[str]()

    def _current_id(self, id_: str) -> str:
        return self._progress.names.get(id_, id_)

    def place_items(self) -> None:
        """Put items whose calls named no place where the site has them, and others where they are wanted."""
        lines = containers(self._base)
        sides = [(self._wanted, self._placed)]
        if self._live:
            homes, there = map_items_to_lines(lines), map_items_to_lines(containers(self._live))
            sides.insert(0, (self._live, {item for item in self._unplaced if homes.get(item) == there.get(item)}))
        for side, items in sides:
            for key, line in replay_moves(lines, containers(side), items).items():
                lines[key][:] = line

    def move(self, call: SentCall) -> None:
        """Put an item beside its neighbour, or where it is wanted if that is another one than in the base."""
        item, lines = self._current_id(call.intent.ids[-1]), containers(self._base)
        side, beside = next(iter(call.neighbours.items()), ("after", ""))
        self._progress.beside[item] = side, self._current_id(beside)
        self._unplaced.discard(item)
        line = lines.get(self._wanted_homes.get(item, ""), [])
        if self._current_id(beside) in line:
            self._placed.discard(item)
            self._put_item(item, line, self._current_id(beside), behind=side == "after")
        else:
            self._placed.add(item)

    def _put_item(self, item: str, line: list[str], beside: str = "", *, behind: bool = True) -> None:
        for each in containers(self._base).values():
            if item in each:
                each.remove(item)
        line.insert(line.index(beside) + behind if beside in line else len(line), item)

    def join(self, call: SentCall) -> None:
        section, group = str(call.sent.get("sectionId")), self._current_id(call.intent.ids[-1])
        if group in self._base.members:
            self._unplaced.add(section)
            self._put_item(section, self._base.members[group])

    def leave(self, call: SentCall) -> None:
        group, section = call.intent.ids[-2:]
        self._unplaced.add(section)
        self._put_item(section, self._base.top, self._current_id(group))

    def create_group(self, call: SentCall) -> None:
        group = self._current_id(call.made)
        if not group:
            return
        self._progress.created.append(group)
        self._base.groups[group] = GroupItem(str(call.sent.get("title", "")), call.sent.get("icon"))
        line = self._base.members.setdefault(group, [])
        for section in call.sent.get("sections") or ():
            self._put_item(section, line)
            self._unplaced |= {section, group}
        self._base.top.append(group)

    def update_group(self, call: SentCall) -> None:
        item = self._current_id(call.intent.ids[-1])
        if item in self._base.groups:
            self._base.groups[item] = replace(self._base.groups[item], **call.sent)

    def add_space(self, call: SentCall) -> None:
        item, section = self._current_id(call.made), call.sent.get("sectionId") or ROOT
        added = self._wanted.spaces.get(item)
        if added is None or section not in self._base.held:
            return
        self._progress.created.append(item)
        self._progress.done.add(f"{PLACE}{item}")
        self._progress.removed.discard(item)
        path = call.path or (self._live.spaces[item].path if self._live and item in self._live.spaces else added.path)
        self._base.spaces[item] = replace(added, path=path, condition=None)
        self._base.held[section].append(item)
        self._unplaced.add(item)
        if not added.path:
            self._wanted.spaces[item] = replace(added, path=path)

    def update_space(self, call: SentCall) -> None:
        item = self._current_id(call.intent.ids[-1])
        if item in self._base.spaces:
            wanted = self._wanted.spaces.get(item, self._base.spaces[item])
            if call.sent.get("path", wanted.path) != wanted.path:  # a temporary path
                self._keep_settings(item, {"path": call.intent.was.get("path", wanted.path)})
            self._base.spaces[item] = replace(self._base.spaces[item], **call.sent)

    def remove(self, call: SentCall) -> None:
        item = self._current_id(call.intent.ids[-1])
        if self._live is not None and call.intent.ids[-1] in self._live.spaces | self._live.groups:
            return  # the API accepted the call without effect
        self._progress.removed |= {item, call.intent.ids[-1]}
        if item in self._base.spaces:
            self._keep_settings(item, call.intent.was)
        if item in self._base.spaces or item in self._base.groups:
            remove_item(self._base, item)

    def _keep_settings(self, item: str, found: Mapping[str, Any]) -> None:
        wanted, base = self._wanted.spaces.get(item), self._base.spaces[item]
        for name in ("path", "condition"):
            if wanted and name in found and found[name] not in {getattr(wanted, name), getattr(base, name)}:
                self._progress.found.setdefault(item, {})[name] = found[name]
                self._wanted.spaces[item] = replace(self._wanted.spaces[item], **{name: found[name]})

    def set_default(self, call: SentCall) -> None:
        self._base.default_section = call.sent.get(DEFAULTS["section"]) or self._base.default_section
        self._base.default_space = call.sent.get(DEFAULTS["space"]) or self._base.default_space


_CALLS: Mapping[str, Callable[[_Playback, SentCall], None]] = {
    MOVE_SITE_SPACE.name: _Playback.move,
    MOVE_SECTION_GROUP.name: _Playback.move,
    UPDATE_SITE_SPACE.name: _Playback.update_space,
    ADD_SITE_SPACE.name: _Playback.add_space,
    REMOVE_SITE_SPACE.name: _Playback.remove,
    DELETE_SECTION_GROUP.name: _Playback.remove,
    CREATE_SECTION_GROUP.name: _Playback.create_group,
    UPDATE_SECTION_GROUP.name: _Playback.update_group,
    ADD_SECTION.name: _Playback.join,
    REMOVE_SECTION.name: _Playback.leave,
    UPDATE_SITE.name: _Playback.set_default,
}
"""By the name of the endpoint."""


class ValuesAt:
    """The values of a structure by conflict key; None for missing items. The value of an item's place is its line."""

    def __init__(self, structure: SiteStructure) -> None:
        self._structure, self._homes = structure, map_items_to_lines(containers(structure))

    def __getitem__(self, key: str) -> object:
        kind, _, item = key.partition(":")
        if key == DEFAULT:
            return self._structure.defaults
        if f"{kind}:" == PLACE:
            return self._homes.get(item)
        there = self._structure.spaces.get(item) or self._structure.groups.get(item)
        return getattr(there, FIELDS[f"{kind}:"], None)


def changed_since(progress: Progress, now: SiteStructure) -> list[EditConflict]:
    """Find values that calls set as wanted and that are different `now`."""
    base, wanted, there = (ValuesAt(each) for each in (progress.base, progress.wanted, now))
    lines, found = containers(now), dict[str, EditConflict]()
    for key in sorted(progress.done):
        item = progress.base.default_space if key == DEFAULT else key.partition(":")[2]
        if item not in now.spaces.keys() | now.groups.keys() | now.sections.keys():
            is_own = item in progress.removed or item in progress.created
            found |= {} if is_own or key == DEFAULT else {f"{GONE}{item}": EditConflict(f"{GONE}{item}", (item,))}
            continue
        is_kept = base[key] == there[key]
        if key.startswith(PLACE):
            home = str(there[key])
            # Where its line is gone, that is reported.
            is_kept = base[key] not in lines or (is_kept and _keeps_neighbour(item, progress.beside, lines[home]))
        if base[key] is not None and base[key] == wanted[key] and not is_kept:
            found[key] = EditConflict(key, (item,))
    return [*found.values()]


def _keeps_neighbour(item: str, beside: Mapping[str, tuple[str, str]], line: Sequence[str]) -> bool:
    side, other = beside.get(item, ("", ""))
    return other not in line or (line.index(other) < line.index(item)) == (side == "after")


def list_missing_items(progress: Progress, now: SiteStructure) -> list[str]:
    """List items that calls added and that are gone, unless calls removed them."""
    there = now.spaces.keys() | now.groups.keys() | progress.removed
    return [item for item in dict.fromkeys(progress.created) if item not in there]
