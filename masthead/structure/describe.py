"""Describes changes, conflicts and readers' addresses in sentences and counts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pydantic import ConfigDict, TypeAdapter

from masthead.i18n import N_, gettext, ngettext
from masthead.store.bulk.steps import BulkChange
from masthead.structure.actions import line_title
from masthead.structure.edits import (
    CONDITION,
    DEFAULT,
    GONE,
    ICON,
    NAME,
    PATH,
    PLACE,
    REMOVAL,
    EditConflict,
    map_values,
)
from masthead.structure.read import Live
from masthead.structure.tree import (
    DEFERRED,
    SiteStructure,
    find_moved_items,
    lines_by_key,
    map_items_to_lines,
    map_titles,
    title_of,
)
from masthead.writes.send import UNDO, undo_prefix


@dataclass(frozen=True, slots=True)
class Difference:
    """One change; `kind` determines how it is counted."""

    kind: str
    item: str
    text: str


def list_differences(base: SiteStructure, wanted: SiteStructure) -> list[Difference]:
    """List the changes that a draft makes, in as few sentences as possible."""
    return [
        *_describe_items(base, wanted),
        *_describe_moves(base, wanted),
        *_describe_settings(base, wanted),
        *_describe_defaults(base, wanted),
    ]


def count_differences(found: Iterable[Difference]) -> str:
    """Count changes by kind, such as `3 moves, 1 path change`; empty for none."""
    count = Counter(each.kind for each in found)
    labels = {
        "move": ngettext("%(n)s move", "%(n)s moves", count["move"]),
        "path": ngettext("%(n)s path change", "%(n)s path changes", count["path"]),
        "condition": ngettext("%(n)s condition change", "%(n)s condition changes", count["condition"]),
        "group": ngettext("%(n)s group change", "%(n)s group changes", count["group"]),
        "default": ngettext("%(n)s home change", "%(n)s home changes", count["default"]),
        "added": ngettext("%(n)s addition", "%(n)s additions", count["added"]),
        "removed": ngettext("%(n)s removal", "%(n)s removals", count["removed"]),
    }
    return ", ".join(label for kind, label in labels.items() if count[kind])


def title_of_undo(title: str, site: str, found: list[Difference]) -> str:
    """Build the title of an undo, or of a redo if `title` is an undo's, and count its changes."""
    word = undo_prefix(title)
    if word == UNDO:  # what an undo adds was removed before
        opposites = {"added": "removed", "removed": "added"}
        found = [replace(each, kind=opposites.get(each.kind, each.kind)) for each in found]
    count = count_differences(found)
    return word + ": ".join(part for part in (gettext("Arrange %(site)s", site=site), count) if part)


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
    before, after = lines_by_key(base), lines_by_key(wanted)
    numbers = {item: number for line in before.values() for number, item in enumerate(line)}
    renumbered = {item for line in after.values() for number, item in enumerate(line) if numbers.get(item) != number}
    # If no moves are recorded, items that kept their number count as unmoved.
    homes, moved = map_items_to_lines(before), find_moved_items(before, after, wanted.moved or renumbered)
    for key, line in after.items():
        there = line_title(wanted, key)
        for number, item in enumerate(line):
            name = title_of(wanted, item)
            if item not in homes:
                if item in wanted.spaces:
                    yield Difference("added", item, gettext("%(name)s is added to %(there)s", name=name, there=there))
            elif homes[item] != key:
                text = gettext(
                    "%(name)s: moves from %(place)s to %(there)s, position %(position)s",
                    name=name,
                    place=line_title(base, homes[item]),
                    there=there,
                    position=number + 1,
                )
                yield Difference("move", item, text)
            elif item in moved:
                where = _new_place(wanted, line, numbers[item], number)
                text = gettext("%(name)s: moves %(where)s in %(there)s", name=name, where=where, there=there)
                yield Difference("move", item, text)


