"""A person's edits of a structure, what each of them saw, and what they make of the site as it is now.

`edits_between` turns two structures into edits, `replay` applies edits to a structure. An undo is the edits between
what a run left and what it found.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import ConfigDict, Field

from masthead.structure.order import insert_between, map_items_to_lines, moved_items
from masthead.structure.tree import (
    DEFERRED,
    ROOT,
    GroupItem,
    SiteStructure,
    SpaceItem,
    add_missing_items,
    append,
    containers,
    remove_item,
)

Side = Literal["mine", "theirs"]
PLACE, PATH, CONDITION, NAME, ICON = "place:", "path:", "condition:", "name:", "icon:"
REMOVAL, GONE, DEFAULT = "removal:", "gone:", "default:"
TOP = f"top:{ROOT}"
HOME = "home"
KEYS = {"path": PATH, "condition": CONDITION, "title": NAME, "icon": ICON}
NEIGHBOURS = 4
"""How many items on each side an edit remembers, in case that the nearest ones go."""


@dataclass(frozen=True)
class Create:
    """Add a group, or a space that the site doesn't show yet; `item` is our id until the API has given it one.

    `others` are the groups that were there, or the items that showed the space: a site may show it twice.
    """

    __pydantic_config__: ClassVar[ConfigDict] = DEFERRED
    item: str
    title: str
    icon: str | None = None
    space: str = ""
    others: tuple[str, ...] = ()
    op: Literal["create"] = "create"

    @property
    def key(self) -> str:
        return ""


@dataclass(frozen=True)
class Delete:
    """Remove a space, or a group whose sections stay.

    It saw `settings` (path and condition, or title and icon), the line, the sections of a group, and the home.
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
class Place:
    """Put an item into a line, behind the first of `ahead` that is there; `was` is the line that it was in.

    Both lists begin with the nearest neighbour. With nothing ahead the item goes first.
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


@dataclass(frozen=True)
class Set:
    """Give a space another path or condition, a group another title or icon, or the site another home.

    The value of a home is its section and its space, and the item is that space.
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


Edit = Annotated[Create | Delete | Place | Set, Field(discriminator="op")]
Gesture = tuple[Edit, ...]
"""What one drag, key, menu, sheet or form did."""


class Conflict(NamedTuple):
    """What both sides changed to different ends. The key says what: `path:` and the id of a site space, for example."""

    key: str
    items: tuple[str, ...]


@dataclass(slots=True)
class Replayed:
    """The structure in which conflicts without a choice are as others have them; `names` are ids by those of edits.

    `lost` are items that were put into a line which others took away: they stay where they are. `gone` are items that
    edits are about and that others removed.
    """

    structure: SiteStructure
    names: dict[str, str] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)


def edits_between(
    before: SiteStructure, after: SiteStructure, named: Collection[str] | None = None
) -> tuple[Edit, ...]:
    """The edits that turn one structure into the other.

    `named` is what a person took to move it, `after.moved` by default: an order alone doesn't tell which of two
    neighbours passed the other.
    """
    start, edits = before.copy(), list[Edit]()
    new = [*(after.groups.keys() - before.groups.keys()), *(after.spaces.keys() - before.spaces.keys())]
    for item in sorted(new):
        edits.append(_create(before, after, item))
        if item in after.groups:
            start.members[item] = []
    homes = map_items_to_lines(containers(before))
    for item in [*before.spaces, *before.groups]:
        if item not in after.spaces and item not in after.groups:
            edits.append(_delete(before, item, homes[item]))
            remove_item(start, item)
    lines = containers(after)
    moved = {*moved_items(containers(start), lines, after.moved if named is None else named), *new}
    for key, line in lines.items():
        edits += [_place(line, number, key, homes) for number, item in enumerate(line) if item in moved]
    return (*edits, *_settings(before, after))


def _create(before: SiteStructure, after: SiteStructure, item: str) -> Create:
    if group := after.groups.get(item):
        return Create(item, group.title, group.icon, others=tuple(before.groups))
    new, both = after.spaces[item], before.spaces.keys() & after.spaces.keys()
    shown = sorted(id_ for id_ in both if before.spaces[id_].space == new.space)
    return Create(item, new.title, space=new.space, others=tuple(shown))


def _delete(before: SiteStructure, item: str, home: str) -> Delete:
    members = tuple(before.members.get(item, ()))
    return Delete(item, _settings_of(before, item), home, members, item == before.default_space)


def _settings_of(structure: SiteStructure, item: str) -> tuple[str, str | None]:
    if group := structure.groups.get(item):
        return group.title, group.icon
    return structure.spaces[item].path, structure.spaces[item].condition


