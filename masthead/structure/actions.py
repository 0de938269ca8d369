"""Edits a draft of a structure: moves, sorts, names, adds and removes items."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from contract.publishing.section_groups import ICON_MAX, TITLE_MAX
from contract.publishing.site_spaces import CONDITION_MAX, PATH_MAX
from masthead.i18n import N_, gettext, sort_key
from masthead.structure.edits import keeps_section_order
from masthead.structure.tree import (
    NEW,
    ROOT,
    GroupItem,
    SiteStructure,
    SpaceItem,
    lines_by_key,
    remove_item,
    title_of,
)

Where = Literal["up", "down", "first", "last", "before", "after", "into"]
TOP, GROUP, SECTION = "top:", "group:", "section:"
HOLDERS = {"group": (TOP,), "section": (TOP, GROUP), "space": (SECTION,)}
"""The beginnings of the lines that can hold a kind."""
ODD_IN_PATH = re.compile(r"[\s?#]")
MISSING = N_("This is no longer on the site, or your draft removes it.")


class DraftError(Exception):
    """An edit can't be made. The message tells the person why."""


@dataclass(frozen=True, slots=True)
class MoveTarget:
    """A place to move items to; `to` is the id of a neighbour or the key of a line.

    `position` counts from 1 in the target line, or is empty for its end.
    """

    where: Where
    to: str = ""
    position: str = ""


def find_line(structure: SiteStructure, item: str) -> str:
    """Return the key of the line that contains an item. Raises DraftError."""
    for key, line in lines_by_key(structure).items():
        if item in line:
            return key
    raise DraftError(gettext(MISSING))


def kind_name(structure: SiteStructure, item: str) -> str:
    """Return `section`, `group` or `space`; empty for an unknown item."""
    kinds = {"section": {*structure.sections}, "group": {*structure.groups}, "space": {*structure.spaces}}
    return next((kind for kind, items in kinds.items() if item in items), "")


def line_title(structure: SiteStructure, key: str) -> str:
    """Return the title of the item that contains a line, or “the site”."""
    _, _, item = key.partition(":")
    return title_of(structure, item) if item else gettext("the site")


def move_items(structure: SiteStructure, items: Sequence[str], target: MoveTarget) -> SiteStructure:
    """Move several items together, keeping their order. Raises DraftError."""
    result = structure.copy()
    asked, items = items, [item for line in lines_by_key(result).values() for item in line if item in set(items)]
    if not items:
        raise DraftError(gettext(MISSING) if asked else gettext("Select something to move."))
    key, place = _find_target(result, items, target)
    for item in items:
        if not key.startswith(HOLDERS[kind_name(structure, item)]):
            raise DraftError(gettext("%(name)s can't go there.", name=title_of(structure, item)))
    lines = lines_by_key(result)
    line = lines[key]
    before = [item for item in line[:place] if item not in items]
    after = [item for item in line[place:] if item not in items]
    for each in lines.values():
        each[:] = [item for item in each if item not in items]
    line[:] = [*before, *items, *after]
    ensure_top_order(structure, result)
    return result


def _find_target(structure: SiteStructure, items: Sequence[str], target: MoveTarget) -> tuple[str, int]:
    lines = lines_by_key(structure)
    if target.where == "into":
        if target.to not in lines:
            raise DraftError(gettext("This place doesn't exist on the site."))
        line = lines[target.to]
        return target.to, _find_index(line, items, target.position) if target.position else len(line)
    if target.where in {"before", "after"}:
        if target.to in items:
            raise DraftError(gettext("An item can't be moved next to itself."))
        key = find_line(structure, target.to)
        return key, lines[key].index(target.to) + (target.where == "after")
    key = find_line(structure, items[0])
    line = lines[key]
    places = [line.index(item) for item in items if item in line]
    steps = {"first": 0, "up": max(0, min(places) - 1), "down": max(places) + 2, "last": len(line)}
    return key, min(steps[target.where], len(line))


def _find_index(line: Sequence[str], items: Sequence[str], position: str) -> int:
    rest = [item for item in line if item not in items]
    behind = max(0, min(parse_position(position) - 1, len(rest)))
    return line.index(rest[behind]) if behind < len(rest) else len(line)


def parse_position(text: str) -> int:
    """Parse a position that a person entered, counting from 1. Raises DraftError."""
    if not text.isascii() or not text.isdigit() or len(text) > 6:  # noqa: PLR2004 - more than any site has
        raise DraftError(gettext("“%(text)s” is not a position. Enter a number, starting with 1.", text=text[:20]))
    return int(text)


def ensure_top_order(before: SiteStructure, after: SiteStructure) -> None:
    """Ensure that sections outside of groups keep their order. Raises DraftError."""
    if not keeps_section_order(before, after.top):
        raise DraftError(gettext("You can't change the order of sections outside of groups."))


