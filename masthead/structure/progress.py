"""Computes the progress of a bulk change of a structure from its own calls.

Saved calls are applied to the structure that the draft began from. A three-way merge of the result with the site gives
the work that is left, so no call is repeated, whatever others changed since.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
from masthead.structure.attempts import AttemptedCall, created_ids, neighbours_sent
from masthead.structure.edits import CONDITION, DEFAULT, GONE, ICON, NAME, PATH, PLACE, EditConflict
from masthead.structure.requests import DEFAULTS
from masthead.structure.tree import (
    NEW,
    ROOT,
    GroupItem,
    SiteStructure,
    containers,
    line_with,
    lines_without,
    map_items_to_lines,
    match_ids,
    moved_past,
    remove_item,
    replace_ids,
    replay_moves,
)

AGAIN = f"{NEW}again-"
_REMOVALS = {REMOVE_SITE_SPACE.name, DELETE_SECTION_GROUP.name}
FIELDS = {PATH: "path", CONDITION: "condition", NAME: "title", ICON: "icon"}


@dataclass
class Progress:
    """Results of calls; `names` maps ids of the goal and of earlier calls to current ids.

    `done` are conflict keys of values that calls set as wanted; `created` and `removed` are ids of items that calls
    added and removed. `found` are settings, by id and field, that somebody else had given a space before it was
    removed to be added again; `clashes` are those that were to change too. `beside` are the neighbours, by `after` and
    `before`, that calls gave items.
    """

    base: SiteStructure
    wanted: SiteStructure
    names: Mapping[str, str]
    done: set[str] = field(default_factory=set)
    created: list[str] = field(default_factory=list)
    removed: set[str] = field(default_factory=set)
    found: dict[str, dict[str, Any]] = field(default_factory=dict)
    beside: dict[str, tuple[str, str]] = field(default_factory=dict)
    clashes: list[EditConflict] = field(default_factory=list)


def progress_of(
    base: SiteStructure,
    wanted: SiteStructure,
    calls: Iterable[AttemptedCall],
    live: SiteStructure | None = None,
    made_again: Mapping[str, str] = MappingProxyType({}),
) -> Progress:
    """Apply `calls` to `base` in the order in which they were sent.

    `made_again` maps ids of items that somebody removed and created again to their new ids, from an earlier read.
    """
    calls = [each for each in calls if each.done]
    names = {**made_again, **created_ids(wanted, calls)}
    if live is not None:
        names |= _made_again(replace_ids(base, names), replace_ids(wanted, names), calls, live)
    progress = Progress(replace_ids(base, names), replace_ids(wanted, names), names)
    playback = _Playback(progress, live)
    for call in calls:
        if apply := _CALLS.get(call.endpoint):
            apply(playback, call)
    playback.place_items()
    # Items to add again are new until they are there.
    again = {item: f"{AGAIN}{item}" for item in progress.removed & progress.wanted.spaces.keys()}
    progress.wanted = replace_ids(progress.wanted, again)
    return progress


def _made_again(
    base: SiteStructure, wanted: SiteStructure, calls: Iterable[AttemptedCall], live: SiteStructure
) -> dict[str, str]:
    own = {id_ for call in calls for id_ in (call.made, call.ids[-1] if call.endpoint in _REMOVALS else "")}
    found = match_ids(base, wanted, live)
    return {id_: new for id_, new in found.items() if id_ in base.spaces | base.groups and not {id_, new} & own}


class _Playback:
    """Applies calls to the base as they were sent.

    With a site, an item that its call put where it is wanted counts as in place, whatever is beside it. An item at an
    intermediate place is where the site has it, and moves on from there.
    """

    def __init__(self, progress: Progress, live: SiteStructure | None) -> None:
        self._progress, self._base, self._wanted = progress, progress.base, progress.wanted
        self._live = live
        self._is_final: dict[str, bool] = {}
        self._beside_named: set[str] = set()

    def _id(self, id_: str) -> str:
        return self._progress.names.get(id_, id_)

    def place_items(self) -> None:
        if self._live is None:
            return
        final = {item for item, is_final in self._is_final.items() if is_final or self._is_in_order(item)}
        there, here = (map_items_to_lines(containers(each)) for each in (self._live, self._base))
        on_the_way = self._is_final.keys() - final
        on_the_way &= {item for item in on_the_way if there.get(item) == here.get(item)}
        # Other items may still have to pass one that the person moved, so it stays where its call put it.
        elsewhere = final - self._beside_named
        lines = lines_without(containers(self._base), on_the_way | elsewhere)
        lines = replay_moves(lines, containers(self._wanted), elsewhere)
        lines = replay_moves(lines, containers(self._live), on_the_way)
        left = {item for line in containers(self._base).values() for item in line} - map_items_to_lines(lines).keys()
        for key, line in containers(self._base).items():
            line[:] = [*lines[key], *(item for item in line if item in left)]
        self._progress.done |= {f"{PLACE}{item}" for item in final}

    def _is_in_order(self, item: str) -> bool:
        """True if later calls brought an item to where it is wanted."""
        lines = [line_with(each, item) for each in (self._base, self._wanted)]
        homes = [map_items_to_lines(containers(each)).get(item) for each in (self._base, self._wanted)]
        return homes[0] == homes[1] and not moved_past(item, *lines)

    def _put(self, item: str, key: str, beside: str = "", *, behind: bool = True) -> None:
        lines = containers(self._base)
        for line in lines.values():
            if item in line:
                line.remove(item)
        line = lines[key]
        line.insert(line.index(beside) + behind if beside in line else len(line), item)

    def move(self, call: AttemptedCall) -> None:
        item, homes = self._id(call.ids[-1]), map_items_to_lines(containers(self._base))
        if item not in homes:
            return
        self._is_final[item] = self._is_where_wanted(item, call)
        side, beside = next(iter(self._neighbours(call).items()), ("after", ""))
        # A group stays at the top, even if its neighbour is still in another group in the base.
        home = homes.get(beside, homes[item]) if item in self._base.spaces else homes[item]
        self._put(item, home, beside, behind=side == "after")
        self._progress.beside[item] = side, beside
        is_seen = homes.get(beside) == home and self._base.members.get(beside) != []
        (self._beside_named.add if is_seen and item in self._wanted.moved else self._beside_named.discard)(item)

    def _neighbours(self, call: AttemptedCall) -> dict[str, str]:
        return {side: self._id(each) for side, each in neighbours_sent(call.sent).items()}

    def _is_where_wanted(self, item: str, call: AttemptedCall) -> bool:
        line, sides = line_with(self._wanted, item), self._neighbours(call)
        if not line or not {*sides.values()} <= {*line}:
            return False
        if not sides:
            return line[-1] == item
        if item in self._base.spaces:  # the neighbour is another one if the site's order differs from the wanted one
            return True
        return all((line.index(each) < line.index(item)) == (side == "after") for side, each in sides.items())

    def join(self, call: AttemptedCall) -> None:
        section, group = str(call.sent.get("sectionId")), self._id(call.ids[-1])
        if group in self._base.members:
            self._place_section(section, f"group:{group}")

    def leave(self, call: AttemptedCall) -> None:
        self._place_section(call.ids[-1], f"top:{ROOT}", self._id(call.ids[-2]))

    def _place_section(self, section: str, key: str, beside: str = "") -> None:
        if section not in self._base.sections:
            return
        self._put(section, key, beside)
        line, there = containers(self._wanted).get(key, []), containers(self._base)[key]
        # A section joins a group as the last one, which is an intermediate place if others are to follow it.
        follows = {*line[line.index(section) :]} & {*there[: there.index(section)]} if section in line else {section}
        ahead = line[: line.index(section)] if section in line else []
        self._progress.beside[section] = "after", next((each for each in reversed(ahead) if each in there), "")
        if key == f"top:{ROOT}":  # no call places a section there
            self._progress.beside.pop(section)
        self._is_final[section] = not follows if key != f"top:{ROOT}" else section in line

    def create_group(self, call: AttemptedCall) -> None:
        group = self._id(call.made)
        if not group:
            return
        self._progress.created.append(group)
        self._base.groups[group] = GroupItem(str(call.sent.get("title", "")), call.sent.get("icon"))
        self._base.members.setdefault(group, [])
        if group not in self._base.top:
            self._base.top.append(group)
        self._is_final[group] = False
        for section in call.sent.get("sections") or ():
            self._place_section(section, f"group:{group}")

    def update_group(self, call: AttemptedCall) -> None:
        item = self._id(call.ids[-1])
        if item in self._base.groups:
            fields = {name: call.sent[name] for name in ("title", "icon") if name in call.sent}
            self._base.groups[item] = replace(self._base.groups[item], **fields)
            self._note_fields(item, fields)

    def add_space(self, call: AttemptedCall) -> None:
        item, section = self._id(call.made), call.sent.get("sectionId") or ROOT
        if item not in self._wanted.spaces or section not in self._base.held:
            return
        self._progress.created.append(item)
        self._progress.removed.discard(item)
        added = self._wanted.spaces[item]
        there = self._live.spaces.get(item, added) if self._live else added
        self._base.spaces[item] = replace(added, path=str(call.became.get("path") or there.path), condition=None)
        self._put(item, f"section:{section}")
        self._is_final[item] = False

    def update_space(self, call: AttemptedCall) -> None:
        item = self._id(call.ids[-1])
        if item in self._base.spaces:
            fields = {name: call.sent[name] for name in ("path", "condition") if name in call.sent}
            if fields.get("path", self._wanted_path(item)) != self._wanted_path(item):  # a temporary path
                self._keep_settings(item, {"path": call.was.get("path", self._base.spaces[item].path)})
            self._base.spaces[item] = replace(self._base.spaces[item], **fields)
            self._note_fields(item, fields)

    def _note_fields(self, item: str, fields: Collection[str]) -> None:
        self._progress.done |= {f"{kind}{item}" for kind, name in FIELDS.items() if name in fields}

    def remove(self, call: AttemptedCall) -> None:
        item = self._id(call.ids[-1])
        if self._live is not None and call.ids[-1] in self._live.spaces | self._live.groups:
            return  # the API accepted the call without effect
        self._progress.removed |= {item, call.ids[-1]}
        if item in self._base.spaces and item in self._wanted.spaces:
            self._keep_settings(item, call.was)
        if item in self._base.spaces or item in self._base.groups:
            remove_item(self._base, item)

    def _wanted_path(self, item: str) -> str:
        return self._wanted.spaces[item].path if item in self._wanted.spaces else ""

    def _keep_settings(self, item: str, found: Mapping[str, Any]) -> None:
        """Keep settings that somebody else gave a space which is removed and added again."""
        base, wanted = self._base.spaces[item], self._wanted.spaces[item]
        for kind, name in ((PATH, "path"), (CONDITION, "condition")):
            value = found.get(name, getattr(base, name))
            if value in (getattr(base, name), getattr(wanted, name)):
                continue
            if getattr(base, name) != getattr(wanted, name):
                self._progress.clashes.append(EditConflict(f"{kind}{item}", (item,)))
            self._progress.found.setdefault(item, {})[name] = value
            self._wanted.spaces[item] = replace(self._wanted.spaces[item], **{name: value})

    def set_default(self, call: AttemptedCall) -> None:
        self._base.default_section = call.sent.get(DEFAULTS["section"]) or self._base.default_section
        self._base.default_space = call.sent.get(DEFAULTS["space"]) or self._base.default_space
        self._progress.done.add(DEFAULT)


_CALLS: Mapping[str, Callable[[_Playback, AttemptedCall], None]] = {
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


def changed_since(progress: Progress, now: SiteStructure) -> list[EditConflict]:
    """Find fields and places that calls set and that are different `now`."""
    base, homes = progress.base, [map_items_to_lines(containers(each)) for each in (progress.base, now)]
    placed = {key.removeprefix(PLACE) for key in progress.done if key.startswith(PLACE)}
    both = homes[0].keys() & homes[1].keys()
    lines = containers(now)
    placed = {item for item in placed & both if homes[0][item] in lines}  # otherwise its line is reported as missing
    moved = [
        item
        for item in sorted(placed)
        if homes[0][item] != homes[1][item] or not _keeps_neighbour(item, progress.beside, lines[homes[1][item]])
    ]
    found = [EditConflict(f"{PLACE}{item}", (item,)) for item in moved]
    touched = {key.partition(":")[2] for key in progress.done} - {""} - {*progress.created} - progress.removed
    found += [EditConflict(f"{GONE}{item}", (item,)) for item in sorted(touched - homes[1].keys() - now.groups.keys())]
    for kind, name in FIELDS.items():
        items = sorted(key.removeprefix(kind) for key in progress.done if key.startswith(kind))
        for item in items:
            was, there = (each.spaces.get(item) or each.groups.get(item) for each in (base, now))
            is_wanted = was is not None and was == (progress.wanted.spaces | progress.wanted.groups).get(item, was)
            if there and is_wanted and getattr(was, name) != getattr(there, name):
                found.append(EditConflict(f"{kind}{item}", (item,)))
    if DEFAULT in progress.done and base.defaults == progress.wanted.defaults != now.defaults:
        found.append(EditConflict(DEFAULT, (base.default_space,)))
    return found


def is_same(key: str, one: SiteStructure, other: SiteStructure) -> bool:
    """True if both structures agree on a conflict's key; a place agrees if the line does."""
    kind, item = key.partition(":")[0] + ":", key.partition(":")[2]
    if kind == PLACE:
        homes = [map_items_to_lines(containers(each)).get(item) for each in (one, other)]
        return homes[0] == homes[1]
    return one.defaults == other.defaults if kind == DEFAULT else one.settings_of(item) == other.settings_of(item)


def _keeps_neighbour(item: str, beside: Mapping[str, tuple[str, str]], line: Sequence[str]) -> bool:
    side, other = beside.get(item, ("", ""))
    return other not in line or (line.index(other) < line.index(item)) == (side == "after")


def missing_items(progress: Progress, now: SiteStructure) -> list[str]:
    """List items that calls added and that are gone, unless calls removed them."""
    there = now.spaces.keys() | now.groups.keys() | progress.removed
    return [item for item in dict.fromkeys(progress.created) if item not in there]
