"""The lines of a structure, and the ids that things of a draft were given meanwhile."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from masthead.changes.structure.tree import ROOT, SiteStructure, is_new


def add_missing_items(line: list[str], order: Iterable[str]) -> None:
    """Put those that the line does not have behind the one that they follow in `order`, the first before the next."""
    order = list(order)
    for place, item in enumerate(order):
        if item in line:
            continue
        if place:
            line.insert(line.index(order[place - 1]) + 1, item)
        else:
            line.insert(next((line.index(each) for each in order if each in line), len(line)), item)


def match_ids(base: SiteStructure, wanted: SiteStructure, live: SiteStructure) -> dict[str, str]:
    """The ids that things have now which a draft knows under another: groups by title, spaces by what they show.

    What was removed and added again has another id too.
    """
    groups = {live.groups[id_].title: id_ for id_ in live.groups if id_ not in wanted.groups | base.groups}
    spaces = {live.spaces[id_].space: id_ for id_ in live.spaces if id_ not in wanted.spaces | base.spaces}
    found = {id_: groups[item.title] for id_, item in wanted.groups.items() if is_new(id_) and item.title in groups}
    for id_ in (wanted.groups.keys() & base.groups.keys()) - live.groups.keys():
        was, title = base.groups[id_].title, wanted.groups[id_].title
        if was in groups or title in groups:  # a plan may have renamed it already
            found[id_] = groups[was if was in groups else title]
    for id_, item in (base.spaces | wanted.spaces).items():
        if id_ not in live.spaces and item.space and item.space in spaces:
            found[id_] = spaces[item.space]
    return found


def replace_ids(structure: SiteStructure, names: Mapping[str, str]) -> SiteStructure:
    """The same with other ids for some groups and site spaces."""

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


def keep_added_again(base: SiteStructure, draft: SiteStructure) -> SiteStructure:
    """The draft, in which a space that it removes and adds again is that of the base, moved: a site shows it once."""
    gone = {item.space: id_ for id_, item in base.spaces.items() if item.space and id_ not in draft.spaces}
    again = {id_: gone[item.space] for id_, item in draft.spaces.items() if is_new(id_) and item.space in gone}
    result = replace_ids(draft, again)
    result.spaces |= {id_: base.spaces[id_] for id_ in again.values()}
    return replace(result, moved=list(dict.fromkeys([*result.moved, *again.values()])))


def remove_item(structure: SiteStructure, item: str) -> None:
    """Remove a space, or a group whose sections then stand in its place."""
    if item in structure.groups:
        place = structure.top.index(item)
        structure.top[place : place + 1] = structure.members.pop(item)
        del structure.groups[item]
    else:
        structure.held[structure.section_of(item)].remove(item)
        del structure.spaces[item]


def containers(structure: SiteStructure) -> dict[str, list[str]]:
    """Every line of the structure, by what it is the order of."""
    return {
        f"top:{ROOT}": structure.top,
        **{f"group:{id_}": sections for id_, sections in structure.members.items()},
        **{f"section:{id_}": spaces for id_, spaces in structure.held.items()},
    }


def copy_paths(theirs: SiteStructure, structure: SiteStructure) -> SiteStructure:
    """What was made for the draft has the path that the service gave it, unless the person did."""
    there = theirs.spaces
    spaces = {
        id_: replace(item, path=there[id_].path) if id_ in there and not item.path else item
        for id_, item in structure.spaces.items()
    }
    return replace(structure, spaces=spaces)


def set_lines(structure: SiteStructure, lines: Mapping[str, list[str]]) -> None:
    """Put everything into the order of `lines`, which has all of the structure's."""
    for key, line in containers(structure).items():
        line[:] = lines[key]


def append(structure: SiteStructure, item: str) -> None:
    """What is added to a line that others have taken away goes to the end of the first one that takes it."""
    line = structure.top if item in structure.groups else next(iter(structure.held.values()))
    line.append(item)
