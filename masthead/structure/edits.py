"""Edits of a structure, each with the values that the person saw.

`edits_between` returns the edits that turn one structure into another, `replay` applies edits to a structure. An undo
consists of the edits from the structure after a run back to the one before it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import ConfigDict, Field

from masthead.structure.tree import (
    DEFERRED,
    ROOT,
    SiteStructure,
    find_moved_items,
    lines_by_key,
    list_places,
    map_items_to_lines,
    remove_item,
)

Side = Literal["mine", "theirs"]
PLACE, PATH, CONDITION, NAME, ICON = "place:", "path:", "condition:", "name:", "icon:"
REMOVAL, GONE, DEFAULT = "removal:", "gone:", "default:"
TOP = f"top:{ROOT}"
HOME = "home"
NEIGHBOURS = 4
"""Neighbours that an edit stores on each side, in case the nearest ones are removed."""


@dataclass(frozen=True)
class Create:
    """Add a group, or a space that the site doesn't show; `item` is a temporary id.

    `others` are the groups that already existed, or the site spaces that showed the space: a site may show it twice.
    """

    __pydantic_config__: ClassVar[ConfigDict] = DEFERRED
    item: str
    title: str
    icon: str | None = None
    space: str = ""
    others: tuple[str, ...] = ()
    op: Literal["create"] = "create"


@dataclass(frozen=True)
class Delete:
    """Remove a space, or a group, keeping its sections.

    It stores what the person saw: `settings` (path and condition, or title and icon), the line, the sections of a
    group, and whether the item was the home.
    """

    __pydantic_config__: ClassVar[ConfigDict] = DEFERRED
    item: str
    settings: tuple[str, str | None]
    was: str
    members: tuple[str, ...] = ()
    is_home: bool = False
    op: Literal["delete"] = "delete"

    @property
    def key(self) -> str:
        return f"{REMOVAL}{self.item}"

    @property
    def is_group(self) -> bool:
        return self.was == TOP


@dataclass(frozen=True)
class PlaceEdit:
    """Put an item after the first one of `ahead` that is in the line; `was` is its previous line.

    `ahead` and `behind` begin with the nearest neighbour. If `ahead` is empty, the item goes first.
    """

    __pydantic_config__: ClassVar[ConfigDict] = DEFERRED
    item: str
    container: str
    ahead: tuple[str, ...]
    behind: tuple[str, ...]
    was: str
    op: Literal["place"] = "place"

    @property
    def key(self) -> str:
        return f"{PLACE}{self.item}"


Value = str | None | tuple[str, str]
SettingName = Literal["path", "condition", "title", "icon", "home"]
KEYS: Mapping[SettingName, str] = {"path": PATH, "condition": CONDITION, "title": NAME, "icon": ICON}


@dataclass(frozen=True)
class Set:
    """Set a space's path or condition, a group's title or icon, or the site's home.

    For the home, the value is the section and the space, and `item` is the space.
    """

    __pydantic_config__: ClassVar[ConfigDict] = DEFERRED
    item: str
    field: SettingName
    value: Value
    was: Value
    op: Literal["set"] = "set"

    @property
    def key(self) -> str:
        return DEFAULT if self.field == HOME else f"{KEYS[self.field]}{self.item}"


Edit = Annotated[Create | Delete | PlaceEdit | Set, Field(discriminator="op")]
Gesture = tuple[Edit, ...]
"""The edits of one drag, key, menu, sheet or form."""


class EditConflict(NamedTuple):
    """A value that both sides changed differently; `key` consists of a prefix and an id."""

    key: str
    items: tuple[str, ...]


def map_values(structure: SiteStructure) -> dict[str, Value]:
    """Map conflict keys to the values in a structure. The value of an item's place is its line."""
    homes = map_items_to_lines(lines_by_key(structure))
    found: dict[str, Value] = {f"{PLACE}{item}": key for item, key in homes.items()}
    for id_, space in structure.spaces.items():
        found |= {f"{PATH}{id_}": space.path, f"{CONDITION}{id_}": space.condition}
    for id_, group in structure.groups.items():
        found |= {f"{NAME}{id_}": group.title, f"{ICON}{id_}": group.icon}
    return found | {DEFAULT: structure.defaults}


