"""A person's draft: edits up to a cursor, applied to the current site."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import ClassVar, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from masthead.store.drafts.structure_drafts import StoredDraft
from masthead.structure.edits import (
    CONDITION,
    DEFAULT,
    HOME,
    ICON,
    NAME,
    PATH,
    PLACE,
    TOP,
    Create,
    Delete,
    Edit,
    EditConflict,
    Gesture,
    PlaceEdit,
    Set,
    Side,
    Value,
    edits_between,
    keeps_section_order,
    map_values,
    rename_ids,
    set_value,
)
from masthead.structure.tree import (
    DEFERRED,
    GroupItem,
    LinePlace,
    SiteStructure,
    SpaceItem,
    UnreadableStructureError,
    add_missing_items,
    lines_by_key,
    map_items_to_lines,
    place_items,
    remove_item,
)


@dataclass(slots=True)
class Replayed:
    """The result of a replay. Where conflicts are open, it has the values that others set.

    `names` maps ids of edits to current ids. `lost` are items whose target line was removed by others: they stay where
    they are. `gone` are edited items that others removed.
    """

    structure: SiteStructure
    names: dict[str, str] = field(default_factory=dict)
    conflicts: list[EditConflict] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)


def replay(
    gestures: Sequence[Sequence[Edit]],
    live: SiteStructure,
    choices: Mapping[str, Side] | None = None,
) -> Replayed:
    """Apply gestures to a structure in turn; `choices` are by conflict key.

    If the item of a `Create` is already on the site, others added it, and any values that they set differently are
    conflicts.
    """
    return _Replay(gestures, live, choices or {}).run()


class _Replay:
    def __init__(self, gestures: Sequence[Sequence[Edit]], live: SiteStructure, choices: Mapping[str, Side]) -> None:
        self._live, self._choices, self._values = live, choices, map_values(live)
        self._found = Replayed(live.copy(), match_created(gestures, live))
        renamed = [[replace_edit_ids(edit, self._found.names, live) for edit in gesture] for gesture in gestures]
        self._gestures = _drop_void_removals(renamed)
        self._edits = [edit for gesture in self._gestures for edit in gesture]
        self._created = {edit.item for edit in self._edits if isinstance(edit, Create)}
        removed = {edit.item for edit in self._edits if isinstance(edit, Delete)}
        self._deleted, self._theirs = removed - self._created, {*self._found.names.values()} - removed
        # A value is unchanged by others if an edit saw it on the site, or if it is the last one set.
        self._saw, self._last = defaultdict[str, set[Value]](set), dict[str, Value]()
        for edit in self._edits:
            for key, was, value in _list_changes(edit):
                if key not in self._last or was != self._last[key]:
                    self._saw[key].add(was)
                self._last[key] = value
        self._taken: dict[str, bool] = {}

    def run(self) -> Replayed:
        self._find_missing()
        for gesture in self._gestures:
            for edit in gesture:
                if isinstance(edit, Create):
                    self._apply_create(edit)
                elif isinstance(edit, Delete):
                    self._apply_delete(edit)
            self._apply_places([edit for edit in gesture if isinstance(edit, PlaceEdit)])
            for edit in gesture:
                if isinstance(edit, Set):
                    self._apply_set(edit)
        now = self._found.structure
        if not keeps_section_order(self._live, now.top):  # no call changes their order
            stay = [item for item in self._live.top if item in self._live.sections and item in now.top]
            placed = {edit.item for edit in self._edits if isinstance(edit, PlaceEdit)}.intersection(stay)
            now.top = [item for item in now.top if item not in placed]
            add_missing_items(now.top, stay)
            self._found.lost += sorted(placed)
        there = map_items_to_lines(lines_by_key(now))
        for item in sorted({*now.groups, *now.spaces} - there.keys()):  # the line is gone
            (now.top if item in now.groups else next(iter(now.held.values()))).append(item)
        moved = dict.fromkeys(
            edit.item for edit in self._edits if isinstance(edit, PlaceEdit) and self._taken.get(edit.key)
        )
        now.moved = [item for item in moved if item in there or item in now.groups or item in now.spaces]
        return self._found

    def _find_missing(self) -> None:
        there = {*self._live.groups, *self._live.spaces, *self._live.sections} | self._created
        about = {edit.item for edit in self._edits if not isinstance(edit, Delete) and edit.item}
        self._found.gone = sorted(about - there)

    def _is_applicable(self, key: str, item: str, *, clashes: bool) -> bool:
        """True if the edit applies. A clash without a choice becomes a conflict."""
        if key not in self._taken:
            if clashes and key not in self._choices:
                self._found.conflicts.append(EditConflict(key, (item,)))
            self._taken[key] = not clashes or self._choices.get(key) == "mine"
        return self._taken[key]

    def _apply_create(self, edit: Create) -> None:
        now = self._found.structure
        if edit.space and edit.item not in now.spaces:
            now.spaces[edit.item] = self._live.spaces.get(edit.item, SpaceItem(edit.title, "", None, edit.space))
        elif not edit.space and edit.item not in now.groups:
            now.groups[edit.item] = GroupItem(edit.title, edit.icon)
            now.members.setdefault(edit.item, [])

    def _apply_delete(self, edit: Delete) -> None:
        now = self._found.structure
        if edit.item in {*now.spaces, *now.groups} and self._is_removed(edit.item):
            remove_item(now, edit.item)

    def _is_removed(self, item: str) -> bool:
        removals = (edit for edit in self._edits if isinstance(edit, Delete) and edit.item == item)
        return all(self._is_applicable(edit.key, item, clashes=self._is_changed(edit)) for edit in removals)

    def _is_changed(self, edit: Delete) -> bool:
        """True if others changed the item to remove, put sections into it, or made it the home."""
        item, live = edit.item, self._live
        if item not in live.spaces and item not in live.groups:
            return False
        is_set = any(self._values[key] not in self._saw[key] for key, *_ in _list_changes(edit)[:3])
        held = {*live.members.get(item, ())} - {*edit.members}
        joined = {id_ for id_ in held if f"group:{item}" not in self._saw[f"{PLACE}{id_}"]}
        was_home = edit.is_home or item in self._list_shown_homes()
        return is_set or bool(joined) or (live.default_space == item and not was_home)

    def _list_shown_homes(self) -> set[str]:
        return {was[1] for was in self._saw[DEFAULT] if isinstance(was, tuple)}

    def _apply_places(self, places: Sequence[PlaceEdit]) -> None:
        now = self._found.structure
        lines, known = lines_by_key(now), {*now.groups, *now.spaces, *now.sections}
        usable = []
        for edit in places:
            if edit.item not in known:
                continue
            if edit.container not in lines:
                self._found.lost.append(edit.item)
            elif edit.item in self._deleted:  # its sections stand there
                usable += [edit] if self._is_removed(edit.item) else []
            elif edit.item in self._theirs and self._values[edit.key] == edit.container:
                continue
            elif self._is_applicable(edit.key, edit.item, clashes=self._is_elsewhere(edit)):
                usable.append(edit)
        place_items(lines, [LinePlace(each.item, each.container, each.ahead, each.behind) for each in usable])

    def _is_elsewhere(self, edit: PlaceEdit) -> bool:
        """True if others moved the item, unless they did so by removing its line."""
        home = self._values.get(edit.key)
        if home is None or home == self._last[edit.key] or home in self._saw[edit.key]:
            return False
        return any(was in lines_by_key(self._live) for was in self._saw[edit.key] if was) or edit.item in self._created

    def _apply_set(self, edit: Set) -> None:
        now, value = self._found.structure, self._values.get(edit.key, self._last[edit.key])
        there = {self._last[edit.key], *(() if edit.item in self._theirs else self._saw[edit.key])}
        item, is_gone = edit.item, edit.item in self._deleted
        if edit.field == HOME:
            section, space = edit.value if isinstance(edit.value, tuple) else ("", "")
            item, is_gone = space or section, False
            there, value = {*self._list_shown_homes(), item}, self._live.default_space
        # The API assigned a path to a space that had none.
        clashes = value not in there and (edit.field != "path" or "" not in there)
        is_there = item in {*now.spaces, *now.groups, *now.sections} and not is_gone
        if is_there and self._is_applicable(edit.key, item, clashes=clashes):
            set_value(now, edit)


def _drop_void_removals(gestures: Sequence[Sequence[Edit]]) -> list[list[Edit]]:
    """Drop removals of items that others had kept and that the person edited afterwards."""
    kept, edited = list[list[Edit]](), set[str]()
    for gesture in reversed(gestures):
        kept.append([edit for edit in gesture if not (isinstance(edit, Delete) and edit.item in edited)])
        edited |= {edit.item for edit in gesture if isinstance(edit, (PlaceEdit, Set))}
        edited -= {edit.item for edit in gesture if isinstance(edit, Create)}
    return kept[::-1]


def _list_changes(edit: Edit) -> list[tuple[str, Value, Value]]:
    """List the keys that an edit changes, each with the values before and after."""
    if isinstance(edit, Set):
        return [(edit.key, edit.was, edit.value)]
    if isinstance(edit, PlaceEdit):
        return [(edit.key, edit.was, edit.container)]
    if isinstance(edit, Delete):
        kinds = (NAME, ICON) if edit.is_group else (PATH, CONDITION)
        seen = zip((PLACE, *kinds), (edit.was, *edit.settings), strict=True)
        freed = [(f"{PLACE}{id_}", f"group:{edit.item}", TOP) for id_ in edit.members]
        return [*((f"{kind}{edit.item}", was, None) for kind, was in seen), *freed]
    return []


def match_created(gestures: Sequence[Sequence[Edit]], live: SiteStructure) -> dict[str, str]:
    """Map items to create to existing ones: a new group with the same title, or a site space for the same space."""
    edits = [edit for gesture in gestures for edit in gesture]
    deleted = {edit.item for edit in edits if isinstance(edit, Delete)}
    found = dict[str, str]()
    for edit in edits:
        if isinstance(edit, Create) and edit.item not in deleted | live.groups.keys() | live.spaces.keys():
            there = [id_ for id_, item in live.spaces.items() if edit.space and item.space == edit.space]
            there += [id_ for id_, group in live.groups.items() if not edit.space and group.title == edit.title]
            if there := [id_ for id_ in there if id_ not in edit.others]:
                found[edit.item] = there[-1]
    return found


def replace_edit_ids(edit: Edit, names: Mapping[str, str], live: SiteStructure) -> Edit:
    """Replace ids in an edit with current ones. If the group to create already exists, only set its icon."""
    edit = rename_ids(edit, names)
    if isinstance(edit, Create) and edit.item in live.groups:
        return Set(edit.item, "icon", edit.icon, edit.icon)
    return edit


MAX_GESTURES = 50
"""Gestures that can be undone; older ones are merged into one."""


@dataclass(frozen=True)
class EditHistory:
    """A draft. `seen` is the site as last shown, `current` counts the gestures that aren't undone.

    `consents` has the given ones, as fields of Allowed.
    """

    __pydantic_config__: ClassVar[ConfigDict] = DEFERRED
    seen: SiteStructure
    gestures: tuple[Gesture, ...] = ()
    current: int = 0
    version: Literal[1] = 1
    consents: tuple[str, ...] = ()

    @property
    def active(self) -> tuple[Gesture, ...]:
        """The gestures that aren't undone."""
        return self.gestures[: self.current]

    @cached_property
    def now(self) -> SiteStructure:
        """The wanted structure: the active gestures replayed on `seen`."""
        return replay(self.active, self.seen).structure

    @property
    def changes_something(self) -> bool:
        return bool(self.current) and self.now != self.seen

    @property
    def can_undo(self) -> bool:
        return self.current > 0

    @property
    def can_redo(self) -> bool:
        return self.current < len(self.gestures)

    def undo_or_redo(self, by: int) -> "EditHistory":
        """Undo a gesture (-1) or redo one (1). Raises IndexError if there is none."""
        if not 0 <= self.current + by <= len(self.gestures):
            raise IndexError
        return replace(self, current=self.current + by)

    def add(self, gesture: Gesture) -> "EditHistory":
        """Append a gesture and drop undone ones; an empty gesture changes nothing."""
        if not gesture:
            return self
        gestures = (*self.active, gesture)
        if len(gestures) > MAX_GESTURES:
            gestures = (edits_between(self.seen, replay(gestures[:2], self.seen).structure), *gestures[2:])
        return replace(self, gestures=gestures, current=len(gestures))

    def rebase(self, live: SiteStructure, found: Replayed, choices: Mapping[str, Side]) -> "EditHistory":
        """Adopt the current site. If there are choices or lost edits, merge the gestures into one."""
        if not choices and not found.lost and not found.gone:
            return replace(self, seen=live)
        merged = tuple(filter(None, [edits_between(live, found.structure)]))
        return replace(self, seen=live, gestures=(*merged, *self.gestures[self.current :]), current=len(merged))

    def dump(self) -> str:
        return _drafts.dump_json(self).decode()


_drafts = TypeAdapter(EditHistory)


def read_draft(stored: StoredDraft) -> EditHistory:
    """Parse a stored draft. Raises UnreadableStructureError for an unknown format."""
    return _parse_draft(stored.content)


@lru_cache(8)
def _parse_draft(content: str) -> EditHistory:
    try:
        return _drafts.validate_json(content)
    except ValidationError as error:
        raise UnreadableStructureError from error
