"""The structure of a site: groups, sections and site spaces, in ordered lines."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar, NamedTuple

from pydantic import ConfigDict, TypeAdapter, ValidationError

from masthead.i18n import gettext

DEFERRED = ConfigDict(defer_build=True)
"""Configuration of stored classes: pydantic builds the schema when the first bulk change is read."""
ROOT = ""
"""The site itself, as parent of spaces without a section and of sections without a group."""


@dataclass(frozen=True, slots=True)
class SpaceItem:
    """A site space; `space` is the id of the space that it shows.

    The path of a new site space is empty until the API assigns one.
    """

    title: str
    path: str
    condition: str | None = None
    space: str = ""


@dataclass(frozen=True, slots=True)
class SectionItem:
    """A section; the title is empty if only its id is known.

    Drafts never change the condition.
    """

    title: str
    path: str = ""
    icon: str | None = None
    condition: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class GroupItem:
    title: str
    icon: str | None = None


@dataclass(slots=True)
class SiteStructure:
    """Items by id, and the lines that order them.

    `top` contains groups and the sections outside of groups; `members` the sections of each group; `held` the site
    spaces of each section, or those of the site itself under ROOT if it has no sections. The ids of new items begin
    with NEW until the API assigns one. `moved` are items that a person moved in a draft: two orders alone don't show
    which of two neighbours passed the other. `read_at` is the Unix timestamp at which the structure that a draft began
    from was read, 0 if unknown.
    """

    __pydantic_config__: ClassVar[ConfigDict] = DEFERRED
    top: list[str] = field(default_factory=list)
    members: dict[str, list[str]] = field(default_factory=dict)
    held: dict[str, list[str]] = field(default_factory=dict)
    groups: dict[str, GroupItem] = field(default_factory=dict)
    sections: dict[str, SectionItem] = field(default_factory=dict)
    spaces: dict[str, SpaceItem] = field(default_factory=dict)
    default_section: str = ""
    default_space: str = ""
    moved: list[str] = field(default_factory=list, compare=False)
    read_at: float = field(default=0.0, compare=False)

    def copy(self) -> "SiteStructure":
        """Return a copy, so that changes to its lines and items don't affect the original."""
        return replace_ids(self, {})

    @property
    def has_sections(self) -> bool:
        return bool(self.sections)

    @property
    def all_sections(self) -> list[str]:
        """The ids of all sections, in site order."""
        return [
            section for item in self.top for section in self.members.get(item, [item] if item in self.sections else [])
        ]

    def group_of(self, section: str) -> str:
        """Return the group of a section, or ROOT."""
        return next((group for group, sections in self.members.items() if section in sections), ROOT)

    def section_of(self, space: str) -> str:
        """Return the section of a site space, or ROOT."""
        return next((section for section, spaces in self.held.items() if space in spaces), ROOT)

    @property
    def defaults(self) -> tuple[str, str]:
        """The default section and the default site space."""
        return self.default_section, self.default_space


NEW = "new-"
_adapter = TypeAdapter(SiteStructure)


class UnreadableStructureError(ValueError):
    """A stored structure has an unknown format."""


def is_new(item: str) -> bool:
    """True if the API hasn't assigned an id yet."""
    return item.startswith(NEW)


def structure_json(structure: SiteStructure) -> str:
    """Serialize a structure for storage."""
    return _adapter.dump_json(structure).decode()


def parse_structure(text: str) -> SiteStructure:
    """Parse a stored structure. Raises UnreadableStructureError."""
    try:
        return _adapter.validate_json(text)
    except ValidationError as error:
        raise UnreadableStructureError from error


def title_of(structure: SiteStructure, item: str) -> str:
    """Return an item's title; for a section without one, a title made from its id."""
    found: GroupItem | SectionItem | SpaceItem | None = (
        structure.sections.get(item) or structure.groups.get(item) or structure.spaces.get(item)
    )
    if found is None:
        return item
    return found.title or gettext("Section %(item)s", item=item)