def edits_between(
    before: SiteStructure,
    after: SiteStructure,
    named: Collection[str] | None = None,
    loose: Collection[str] = (),
) -> tuple[Edit, ...]:
    """Compute the edits that turn one structure into the other.

    `named` are items that a person moved, by default `after.moved`: the order alone doesn't show which of two
    neighbours passed the other. `loose` items always get an edit of their place.
    """
    start, edits = before.copy(), list[Edit]()
    new = [*(after.groups.keys() - before.groups.keys()), *(after.spaces.keys() - before.spaces.keys())]
    for item in sorted(new):
        edits.append(_build_create(before, after, item))
        if item in after.groups:
            start.members[item] = []
    homes = map_items_to_lines(lines_by_key(before))
    for item in [*before.spaces, *before.groups]:
        if item not in after.spaces and item not in after.groups:
            members = tuple(before.members.get(item, ()))
            settings = _get_settings(before, item)
            edits.append(Delete(item, settings, homes[item], members, item == before.default_space))
            remove_item(start, item)
    named = {*(after.moved if named is None else named), *loose}
    lines = lines_by_key(after)
    moved = {*find_moved_items(lines_by_key(start), lines, named), *new, *loose}
    edits += [PlaceEdit(*each, homes.get(each.item, "")) for each in list_places(lines, moved, NEIGHBOURS)]
    return (*edits, *_list_settings(before, after))


def _build_create(before: SiteStructure, after: SiteStructure, item: str) -> Create:
    if group := after.groups.get(item):
        return Create(item, group.title, group.icon, others=tuple(before.groups))
    new, both = after.spaces[item], before.spaces.keys() & after.spaces.keys()
    shown = sorted(id_ for id_ in both if before.spaces[id_].space == new.space)
    return Create(item, new.title, space=new.space, others=tuple(shown))


def _get_settings(structure: SiteStructure, item: str) -> tuple[str, str | None]:
    if group := structure.groups.get(item):
        return group.title, group.icon
    return structure.spaces[item].path, structure.spaces[item].condition


def _list_settings(before: SiteStructure, after: SiteStructure) -> Iterable[Set]:
    was, now = map_values(before), map_values(after)
    for field, kind in KEYS.items():
        items = after.spaces.keys() if field in {"path", "condition"} else before.groups.keys() & after.groups.keys()
        for item in items:
            value, old = now[f"{kind}{item}"], was.get(f"{kind}{item}", "" if field == "path" else None)
            if value != old and (value or field != "path"):  # the API assigns a path if there is none
                yield Set(item, field, value, old)
    if before.defaults != after.defaults:
        yield Set(after.default_space, "home", after.defaults, before.defaults)


def rename_ids(edit: Edit, names: Mapping[str, str]) -> Edit:
    """Replace the ids of items and lines in an edit."""
    if not names:
        return edit
    item = names.get(edit.item, edit.item)
    if isinstance(edit, PlaceEdit):
        ahead, behind = (tuple(names.get(id_, id_) for id_ in ids) for ids in (edit.ahead, edit.behind))
        return replace(
            edit,
            item=item,
            container=_rename_line(edit.container, names),
            ahead=ahead,
            behind=behind,
            was=_rename_line(edit.was, names),
        )
    if isinstance(edit, Set) and isinstance(edit.value, tuple):
        return replace(edit, item=item, value=(edit.value[0], names.get(edit.value[1], edit.value[1])))
    return replace(edit, item=item)


def _rename_line(key: str, names: Mapping[str, str]) -> str:
    kind, colon, item = key.partition(":")
    return f"{kind}{colon}{names.get(item, item)}"


def keeps_section_order(live: SiteStructure, top: Collection[str]) -> bool:
    """True if sections outside of groups keep the order of `live`."""
    stay = [item for item in live.top if item in live.sections and item in top]
    return stay == [item for item in top if item in stay]


def set_value(structure: SiteStructure, edit: Set) -> None:
    """Set an edit's value on an existing item."""
    item, changed = edit.item, {edit.field: edit.value}
    if isinstance(edit.value, tuple):
        section, space = edit.value
        structure.default_section, structure.default_space = structure.section_of(space) or section, space
    elif item in structure.groups:
        structure.groups[item] = replace(structure.groups[item], **changed)  # type: ignore[arg-type]
    elif item in structure.spaces:  # else it is gone
        structure.spaces[item] = replace(structure.spaces[item], **changed)  # type: ignore[arg-type]
