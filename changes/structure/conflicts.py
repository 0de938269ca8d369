"""Conflicts between a draft of a structure and what others did, in words: what each of them wants."""

from collections.abc import Sequence
from dataclasses import dataclass

from changes.structure.drafting import line_title, title_of
from changes.structure.fitting import containers
from changes.structure.lines import map_items_to_lines
from changes.structure.merging import (
    CONDITION,
    DEFAULT,
    GONE,
    NAME,
    PATH,
    PLACE,
    REMOVAL,
    MergeConflict,
    MergedStructure,
)
from changes.structure.tree import GroupItem, SiteStructure

REMOVED_SINCE = "{}: it was removed after it was added, so it was not added again."
GROUP_REMOVED = "{}: the group {}, where this bulk change put it, was removed since. It is now in {}."
PLACE_GONE = "{}: the section or group to move it to is gone, so it was not moved there."
DEFAULT_GONE = "{}: it is gone, so it was not made home."
NOT_REMOVED = (
    "{}: it was changed outside of this bulk change, so it was not removed. Remove it yourself if nobody needs it."
)
STAYS_REMOVED = "{}: it was removed outside of this bulk change, so it was not changed."
STAYS = "{}: it was changed outside of this bulk change, so it stays {}. The bulk change would have {} {}."
GROUP_LEFT = (
    "The group {}: it was changed outside of this bulk change, so it stays as it is. It has {}. "
    "The bulk change would have given it {}."
)
PLACE_OF = "The place of"


@dataclass(frozen=True, slots=True)
class Question:
    """A conflict as people see it; `mine` and `theirs` are phrases, `items` the ids of the rows that it is about."""

    key: str
    items: Sequence[str]
    about: str
    mine: str
    theirs: str


def question(conflict: MergeConflict, mine: SiteStructure, theirs: SiteStructure) -> Question:
    """What has to be asked of the person whose draft is `mine`."""
    kind, _, _ = conflict.key.partition(":")
    item = conflict.items[0]
    name = _name(conflict, mine, theirs)
    about = {
        PLACE: f"{PLACE_OF} {name}",
        PATH: f"The path of {name}",
        CONDITION: f"The condition of {name}",
        NAME: f"The title and icon of the group {name}",
        DEFAULT: "The home of the site",
        REMOVAL: f"Removing {name}",
        GONE: f"{name}, which was removed",
    }[f"{kind}:"]
    if conflict.key == f"{PLACE}{map_items_to_lines(containers(mine)).get(item)}":
        about = f"The order in {line_title(mine, conflict.key.removeprefix(PLACE))}"
    return Question(
        conflict.key, conflict.items, about, _describe_side(conflict, mine), _describe_side(conflict, theirs)
    )


def describe_conflict(conflict: MergeConflict, mine: SiteStructure, theirs: SiteStructure) -> str:
    """For a plan that is running, in which nobody can be asked."""
    kind = f"{conflict.key.partition(':')[0]}:"
    if kind in {REMOVAL, GONE}:
        return (NOT_REMOVED if kind == REMOVAL else STAYS_REMOVED).format(_name(conflict, mine, theirs))
    if kind == NAME:
        return _describe_left_group(mine.groups[conflict.items[0]], theirs.groups[conflict.items[0]])
    asked = question(conflict, mine, theirs)
    verb = "put it" if asked.about.startswith(PLACE_OF) else "made it"
    return STAYS.format(asked.about, asked.theirs, verb, asked.mine)


def _describe_left_group(mine: GroupItem, theirs: GroupItem) -> str:
    def side(group: GroupItem) -> str:
        title = f"the title “{group.title}”" if mine.title != theirs.title else ""
        icon = (f"the icon {group.icon}" if group.icon else "no icon") if mine.icon != theirs.icon else ""
        return " and ".join(filter(None, [title, icon]))

    return GROUP_LEFT.format(theirs.title, side(theirs), side(mine))


def describe_removed(item: str, wanted: SiteStructure, now: SiteStructure) -> list[str]:
    """What a plan has added and somebody has removed since, with the sections that were to be in it."""
    title = title_of(wanted, item)
    freed = [section for section in wanted.members.get(item, ()) if section in now.sections]
    return [
        REMOVED_SINCE.format(title),
        *(GROUP_REMOVED.format(title_of(now, each), title, _group_title(now, each)) for each in freed),
    ]


def _group_title(now: SiteStructure, section: str) -> str:
    group = now.group_of(section)
    return f"the group {title_of(now, group)}" if group else "no group"


def describe_lost(merged: MergedStructure) -> list[str]:
    """What a plan that is running was to put somewhere that others have taken away."""
    lost = [PLACE_GONE.format(title_of(merged.mine, item)) for item in merged.lost]
    return lost + [DEFAULT_GONE.format(title_of(merged.mine, item)) for item in [merged.lost_default] if item]


def _name(conflict: MergeConflict, mine: SiteStructure, theirs: SiteStructure) -> str:
    item = conflict.items[0]
    return title_of(mine if _is_in(mine, item) else theirs, item)


def _describe_side(conflict: MergeConflict, side: SiteStructure) -> str:
    key, item = conflict.key, conflict.items[0]
    if key.startswith((REMOVAL, GONE)):
        return "keep it on the site" if _is_in(side, item) else "remove it from the site"
    if key.startswith(PLACE):
        return _describe_place(conflict, side)
    if key.startswith(PATH):
        return f"“{side.spaces[item].path}”"
    if key.startswith(CONDITION):
        condition = side.spaces[item].condition
        return "no condition" if condition is None else f"“{condition}”"
    if key.startswith(NAME):
        group = side.groups[item]
        return f"“{group.title}”, {f'icon {group.icon}' if group.icon else 'no icon'}"
    return title_of(side, side.default_space or side.default_section)


def _describe_place(conflict: MergeConflict, side: SiteStructure) -> str:
    lines = containers(side)
    home = map_items_to_lines(lines).get(conflict.items[0], "")
    line = lines.get(home, [])
    if conflict.key == f"{PLACE}{home}":
        return ", ".join(title_of(side, item) for item in line)
    before = line[: line.index(conflict.items[0])][-1:]
    where = f"after {title_of(side, before[0])}" if before else "first"
    return f"{where} in {line_title(side, home)}"


def _is_in(structure: SiteStructure, item: str) -> bool:
    return item in structure.spaces or item in structure.groups or item in structure.sections