def map_titles(*structures: SiteStructure) -> dict[str, str]:
    """Map the ids of all items to their titles."""
    return {id_: title_of(each, id_) for each in structures for id_ in (*each.sections, *each.groups, *each.spaces)}


def add_missing_items(line: list[str], order: Iterable[str]) -> None:
    """Insert missing items, each after its predecessor in `order`."""
    order = list(order)
    for place, item in enumerate(order):
        if item in line:
            continue
        if place:
            line.insert(line.index(order[place - 1]) + 1, item)
        else:
            line.insert(next((line.index(each) for each in order if each in line), len(line)), item)


def replace_ids(structure: SiteStructure, names: Mapping[str, str]) -> SiteStructure:
    """Replace the ids of groups and site spaces."""

    def name(id_: str) -> str:
        return names.get(id_, id_)

    def named(ids: Iterable[str]) -> list[str]:
        return [name(id_) for id_ in ids]

    return SiteStructure(
        top=named(structure.top),
        members={name(group): list(sections) for group, sections in structure.members.items()},
        held={section: named(spaces) for section, spaces in structure.held.items()},
        groups={name(id_): item for id_, item in structure.groups.items()},
        sections=dict(structure.sections),
        spaces={name(id_): item for id_, item in structure.spaces.items()},
        default_section=structure.default_section,
        default_space=name(structure.default_space),
        moved=named(structure.moved),
    )


def remove_item(structure: SiteStructure, item: str) -> None:
    """Remove a space, or replace a group with its sections."""
    if item in structure.groups:
        place = structure.top.index(item)
        structure.top[place : place + 1] = structure.members.pop(item)
        del structure.groups[item]
    else:
        structure.held[structure.section_of(item)].remove(item)
        del structure.spaces[item]


def lines_by_key(structure: SiteStructure) -> dict[str, list[str]]:
    """Return all lines by key: `top:`, `group:` or `section:` and an id."""
    return {
        f"top:{ROOT}": structure.top,
        **{f"group:{id_}": sections for id_, sections in structure.members.items()},
        **{f"section:{id_}": spaces for id_, spaces in structure.held.items()},
    }


Lines = Mapping[str, Sequence[str]]
"""Ordered ids by line key; each id is in one line only."""


@dataclass(frozen=True, slots=True)
class Move:
    """Moves an item directly after or before another; with neither, to the end."""

    item: str
    after: str | None = None
    before: str | None = None


def find_moves(
    now: Sequence[str],
    wanted: Sequence[str],
    going: Collection[str] = (),
    hidden: Collection[str] = (),
    moved: Collection[str] = (),
) -> list[Move]:
    """Compute a few moves that turn `now` into `wanted`, which has the same items. Moves `going` items first.

    An item with a known place is moved next to a `hidden` one only if there is no other neighbour. A hidden item is
    moved if a person `moved` it, even if it seems to be in place.
    """
    if [*now] == [*wanted] and {*hidden}.isdisjoint(moved):
        return []
    place = {item: number for number, item in enumerate(now)}
    idle, seen = {*hidden} - {*moved}, [item for item in wanted if item not in hidden]
    staying = {*find_longest_in_order(seen, place, going, others_first=True), *idle}
    found = list[Move]()
    for number, item in enumerate(wanted):
        if item not in staying:
            avoided = idle if item not in hidden and len(place) > len(idle) + 1 else ()
            left = next((each for each in reversed(wanted[:number]) if each not in avoided), None)
            rest = () if left else (each for each in wanted[number:] if each in staying)
            right = next((each for each in rest if each not in avoided), None)
            if left or right:
                found.append(Move(item, before=right) if left is None else Move(item, after=left))
    return found


def apply_move(line: list[str], move: Move) -> list[str]:
    """Apply a move to a line in place, and return the line."""
    if move.item in line:
        line.remove(move.item)
    beside = move.after or move.before
    line.insert(line.index(beside) + bool(move.after) if beside else len(line), move.item)
    return line


class _Run(NamedTuple):
    """An increasing subsequence, by its last item; the greater, the better.

    The first two fields count its items.
    """

    first: int = 0
    second: int = 0
    unlike_place: int = 1
    item: str = ""
    ahead: "_Run | None" = None