def _place(line: Sequence[str], number: int, key: str, homes: Mapping[str, str]) -> Place:
    ahead, behind = line[max(0, number - NEIGHBOURS) : number], line[number + 1 : number + 1 + NEIGHBOURS]
    return Place(line[number], key, tuple(reversed(ahead)), tuple(behind), homes.get(line[number], ""))


def _settings(before: SiteStructure, after: SiteStructure) -> Iterable[Set]:
    for item, space in after.spaces.items():
        was = before.spaces.get(item, SpaceItem("", ""))
        if space.path and space.path != was.path:  # the service gives a path to what has none
            yield Set(item, "path", space.path, was.path)
        if space.condition != was.condition:
            yield Set(item, "condition", space.condition, was.condition)
    for item in before.groups.keys() & after.groups.keys():
        old, new = before.groups[item], after.groups[item]
        if old.title != new.title:
            yield Set(item, "title", new.title, old.title)
        if old.icon != new.icon:
            yield Set(item, "icon", new.icon, old.icon)
    if before.defaults != after.defaults:
        yield Set(after.default_space, "home", after.defaults, before.defaults)


def replay(
    gestures: Sequence[Sequence[Edit]], live: SiteStructure, choices: Mapping[str, Side] | None = None
) -> Replayed:
    """Apply gestures one after the other to a structure; `choices` are by the keys of conflicts."""
    return _Replay(gestures, live, choices or {}).go()


def replay_as_mine(
    gestures: Sequence[Sequence[Edit]], live: SiteStructure, conflicts: Iterable[Conflict]
) -> SiteStructure:
    """The structure in which all conflicts are as the person has them."""
    choices: dict[str, Side] = {each.key: "mine" for each in conflicts}
    return replay(gestures, live, choices).structure


