"""Describes conflicts between a draft of a structure and others' changes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from masthead.i18n import N_, gettext
from masthead.structure.actions import line_title
from masthead.structure.edits import CONDITION, DEFAULT, GONE, ICON, NAME, PATH, PLACE, REMOVAL, EditConflict
from masthead.structure.order import map_items_to_lines
from masthead.structure.tree import SiteStructure, containers, is_new, title_of, titles_in

NOT_THERE = N_(
    "%(title)s: the API accepted it, but it is not on the site now: it was removed since, or never added. It was not "
    "added again."
)
GROUP_NOT_THERE = N_(
    "%(section)s: the group %(group)s, where this bulk change was to put it, is not on the site. It is now in %(now)s."
)
PLACE_GONE = N_("%(item)s: the section or group to move it to is gone, so it was not moved there.")
NOT_REMOVED = N_(
    "%(name)s: it was changed outside of this bulk change, so it was not removed. Remove it "
    "yourself if nobody needs it."
)
STAYS_REMOVED = N_("%(name)s: it was removed outside of this bulk change, so it stays removed.")
STAYS = N_(
    "%(about)s: it was changed outside of this bulk change, so it stays %(theirs)s. This bulk change "
    "would have made it %(mine)s."
)
STAYS_IN_PLACE = N_(
    "%(about)s: it was changed outside of this bulk change, so it stays %(theirs)s. This bulk change "
    "would have put it %(mine)s."
)
NOT_KEPT = N_(
    "%(about)s: this bulk change set it, but it is %(theirs)s now, not %(mine)s. The API did not keep it, or somebody "
    "changed it since."
)
Naming = Callable[[SiteStructure, str], str]
"""Returns the title of an item."""


@dataclass(frozen=True, slots=True)
class Question:
    """A conflict to show; `mine` and `theirs` are phrases, `items` the ids of its rows."""

    key: str
    items: Sequence[str]
    about: str
    mine: str
    theirs: str


def question(conflict: EditConflict, mine: SiteStructure, theirs: SiteStructure) -> Question:
    """Describe a conflict for the person whose draft is `mine`."""
    kind = f"{conflict.key.partition(':')[0]}:"
    # If both sides renamed it, use the title on the site.
    name = _name(conflict, theirs, mine) if kind in {NAME, ICON} else _name(conflict, mine, theirs)
    about = {
        PLACE: gettext("The place of %(name)s", name=name),
        PATH: gettext("The path of %(name)s", name=name),
        CONDITION: gettext("The condition of %(name)s", name=name),
        NAME: gettext("The title of the group %(name)s", name=name),
        ICON: gettext("The icon of the group %(name)s", name=name),
        DEFAULT: gettext("The home of the site"),
        REMOVAL: gettext("Removing %(name)s", name=name),
        GONE: gettext("%(name)s, which was removed", name=name),
    }[kind]
    sides = [_describe_side(conflict, side) for side in (mine, theirs)]
    if sides[0] == sides[1]:
        sides = [_describe_side(conflict, side, _tell_apart) for side in (mine, theirs)]
    return Question(conflict.key, conflict.items, about, *sides)


def describe_conflict(conflict: EditConflict, mine: SiteStructure, theirs: SiteStructure) -> str:
    """Describe a conflict in a running bulk change, which can't ask anybody."""
    kind = f"{conflict.key.partition(':')[0]}:"
    if kind in {REMOVAL, GONE}:
        return gettext(NOT_REMOVED if kind == REMOVAL else STAYS_REMOVED, name=_name(conflict, mine, theirs))
    asked = question(conflict, mine, theirs)
    words = STAYS_IN_PLACE if kind == PLACE else STAYS
    return gettext(words, about=asked.about, theirs=asked.theirs, mine=asked.mine)


def describe_changed_since(conflict: EditConflict, done: SiteStructure, now: SiteStructure) -> str:
    """Say that a value set by a bulk change is different now, whoever changed it."""
    if conflict.key.startswith(GONE):
        return describe_conflict(conflict, done, now)
    asked = question(conflict, done, now)
    return gettext(NOT_KEPT, about=asked.about, theirs=asked.theirs, mine=asked.mine)


def describe_missing(item: str, wanted: SiteStructure, now: SiteStructure) -> list[str]:
    """Say that an added item is missing, and where sections meant for it are."""
    title = title_of(wanted, item)
    freed = [section for section in wanted.members.get(item, ()) if section in now.sections]
    told = [(title_of(now, each), _group_title(now, each)) for each in freed]
    named = [gettext(GROUP_NOT_THERE, section=name, group=title, now=home) for name, home in told]
    return [gettext(NOT_THERE, title=title), *named]


def _group_title(now: SiteStructure, section: str) -> str:
    group = now.group_of(section)
    return gettext("the group %(group)s", group=title_of(now, group)) if group else gettext("no group")


def describe_lost(items: Iterable[str], now: SiteStructure) -> list[str]:
    """Say for each item that the place it was to move to is gone."""
    return [gettext(PLACE_GONE, item=title_of(now, item)) for item in items]


def _name(conflict: EditConflict, mine: SiteStructure, theirs: SiteStructure) -> str:
    item = conflict.items[0]
    return title_of(mine if item in titles_in(mine) else theirs, item)


def _describe_side(conflict: EditConflict, side: SiteStructure, name: Naming = title_of) -> str:
    key, item = conflict.key, conflict.items[0]
    if key.startswith((REMOVAL, GONE)):
        return gettext("keep it on the site") if item in titles_in(side) else gettext("remove it from the site")
    if key.startswith(PLACE):
        return describe_place(item, side, name)
    if key.startswith(PATH):
        return f"“{side.spaces[item].path}”"
    if key.startswith(CONDITION):
        condition = side.spaces[item].condition
        return gettext("no condition") if condition is None else f"“{condition}”"
    if key.startswith((NAME, ICON)):
        group = side.groups[item]
        return f"“{group.title}”" if key.startswith(NAME) else group.icon or gettext("no icon")
    return name(side, side.default_space or side.default_section)


def describe_place(item: str, side: SiteStructure, name: Naming = title_of) -> str:
    """Describe where an item is, as `after Guides in the site`."""
    lines = containers(side)
    home = map_items_to_lines(lines).get(item, "")
    line = lines.get(home, [])
    before = line[: line.index(item)][-1:]
    where = gettext("after %(before)s", before=name(side, before[0])) if before else gettext("first")
    _, _, within = home.partition(":")
    place = name(side, within) if within else line_title(side, home)
    return gettext("%(where)s in %(place)s", where=where, place=place)


def _tell_apart(structure: SiteStructure, item: str) -> str:
    """Add a path or position to a title, as another item may have the same one."""
    title = title_of(structure, item)
    if item in structure.groups:
        if is_new(item):
            return gettext("the new group %(group)s", group=title)
        position = structure.top.index(item) + 1
        return gettext("the group %(group)s at position %(position)s", group=title, position=position)
    space = structure.spaces.get(item)
    section = structure.sections.get(structure.section_of(item) if space else item)
    path = "/".join(filter(None, (each.path for each in (section, space) if each)))
    return gettext("%(title)s (/%(path)s)", title=title, path=path) if path else title
