"""Describes a draft's changes in sentences and counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from masthead.i18n import gettext, ngettext
from masthead.structure.actions import line_title
from masthead.structure.order import map_items_to_lines, moved_items
from masthead.structure.tree import GroupItem, SiteStructure, containers, title_of
from masthead.writes.send import UNDO, undo_word


@dataclass(frozen=True, slots=True)
class Difference:
    """One change; `kind` is one of KINDS, for counts."""

    kind: str
    item: str
    text: str


OPPOSITES = {"added": "removed", "removed": "added"}
KINDS = ("move", "path", "condition", "group", "default", "added", "removed")


def differences(base: SiteStructure, wanted: SiteStructure) -> list[Difference]:
    """List the changes of a draft in as few sentences as possible."""
    return [
        *_describe_items(base, wanted),
        *_describe_moves(base, wanted),
        *_describe_settings(base, wanted),
        *_describe_defaults(base, wanted),
    ]


def count_differences(found: list[Difference]) -> str:
    """Count changes by kind, as `3 moves, 1 path change`; empty for none."""
    counts = {kind: sum(each.kind == kind for each in found) for kind in KINDS}
    return ", ".join(_count(kind, count) for kind, count in counts.items() if count)


def title_of_undo(title: str, site: str, found: list[Difference]) -> str:
    """Title an undo or a redo, as `title` says, with counts of its changes."""
    word = undo_word(title)
    if word == UNDO:  # what an undo adds was removed before
        found = [replace(each, kind=OPPOSITES.get(each.kind, each.kind)) for each in found]
    count = count_differences(found)
    return word + ": ".join(part for part in (gettext("Arrange %(site)s", site=site), count) if part)


def _count(kind: str, count: int) -> str:
    return {
        "move": ngettext("%(n)s move", "%(n)s moves", count),
        "path": ngettext("%(n)s path change", "%(n)s path changes", count),
        "condition": ngettext("%(n)s condition change", "%(n)s condition changes", count),
        "group": ngettext("%(n)s group change", "%(n)s group changes", count),
        "default": ngettext("%(n)s home change", "%(n)s home changes", count),
        "added": ngettext("%(n)s addition", "%(n)s additions", count),
        "removed": ngettext("%(n)s removal", "%(n)s removals", count),
    }[kind]


def _describe_items(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    for item in base.spaces:
        if item not in wanted.spaces:
            yield Difference("removed", item, gettext("%(item)s is removed from the site", item=title_of(base, item)))
    for item in base.groups:
        if item not in wanted.groups:
            text = gettext("The group %(item)s is deleted, and its sections stay", item=title_of(base, item))
            yield Difference("group", item, text)
    for item in wanted.groups:
        if item not in base.groups:
            yield Difference("group", item, gettext("New group %(item)s", item=title_of(wanted, item)))


def _describe_moves(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    before, after = containers(base), containers(wanted)
    numbers = {item: number for line in before.values() for number, item in enumerate(line)}
    renumbered = {item for line in after.values() for number, item in enumerate(line) if numbers.get(item) != number}
    # If no moves are recorded, items that kept their number count as unmoved.
    homes, moved = map_items_to_lines(before), moved_items(before, after, wanted.moved or renumbered)
    for key, line in after.items():
        for item in line:
            name, there = title_of(wanted, item), line_title(wanted, key)
            if item not in homes:
                if item in wanted.spaces:
                    yield Difference("added", item, gettext("%(name)s is added to %(there)s", name=name, there=there))
            elif homes[item] != key:
                text = gettext(
                    "%(name)s: moves from %(place)s to %(there)s, position %(position)s",
                    name=name,
                    place=line_title(base, homes[item]),
                    there=_other_line(base, wanted, homes[item], key),
                    position=line.index(item) + 1,
                )
                yield Difference("move", item, text)
            elif item in moved:
                where = _new_place(wanted, item, before[key], line)
                text = gettext("%(name)s: moves %(where)s in %(there)s", name=name, where=where, there=there)
                yield Difference("move", item, text)


def _other_line(base: SiteStructure, wanted: SiteStructure, home: str, key: str) -> str:
    """Name the line that an item moves to, even if both lines have the same title."""
    there = line_title(wanted, key)
    if there != line_title(base, home):
        return there
    return (
        gettext("another %(name)s", name=there)
        if key in containers(base)
        else gettext("the new group %(group)s", group=there)
    )


def _new_place(wanted: SiteStructure, item: str, before: Sequence[str], line: Sequence[str]) -> str:
    was, now = before.index(item) + 1, line.index(item) + 1
    if was != now:
        return gettext("from position %(was)s to %(now)s", was=was, now=now)
    return gettext("after %(before)s", before=title_of(wanted, line[now - 2])) if now > 1 else gettext("to position 1")


def _describe_settings(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    for item, now in wanted.spaces.items():
        was = base.spaces.get(item)
        if was is None:
            continue
        if was.path != now.path:
            paths = {"was": was.path, "path": now.path}
            text = gettext("%(space)s: the path “%(was)s” becomes “%(path)s”", space=now.title, **paths)
            yield Difference("path", item, text)
        if was.condition != now.condition:
            said = {"space": now.title, "condition": now.condition}
            text = gettext("%(space)s: the condition is removed", **said)
            if now.condition is not None:
                text = gettext("%(space)s: the condition becomes “%(condition)s”", **said)
            yield Difference("condition", item, text)
    for item, group in wanted.groups.items():
        old = base.groups.get(item)
        if old is not None and old != group:
            yield Difference("group", item, _describe_group(old, group))


def _describe_group(old: GroupItem, new: GroupItem) -> str:
    if old.title == new.title:
        return gettext("The group %(old)s gets another icon", old=old.title)
    if old.icon == new.icon:
        return gettext("The group %(old)s is renamed to %(new)s", old=old.title, new=new.title)
    return gettext("The group %(old)s is renamed to %(new)s and gets another icon", old=old.title, new=new.title)


def _describe_defaults(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    section, space = wanted.defaults
    if section != base.default_section:
        text = gettext("The section %(section)s becomes home", section=title_of(wanted, section))
        yield Difference("default", section, text)
    if space != base.default_space:
        yield Difference("default", space, gettext("%(space)s becomes home", space=title_of(wanted, space)))