def _new_place(wanted: SiteStructure, line: Sequence[str], was: int, now: int) -> str:
    if was != now:
        return gettext("from position %(was)s to %(now)s", was=was + 1, now=now + 1)
    return gettext("after %(before)s", before=title_of(wanted, line[now - 1])) if now else gettext("to position 1")


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
    for item in base.groups.keys() & wanted.groups.keys():
        old, new = base.groups[item], wanted.groups[item]
        if old.title != new.title:
            text = gettext("The group %(old)s is renamed to %(new)s", old=old.title, new=new.title)
            yield Difference("group", item, text)
        if old.icon != new.icon:
            yield Difference("group", item, gettext("The group %(new)s gets another icon", new=new.title))


def _describe_defaults(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    section, space = wanted.defaults
    if section != base.default_section:
        text = gettext("The section %(section)s becomes home", section=title_of(wanted, section))
        yield Difference("default", section, text)
    if space != base.default_space:
        yield Difference("default", space, gettext("%(space)s becomes home", space=title_of(wanted, space)))


NOT_THERE = N_(
    "%(title)s: the change was accepted, but it is not on the site now: removed since, or never added. It was not "
    "added again."
)
PLACE_GONE = N_("%(item)s: the section or group to move it to is gone, so it was not moved there.")
NOT_REMOVED = N_(
    "%(name)s: it was changed outside of this bulk change, so it was not removed. Remove it "
    "yourself if nobody needs it."
)
STAYS_REMOVED = N_("%(name)s: it was removed outside of this bulk change, so it stays removed.")
STAYS = N_("%(about)s: it was changed outside of this bulk change, so it stays %(theirs)s instead of %(mine)s.")
NOT_KEPT = N_(
    "%(about)s: this bulk change set it, but it is %(theirs)s now, not %(mine)s. It was not kept, or somebody "
    "changed it since."
)


@dataclass(frozen=True, slots=True)
class Question:
    """A conflict to show; `mine` and `theirs` are phrases, `items` are the ids of its rows."""

    key: str
    items: Sequence[str]
    about: str
    mine: str
    theirs: str


def build_question(conflict: EditConflict, mine: SiteStructure, theirs: SiteStructure) -> Question:
    """Describe a conflict to the person whose draft is `mine`."""
    kind = f"{conflict.key.partition(':')[0]}:"
    # If both sides renamed it, use the title on the site.
    name = _conflict_title(conflict, theirs, mine) if kind in {NAME, ICON} else _conflict_title(conflict, mine, theirs)
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
    return Question(conflict.key, conflict.items, about, *(_describe_side(conflict, side) for side in (mine, theirs)))


def describe_conflict(conflict: EditConflict, mine: SiteStructure, theirs: SiteStructure) -> str:
    """Describe a conflict in a running bulk change, which can't ask anybody; empty if both have the same text."""
    kind = f"{conflict.key.partition(':')[0]}:"
    return describe_sides({REMOVAL: NOT_REMOVED, GONE: STAYS_REMOVED}.get(kind, STAYS), conflict, mine, theirs)


def describe_sides(words: str, conflict: EditConflict, mine: SiteStructure, theirs: SiteStructure) -> str:
    """Describe what a bulk change wanted or set, and what is there now; empty if both have the same text."""
    if conflict.items[0] not in map_titles(mine, theirs):
        return ""
    asked = build_question(conflict, mine, theirs)
    if asked.mine == asked.theirs or not (asked.mine and asked.theirs):
        return ""
    name = _conflict_title(conflict, mine, theirs)
    return gettext(words, about=asked.about, theirs=asked.theirs, mine=asked.mine, name=name)


def describe_missing(missing: list[str], wanted: SiteStructure, lost: list[str], now: SiteStructure) -> list[str]:
    """List sentences about added items that are missing, and items that can't move because the target is gone."""
    told = [gettext(NOT_THERE, title=title_of(wanted, item)) for item in missing]
    return told + [gettext(PLACE_GONE, item=title_of(now, item)) for item in lost]


def _conflict_title(conflict: EditConflict, mine: SiteStructure, theirs: SiteStructure) -> str:
    item = conflict.items[0]
    return title_of(mine if item in map_titles(mine) else theirs, item)


def _describe_side(conflict: EditConflict, side: SiteStructure) -> str:
    """Describe one side of a conflict; empty if that side lacks the item."""
    kind, item = f"{conflict.key.partition(':')[0]}:", conflict.items[0]
    is_there = item in map_titles(side)
    if kind in {REMOVAL, GONE}:
        return gettext("keep it on the site") if is_there else gettext("remove it from the site")
    if kind == PLACE:
        return describe_place(item, side) if is_there else ""
    if kind == DEFAULT:
        return title_of(side, side.default_space or side.default_section)
    value = map_values(side).get(conflict.key, "")
    if value is None:
        return gettext("no condition") if kind == CONDITION else gettext("no icon")
    return f"“{value}”" if value and kind != ICON else str(value)


def describe_place(item: str, side: SiteStructure) -> str:
    """Describe where an item is, such as `after Guides in the site`."""
    lines = lines_by_key(side)
    home = map_items_to_lines(lines).get(item, "")
    line = lines.get(home, [])
    before = line[: line.index(item)][-1:]
    where = gettext("after %(before)s", before=title_of(side, before[0])) if before else gettext("first")
    return gettext("%(where)s in %(place)s", where=where, place=line_title(side, home))


MAY_CHANGE = N_(
    "Readers' addresses may change. Masthead compares them before and after, and "
    "the bulk change lists those that changed."
)


@dataclass(frozen=True)
class AddressChange:
    """A changed address; an empty side means that the space was not on the site."""

    title: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class Addresses:
    """Changed addresses, the number of unchanged ones, and titles of unknown ones."""

    __pydantic_config__: ClassVar[ConfigDict] = DEFERRED
    changed: tuple[AddressChange, ...] = ()
    same: int = 0
    unknown: tuple[str, ...] = ()


_addresses = TypeAdapter(Addresses)


def build_initial_report(live: Live) -> Any:  # noqa: ANN401 - JSON
    """Build a bulk change's report before its first call: the spaces, with their addresses if known."""
    spaces, known = live.structure.spaces.items(), live.addresses
    return {"spaces": {id_: {"title": each.title, "address": known.get(id_)} for id_, each in spaces}}


def compare_addresses(bulk: BulkChange, live: Live, names: Mapping[str, str], *, is_first: bool) -> dict[str, Any]:
    """Build the final report; empty if there was no initial one. `names` maps earlier ids to current ones."""
    after = build_initial_report(live)["spaces"]
    before = after if is_first else (bulk.report or {}).get("spaces")
    if before is None:
        return {}
    changed, unknown, same = list[AddressChange](), list[str](), 0
    before = {names.get(id_, id_): each for id_, each in before.items()}
    for id_, found in {**before, **after}.items():
        was, now = (side[id_]["address"] if id_ in side else "" for side in (before, after))
        if was is None or now is None:
            unknown.append(found["title"])
        elif was != now:
            changed.append(AddressChange(found["title"], was, now))
        else:
            same += 1
    return {"addresses": _addresses.dump_python(Addresses(tuple(changed), same, tuple(unknown)), mode="json")}


def get_addresses(bulk: BulkChange) -> Addresses | None:
    """Return the address comparison of a finished bulk change; None if there is none."""
    found = (bulk.report or {}).get("addresses")
    return None if found is None else _addresses.validate_python(found)


def address_change_message(changes: Iterable[Difference]) -> str:
    """Warn that addresses may change; empty if only conditions change."""
    return "" if all(each.kind == "condition" for each in changes) else gettext(MAY_CHANGE)