def sort_line(structure: SiteStructure, key: str) -> SiteStructure:
    """Sort a line by title. Raises DraftError."""
    result = structure.copy()
    line = lines_by_key(result).get(key)
    if line is None or key == TOP:
        raise DraftError(gettext("There is nothing to sort here."))
    line.sort(key=lambda item: sort_key(title_of(result, item)))
    return result


def edit_space(structure: SiteStructure, item: str, path: str, condition: str | None) -> SiteStructure:
    """Set the path and condition of a space; an empty condition removes it. Raises DraftError."""
    if item not in structure.spaces:
        raise DraftError(gettext(MISSING))
    path, condition = path.strip().strip("/"), (condition or "").strip() or None
    if not path or len(path) > PATH_MAX or ODD_IN_PATH.search(path):
        raise DraftError(gettext("Enter a path of 1 to %(max)s characters, without spaces, ? or #.", max=PATH_MAX))
    if condition is not None and len(condition) > CONDITION_MAX:
        raise DraftError(gettext("The condition is longer than %(max)s characters. Shorten it.", max=CONDITION_MAX))
    result = structure.copy()
    result.spaces[item] = replace(result.spaces[item], path=path, condition=condition)
    return result


def make_home(structure: SiteStructure, item: str) -> SiteStructure:
    """Make a section or a space the site's home. Raises DraftError."""
    result = structure.copy()
    if item in structure.sections:
        if not structure.held.get(item):
            raise DraftError(gettext("A section without spaces can't be home."))
        result.default_section, result.default_space = item, structure.held[item][0]
    elif item in structure.spaces:
        result.default_section, result.default_space = structure.section_of(item), item
    else:
        raise DraftError(gettext(MISSING))
    return result


def name_group(structure: SiteStructure, item: str, title: str, icon: str) -> SiteStructure:
    """Set a group's title and icon; without `item`, create a group. Raises DraftError."""
    title, icon = " ".join(title.split()), icon.strip()
    if not title or len(title) > TITLE_MAX:
        raise DraftError(gettext("Enter a group title of 1 to %(max)s characters.", max=TITLE_MAX))
    if len(icon) > ICON_MAX:
        raise DraftError(gettext("The icon name is longer than %(max)s characters. Shorten it.", max=ICON_MAX))
    if any(each.title == title for id_, each in structure.groups.items() if id_ != item):
        raise DraftError(gettext("A group named “%(title)s” already exists.", title=title))
    result = structure.copy()
    if not item:
        item = _new_id(result)
        result.members[item] = []
        # The API hides where an empty group stands among sections, so we list it behind the last group.
        last = max((place for place, each in enumerate(result.top) if each in result.groups), default=len(result.top))
        result.top.insert(last + 1, item)
    elif item not in structure.groups:
        raise DraftError(gettext(MISSING))
    result.groups[item] = GroupItem(title, icon or None)
    return result


def remove_group(structure: SiteStructure, item: str) -> SiteStructure:
    """Remove a group and put its sections in its place. Raises DraftError."""
    if item not in structure.groups:
        raise DraftError(gettext(MISSING))
    result = structure.copy()
    remove_item(result, item)
    return result


def add_space(structure: SiteStructure, space: str, title: str, section: str) -> SiteStructure:
    """Add a space at the end of a section. Raises DraftError."""
    if any(item.space == space for item in structure.spaces.values()):
        raise DraftError(gettext("%(title)s is already on this site.", title=title))
    if section not in structure.held:
        raise DraftError(gettext("This section doesn't exist on the site."))
    result = structure.copy()
    item = _new_id(result)
    result.spaces[item] = SpaceItem(title, "", None, space)
    result.held[section].append(item)
    return result


def remove_space(structure: SiteStructure, item: str) -> SiteStructure:
    """Remove a space. Raises DraftError."""
    if item not in structure.spaces:
        raise DraftError(gettext(MISSING))
    result = structure.copy()
    remove_item(result, item)
    return result


def list_problems(structure: SiteStructure) -> list[str]:
    """List the reasons why the draft can't be applied, as sentences."""
    found = []
    for section, spaces in structure.held.items():
        paths = Counter(structure.spaces[item].path for item in spaces if structure.spaces[item].path)
        found += [
            gettext(
                "Two spaces in %(place)s have the path “%(path)s”.",
                place=line_title(structure, f"{SECTION}{section}"),
                path=path,
            )
            for path, count in paths.items()
            if count > 1
        ]
    opens = structure.default_space
    if opens and opens not in structure.spaces:
        found.append(gettext("The home of the site is removed. Choose another home first."))
    elif opens and structure.section_of(structure.default_space) != (structure.default_section or ROOT):
        found.append(
            gettext(
                "%(space)s is the home of the site, so it has to be in the home section, %(section)s.",
                space=title_of(structure, structure.default_space),
                section=title_of(structure, structure.default_section),
            )
        )
    return found


def _new_id(structure: SiteStructure) -> str:
    number = 1
    while f"{NEW}{number}" in structure.groups or f"{NEW}{number}" in structure.spaces:
        number += 1
    return f"{NEW}{number}"
