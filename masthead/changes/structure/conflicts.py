"""Conflicts between a draft of a structure and what others did, in words: what each of them wants."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from i18n import N_, gettext
from masthead.changes.structure.drafting import line_title, title_of
from masthead.changes.structure.fitting import containers
from masthead.changes.structure.lines import map_items_to_lines, moved_items
from masthead.changes.structure.merged import (
    CONDITION,
    DEFAULT,
    GONE,
    ICON,
    NAME,
    PATH,
    PLACE,
    REMOVAL,
    MergeConflict,
    MergedStructure,
)
from masthead.changes.structure.tree import SiteStructure, is_new

REMOVED_SINCE = N_("%(title)s: it was removed since, so it was not added again.")
NOT_THERE = N_(
    "%(title)s: the API accepted it, but it is not on the site now: it was removed since, or never added. It was not "
    "added again."
)
GROUP_NOT_THERE = N_(
    "%(section)s: the group %(group)s, where this bulk change was to put it, is not on the site. It is now in %(now)s."
)
GROUP_REMOVED = N_(
    "%(section)s: the group %(group)s, where this bulk change put it, was removed since. It is now in %(now)s."
)
PLACE_GONE = N_("%(item)s: the section or group to move it to is gone, so it was not moved there.")
MOVED_WITHIN = N_("%(space)s: it stayed in its section, but at another place: it is %(now)s now, and was %(was)s.")
STAYED = N_("%(section)s: it stays in the group %(group)s, which was not removed.")
DEFAULT_GONE = N_("%(item)s: it is gone, so it was not made home.")
NOT_REMOVED = N_(
    "%(name)s: it was changed outside of this bulk change, so it was not removed. Remove it "
    "yourself if nobody needs it."
)
ADDED_AGAIN = N_(
    "%(name)s: it was removed, and somebody added it again since, so it stays on the site. Remove it yourself if "
    "nobody needs it."
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
AS_BEFORE = N_(
    "%(about)s: the API accepted the change, but it is as before: %(theirs)s. This bulk change "
    "would have made it %(mine)s."
)
AS_BEFORE_IN_PLACE = N_(
    "%(about)s: the API accepted the change, but it is as before: %(theirs)s. This bulk change "
    "would have put it %(mine)s."
)
NOT_KNOWN_IN_PLACE = N_(
    "%(about)s: the API doesn't report whether the bulk change that is undone or somebody else put it %(theirs)s, so "
    "it stays there. This bulk change would have put it %(mine)s."
)
Naming = Callable[[SiteStructure, str], str]
"""What an item is called."""


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
    kind = f"{conflict.key.partition(':')[0]}:"
    # What it is called on the site, where it is the title that both changed.
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
    if _is_order(conflict, mine):
        about = gettext("The order in %(place)s", place=line_title(mine, conflict.key.removeprefix(PLACE)))
    sides = [_describe_side(conflict, side) for side in (mine, theirs)]
    if sides[0] == sides[1]:
        sides = [_describe_side(conflict, side, _tell_apart) for side in (mine, theirs)]
    return Question(conflict.key, conflict.items, about, *sides)


def _is_order(conflict: MergeConflict, mine: SiteStructure) -> bool:
    return conflict.key == f"{PLACE}{map_items_to_lines(containers(mine)).get(conflict.items[0])}"


def describe_conflict(
    conflict: MergeConflict,
    mine: SiteStructure,
    theirs: SiteStructure,
    in_vain: Collection[str] = (),
    unsure: Collection[str] = (),
    since: Collection[str] = (),
) -> str:
    """For a plan that is running, in which nobody can be asked; `in_vain` are the keys of what it changed in vain.

    `unsure` are those of what the plan that it undoes may have changed itself, `since` those of what it has changed
    and somebody else since.
    """
    was_in_vain = conflict.key in in_vain
    kind = f"{conflict.key.partition(':')[0]}:"
    if kind in {REMOVAL, GONE}:
        not_removed = ADDED_AGAIN if conflict.key in since else NOT_REMOVED
        return gettext(not_removed if kind == REMOVAL else STAYS_REMOVED, name=_name(conflict, mine, theirs))
    asked = question(conflict, mine, theirs)
    is_place = kind == PLACE and not _is_order(conflict, mine)
    words = STAYS_IN_PLACE if is_place else STAYS
    if was_in_vain:
        words = AS_BEFORE_IN_PLACE if is_place else AS_BEFORE
    elif is_place and conflict.key in unsure:
        words = NOT_KNOWN_IN_PLACE
    return gettext(words, about=asked.about, theirs=asked.theirs, mine=asked.mine)


def describe_removed(item: str, wanted: SiteStructure, now: SiteStructure, in_vain: Collection[str] = ()) -> list[str]:
    """What a plan has added and somebody has removed since, with the sections that were to be in it.

    `in_vain` are the ids that the API gave to what is not there, although nobody is known to have removed it.
    """
    title_words, section_words = (NOT_THERE, GROUP_NOT_THERE) if item in in_vain else (REMOVED_SINCE, GROUP_REMOVED)
    title = title_of(wanted, item)
    freed = [section for section in wanted.members.get(item, ()) if section in now.sections]
    return [
        gettext(title_words, title=title),
        *(
            gettext(section_words, section=title_of(now, each), group=title, now=_group_title(now, each))
            for each in freed
        ),
    ]


def _group_title(now: SiteStructure, section: str) -> str:
    group = now.group_of(section)
    return gettext("the group %(group)s", group=title_of(now, group)) if group else gettext("no group")


def describe_lost(merged: MergedStructure) -> list[str]:
    """What a plan that is running was to put somewhere that others have taken away, or to take out of what stays."""
    lost = [gettext(PLACE_GONE, item=title_of(merged.mine, item)) for item in merged.lost]
    now = merged.structure
    lost += [
        gettext(STAYED, section=title_of(now, item), group=title_of(now, now.group_of(item))) for item in merged.stayed
    ]
    return lost + [gettext(DEFAULT_GONE, item=title_of(merged.mine, item)) for item in [merged.lost_default] if item]


def describe_moved_within(stayed: Collection[str], base: SiteStructure, now: SiteStructure) -> list[str]:
    """Of spaces that a move was to take into another section: which of them stand elsewhere in their own."""
    before, moved = containers(base), moved_items(containers(base), containers(now), stayed)
    return [
        gettext(MOVED_WITHIN, space=title_of(now, item), was=describe_place(item, base), now=describe_place(item, now))
        for key, line in containers(now).items()
        for item in line
        if item in moved.intersection(stayed) and item in before.get(key, ())
    ]


def _name(conflict: MergeConflict, mine: SiteStructure, theirs: SiteStructure) -> str:
    item = conflict.items[0]
    return title_of(mine if _is_in(mine, item) else theirs, item)


def _describe_side(conflict: MergeConflict, side: SiteStructure, name: Naming = title_of) -> str:
    key, item = conflict.key, conflict.items[0]
    if key.startswith((REMOVAL, GONE)):
        return gettext("keep it on the site") if _is_in(side, item) else gettext("remove it from the site")
    if key.startswith(PLACE):
        return _describe_place(conflict, side, name)
    if key.startswith(PATH):
        return f"“{side.spaces[item].path}”"
    if key.startswith(CONDITION):
        condition = side.spaces[item].condition
        return gettext("no condition") if condition is None else f"“{condition}”"
    if key.startswith((NAME, ICON)):
        group = side.groups[item]
        return f"“{group.title}”" if key.startswith(NAME) else group.icon or gettext("no icon")
    return name(side, side.default_space or side.default_section)


def _describe_place(conflict: MergeConflict, side: SiteStructure, name: Naming) -> str:
    lines = containers(side)
    home = map_items_to_lines(lines).get(conflict.items[0], "")
    line = lines.get(home, [])
    if conflict.key == f"{PLACE}{home}":
        return ", ".join(name(side, item) for item in line)
    return describe_place(conflict.items[0], side, name)


def describe_place(item: str, side: SiteStructure, name: Naming = title_of) -> str:
    """Where something is, as `after Guides in the site`."""
    lines = containers(side)
    home = map_items_to_lines(lines).get(item, "")
    line = lines.get(home, [])
    before = line[: line.index(item)][-1:]
    where = gettext("after %(before)s", before=name(side, before[0])) if before else gettext("first")
    _, _, within = home.partition(":")
    place = name(side, within) if within else line_title(side, home)
    return gettext("%(where)s in %(place)s", where=where, place=place)


def _tell_apart(structure: SiteStructure, item: str) -> str:
    """What people call it, with what another one of the same title has not."""
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


def _is_in(structure: SiteStructure, item: str) -> bool:
    return item in structure.spaces or item in structure.groups or item in structure.sections