class _Replay:
    def __init__(self, gestures: Sequence[Sequence[Edit]], live: SiteStructure, choices: Mapping[str, Side]) -> None:
        self._live, self._choices = live, choices
        self._found = Replayed(live.copy(), match_created(gestures, live))
        self._gestures = [[adopt(edit, self._found.names, live) for edit in gesture] for gesture in gestures]
        self._homes = map_items_to_lines(containers(live))
        self._gestures = without_superseded(self._gestures)
        self._edits = [edit for gesture in self._gestures for edit in gesture]
        self._created = {edit.item for edit in self._edits if isinstance(edit, Create)}
        self._deleted = {edit.item for edit in self._edits if isinstance(edit, Delete)} - self._created
        # Others left a thing alone where it has a value that any of the edits of it met on the site, or the last one.
        self._saw, self._last = defaultdict[str, set[Value]](set), dict[str, Value]()
        for edit in self._edits:
            for key, was, value in _changes(edit):
                if key not in self._last or was != self._last[key]:
                    self._saw[key].add(was)
                self._last[key] = value
        self._taken: dict[str, bool] = {}

    def go(self) -> Replayed:
        self._find_gone()
        for gesture in self._gestures:
            for edit in gesture:
                if isinstance(edit, Create):
                    self._create(edit)
                elif isinstance(edit, Delete):
                    self._delete(edit)
            self._place([edit for edit in gesture if isinstance(edit, Place)])
            for edit in gesture:
                if isinstance(edit, Set):
                    self._set(edit)
        now = self._found.structure
        if not keeps_sections(self._live, now.top):  # one left with a group that others moved
            placed = {edit.item for edit in self._edits if isinstance(edit, Place)}
            stay = [item for item in self._live.top if item in self._live.sections and item in now.top]
            now.top = [item for item in now.top if item not in placed.intersection(stay)]
            add_missing_items(now.top, stay)
        there = map_items_to_lines(containers(now))
        for item in sorted({*now.groups, *now.spaces} - there.keys()):
            append(now, item)
        moved = dict.fromkeys(
            edit.item for edit in self._edits if isinstance(edit, Place) and self._taken.get(edit.key)
        )
        now.moved = [item for item in moved if item in there or item in now.groups or item in now.spaces]
        return self._found

    def _find_gone(self) -> None:
        there = {*self._live.groups, *self._live.spaces, *self._live.sections} | self._created
        about = {edit.item for edit in self._edits if not isinstance(edit, Delete) and edit.item}
        self._found.gone = sorted(about - there)

    def _is_mine(self, key: str, item: str, *, clashes: bool) -> bool:
        """Whether the edit is applied; without a choice, a clash becomes a conflict."""
        if key not in self._taken:
            if clashes and key not in self._choices:
                self._found.conflicts.append(Conflict(key, (item,)))
            self._taken[key] = not clashes or self._choices.get(key) == "mine"
        return self._taken[key]

    def _create(self, edit: Create) -> None:
        now = self._found.structure
        if edit.space and edit.item not in now.spaces:
            now.spaces[edit.item] = self._live.spaces.get(edit.item, SpaceItem(edit.title, "", None, edit.space))
        elif not edit.space and edit.item not in now.groups:
            now.groups[edit.item] = GroupItem(edit.title, edit.icon)
            now.members.setdefault(edit.item, [])

    def _delete(self, edit: Delete) -> None:
        now = self._found.structure
        if edit.item in {*now.spaces, *now.groups} and self._is_removed(edit.item):
            remove_item(now, edit.item)

    def _is_removed(self, item: str) -> bool:
        removals = (edit for edit in self._edits if isinstance(edit, Delete) and edit.item == item)
        return all(self._is_mine(edit.key, item, clashes=self._is_changed(edit)) for edit in removals)

    def _is_changed(self, edit: Delete) -> bool:
        """Whether others changed what is to be removed, put something into it, or made it home."""
        item, live = edit.item, self._live
        if item not in live.spaces and item not in live.groups:
            return False
        values = (self._homes[item], *_settings_of(live, item))
        is_set = any(now not in self._saw[key] for (key, *_), now in zip(_changes(edit), values, strict=False))
        held = {*live.members.get(item, ())} - {*edit.members}
        joined = {id_ for id_ in held if f"group:{item}" not in self._saw[f"{PLACE}{id_}"]}
        was_home = edit.is_home or item in self._seen_homes()
        return is_set or bool(joined) or (live.default_space == item and not was_home)

    def _seen_homes(self) -> set[str]:
        return {was[1] for was in self._saw[DEFAULT] if isinstance(was, tuple)}

    def _place(self, places: Sequence[Place]) -> None:
        now = self._found.structure
        lines, known = containers(now), {*now.groups, *now.spaces, *now.sections}
        usable = []
        for edit in places:
            if edit.item not in known:
                continue
            if edit.container not in lines:
                self._found.lost.append(edit.item)
            elif edit.item in self._deleted:  # its sections stand there
                usable += [edit] if self._is_removed(edit.item) else []
            elif self._is_mine(edit.key, edit.item, clashes=self._is_elsewhere(edit)):
                usable.append(edit)
        self._put(lines, usable)

    def _put(self, lines: Mapping[str, list[str]], places: Sequence[Place]) -> None:
        """Sections that are in no group keep the order that the site gives them: the API has no call for it."""
        before = {key: [*line] for key, line in lines.items()}
        put(lines, places)
        if keeps_sections(self._live, lines[TOP]):
            return
        for key, line in lines.items():
            line[:] = before[key]
        stay = {id_ for id_ in self._live.top if id_ in self._live.sections}
        put(lines, [edit for edit in places if edit.item not in stay or edit.container != TOP])
        self._found.lost += [edit.item for edit in places if edit.item in stay and edit.container == TOP]

    def _is_elsewhere(self, edit: Place) -> bool:
        """Whether others put it into another line, other than by taking away the one that it was in."""
        home = self._homes.get(edit.item)
        if home is None or home == self._last[edit.key] or home in self._saw[edit.key]:
            return False
        return any(was in containers(self._live) for was in self._saw[edit.key] if was) or edit.item in self._created

    def _set(self, edit: Set) -> None:
        now, live = self._found.structure, self._live
        if edit.field == HOME:
            self._set_home(edit)
            return
        items: Mapping[str, GroupItem | SpaceItem] = now.groups if edit.field in {"title", "icon"} else now.spaces
        if edit.item not in items or edit.item in self._deleted:
            return
        theirs = live.groups.get(edit.item) or live.spaces.get(edit.item)
        there = self._saw[edit.key] | {self._last[edit.key]}
        # The service chose the path of what had none.
        clashes = (
            theirs is not None
            and getattr(theirs, edit.field) not in there
            and (edit.field != "path" or "" not in there)
        )
        if self._is_mine(edit.key, edit.item, clashes=clashes):
            changed = {edit.field: edit.value}
            if edit.item in now.groups:
                now.groups[edit.item] = replace(now.groups[edit.item], **changed)  # type: ignore[arg-type]
            else:
                now.spaces[edit.item] = replace(now.spaces[edit.item], **changed)  # type: ignore[arg-type]

    def _set_home(self, edit: Set) -> None:
        now = self._found.structure
        section, space = edit.value if isinstance(edit.value, tuple) else ("", "")
        if (space or section) not in {*now.spaces, *now.sections}:
            return
        clashes = self._live.default_space not in self._seen_homes() | {space}
        if self._is_mine(DEFAULT, space or section, clashes=clashes):
            now.default_section, now.default_space = now.section_of(space) or section, space