def find_longest_in_order(
    items: Sequence[str], place: Mapping[str, int], going: Collection[str] = (), *, others_first: bool = False
) -> list[str]:
    """Find a longest subsequence with increasing places that has few `going` items.

    With `others_first`, it has the most items outside of `going`, and then the greatest length.
    """
    best = [_Run()] * (max(place.values(), default=0) + 2)  # a Fenwick tree: the best run that ends up to a place
    for item in items:
        run, at = _Run(), place[item]
        while at:
            run, at = max(run, best[at]), at & (at - 1)
        counts = (1, int(item not in going))[:: -1 if others_first else 1]
        run, at = _Run(run.first + counts[0], run.second + counts[1], -place[item], item, run), place[item] + 1
        while at < len(best):
            best[at], at = max(best[at], run), at + (at & -at)
    end: _Run | None = max(best)
    found: list[str] = []
    while end is not None and end.item:
        found, end = [*found, end.item], end.ahead
    return found[::-1]


def map_items_to_lines(lines: Lines) -> dict[str, str]:
    """Map each item to the key of its line."""
    return {item: key for key, line in lines.items() for item in line}


def find_moved_items(before: Lines, after: Lines, named: Collection[str] = ()) -> set[str]:
    """Find items that moved to another line or within their line.

    The order alone doesn't show which of two neighbours passed the other: `named` items count as moved before others
    do.
    """
    was = map_items_to_lines(before)
    moved = {item for key, line in after.items() for item in line if was.get(item, key) != key}
    for key, line in after.items():
        stayed = [item for item in line if was.get(item) == key]
        place = {item: number for number, item in enumerate(before.get(key, ()))}
        if any(place[one] > place[next_] for one, next_ in pairwise(stayed)):
            moved |= set(stayed) - set(find_longest_in_order(stayed, place, named, others_first=True))
    return moved


class LinePlace(NamedTuple):
    """A place in a line between the items `ahead` and `behind`; each lists the nearest one first."""

    item: str
    line: str
    ahead: tuple[str, ...]
    behind: tuple[str, ...]


def list_places(lines: Lines, items: Collection[str], most: int | None = None) -> list[LinePlace]:
    """List the places of `items`, each with at most `most` neighbours on either side."""
    return [
        LinePlace(item, key, tuple(line[:number][::-1][:most]), tuple(line[number + 1 :][:most]))
        for key, line in lines.items()
        for number, item in enumerate(line)
        if item in items
    ]


def place_items(lines: Mapping[str, list[str]], places: Iterable[LinePlace]) -> None:
    """Put items into lines in turn. An item that is already between its neighbours stays, to save moves.

    Other items go after the first of `ahead` that is in the line, or else before the first of `behind`; an item with
    nothing ahead goes first.
    """
    places = [each for each in places if each.line in lines]
    before = {key: {item: number for number, item in enumerate(line)} for key, line in lines.items()}
    going = {each.item for each in places}
    for line in lines.values():
        line[:] = [item for item in line if item not in going]
    for item, key, ahead, behind in places:
        line, was, there = lines[key], before[key], {*lines[key]}
        low = next((line.index(each) + 1 for each in ahead if each in there), 0)
        high = next((line.index(each) for each in behind if each in there and line.index(each) >= low), len(line))
        own = sum(was[each] < was[item] for each in line if each in was) if item in was else -1
        is_bounded = not behind or not there.isdisjoint(behind)
        place = low if low or (behind and not ahead) else high
        line.insert(own if is_bounded and low <= own <= high else place, item)


def place_items_as_in(like: SiteStructure, structure: SiteStructure, items: Collection[str]) -> None:
    """Put items where another structure has them; they stay if there is no such line."""
    place_items(lines_by_key(structure), list_places(lines_by_key(like), items))


def list_empty_groups(structure: SiteStructure) -> list[str]:
    return [id_ for id_ in structure.groups if structure.members.get(id_) == []]
