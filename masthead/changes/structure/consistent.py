"""A structure in which everything is in exactly one place, out of what a service tells, which may contradict itself.

The rest of this package relies on it: each group once at the top, each section in one group or at the top, each site
space in one section, ids that belong to one thing, and defaults that exist.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from i18n import gettext
from masthead.changes.structure.tree import ROOT, SiteStructure, add_missing_items, is_new

T = TypeVar("T")


def without_contradictions(told: SiteStructure) -> SiteStructure:
    """The same without what contradicts the rest: where something is in two places, the first one counts."""
    result = SiteStructure(sections=_usable_items(told.sections))
    result.groups = _usable_items(told.groups, told.sections)
    result.spaces = _usable_items(told.spaces, told.sections, result.groups)
    result.members = _each_once(result.groups, told.members, set(result.sections))
    result.held = _spaces_by_section(told, result)
    free = dict.fromkeys(result.sections.keys() - {id_ for ids in result.members.values() for id_ in ids})
    result.top = [id_ for id_ in dict.fromkeys(told.top) if id_ in result.groups or id_ in free]
    add_missing_items(result.top, result.groups)
    add_missing_items(result.top, [id_ for id_ in result.sections if id_ in free])
    _set_defaults(told, result)
    return result


def describe_contradictions(told: SiteStructure) -> list[str]:
    """What `without_contradictions` decides or leaves out, in sentences."""
    found = without_contradictions(told)
    titles = {id_: item.title for kind in (told.sections, told.groups, told.spaces) for id_, item in kind.items()}
    left_out = [*(told.groups.keys() - found.groups.keys()), *(told.spaces.keys() - found.spaces.keys())]
    lines = (told.top, *told.members.values(), *told.held.values())
    twice = [id_ for line in lines for id_, count in Counter(line).items() if count > 1]
    return [
        *(
            gettext(
                "%(title)s (%(id)s) can't be arranged, because its id is not unique.",
                title=titles[id_],
                id=id_ or gettext("without an id"),
            )
            for id_ in sorted(left_out)
        ),
        *(
            gettext("%(title)s is listed twice in one place.", title=titles.get(id_) or id_)
            for id_ in sorted(set(twice))
        ),
        *_in_two_groups(told, found, titles),
    ]


def _in_two_groups(told: SiteStructure, found: SiteStructure, titles: Mapping[str, str]) -> Iterable[str]:
    for id_ in found.sections:
        groups = [titles[group] for group in found.groups if id_ in told.members.get(group, ())]
        if len(groups) > 1:
            title = titles[id_] or gettext("Section %(id)s", id=id_)
            yield gettext(
                "%(title)s is in the groups %(groups)s. Masthead treats it as part of %(group)s.",
                title=title,
                groups=" and ".join(groups),
                group=groups[0],
            )


def _usable_items(items: Mapping[str, T], *others: Mapping[str, object]) -> dict[str, T]:
    return {
        id_: item
        for id_, item in items.items()
        if id_ != ROOT and not is_new(id_) and not any(id_ in other for other in others)
    }


def _each_once(keys: Iterable[str], lines: Mapping[str, list[str]], free: set[str]) -> dict[str, list[str]]:
    """The lines of these keys, of what is free, each item in the first line that has it."""
    result = {}
    for key in keys:
        result[key] = [id_ for id_ in dict.fromkeys(lines.get(key, ())) if id_ in free]
        free.difference_update(result[key])
    return result


def _spaces_by_section(told: SiteStructure, result: SiteStructure) -> dict[str, list[str]]:
    free = set(result.spaces)
    held = _each_once([*result.sections, ROOT], told.held, free)
    held[ROOT] += [id_ for id_ in result.spaces if id_ in free]
    return held if held[ROOT] or not result.sections else {key: line for key, line in held.items() if key != ROOT}


def _set_defaults(told: SiteStructure, result: SiteStructure) -> None:
    """The site opens with a space of the section that it opens with."""
    space = told.default_space if told.default_space in result.spaces else ""
    section = told.default_section if told.default_section in result.sections else result.section_of(space)
    result.default_section = section
    result.default_space = space if result.section_of(space) == section else ""