def without_superseded(gestures: Sequence[Sequence[Edit]]) -> list[list[Edit]]:
    """The gestures without removals of what was changed after: others had kept it, so it was shown and asked about."""
    edits = [edit for gesture in gestures for edit in gesture]
    last = {edit.item: number for number, edit in enumerate(edits) if isinstance(edit, (Place, Set))}
    last |= {edit.item: 0 for edit in edits if isinstance(edit, Create)}
    void = {
        id(edit) for number, edit in enumerate(edits) if isinstance(edit, Delete) and number < last.get(edit.item, 0)
    }
    return [[edit for edit in gesture if id(edit) not in void] for gesture in gestures]


def _changes(edit: Edit) -> list[tuple[str, Value, Value]]:
    """The keys that an edit changes, with the value that it met and the one that it leaves."""
    if isinstance(edit, Set):
        return [(edit.key, edit.was, edit.value)]
    if isinstance(edit, Place):
        return [(edit.key, edit.was, edit.container)]
    if isinstance(edit, Delete):
        kinds = (NAME, ICON) if edit.is_group else (PATH, CONDITION)
        seen = zip((PLACE, *kinds), (edit.was, *edit.settings), strict=True)
        freed = [(f"{PLACE}{id_}", f"group:{edit.item}", TOP) for id_ in edit.members]
        return [*((f"{kind}{edit.item}", was, None) for kind, was in seen), *freed]
    return []


def match_created(gestures: Sequence[Sequence[Edit]], live: SiteStructure) -> dict[str, str]:
    """The ids of what is to be added and is there: a new group of that title, or a space that is shown."""
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


def adopt(edit: Edit, names: Mapping[str, str], live: SiteStructure) -> Edit:
    """The edit under the ids that things have now. Of a group that is there, only the icon is left to set."""
    edit = rename(edit, names)
    if isinstance(edit, Create) and edit.item in live.groups:
        return Set(edit.item, "icon", edit.icon, edit.icon)
    return edit


def rename(edit: Edit, names: Mapping[str, str]) -> Edit:
    """The edit with other ids for some items and lines."""
    if not names:
        return edit
    item = names.get(edit.item, edit.item)
    if isinstance(edit, Place):
        ahead, behind = (tuple(names.get(id_, id_) for id_ in ids) for ids in (edit.ahead, edit.behind))
        return replace(
            edit,
            item=item,
            container=_line(edit.container, names),
            ahead=ahead,
            behind=behind,
            was=_line(edit.was, names),
        )
    if isinstance(edit, Set) and isinstance(edit.value, tuple):
        return replace(edit, item=item, value=(edit.value[0], names.get(edit.value[1], edit.value[1])))
    return replace(edit, item=item)


def _line(key: str, names: Mapping[str, str]) -> str:
    kind, colon, item = key.partition(":")
    return f"{kind}{colon}{names.get(item, item)}"


def put(lines: Mapping[str, list[str]], places: Sequence[Place]) -> None:
    """Put items into lines, in turn; one that already stands between its neighbours stays."""
    before = {key: {item: number for number, item in enumerate(line)} for key, line in lines.items()}
    going = {edit.item for edit in places}
    for line in lines.values():
        line[:] = [item for item in line if item not in going]
    for edit in places:
        line, was = lines[edit.container], before[edit.container]
        is_bounded = not edit.behind or any(each in edit.behind for each in line)
        own = sum(was[each] < was[edit.item] for each in line if each in was) if edit.item in was else None
        own = own if is_bounded else None
        line.insert(insert_between(line, edit.ahead[::-1], edit.behind, own), edit.item)


def keeps_sections(live: SiteStructure, top: Collection[str]) -> bool:
    """Whether sections that are in no group keep their order."""
    stay = [item for item in live.top if item in live.sections and item in top]
    return stay == [item for item in top if item in stay]


def refresh(edit: Edit, live: SiteStructure) -> Edit:
    """The edit as if it had been made on this structure."""
    homes = map_items_to_lines(containers(live))
    if isinstance(edit, Place):
        return replace(edit, was=homes.get(edit.item, ""))
    if isinstance(edit, Delete):
        return _delete(live, edit.item, homes[edit.item])
    if isinstance(edit, Set) and edit.field == HOME:
        return replace(edit, was=live.defaults)
    if isinstance(edit, Set):
        there = live.groups.get(edit.item) or live.spaces[edit.item]
        return replace(edit, was=getattr(there, edit.field))
    return edit
