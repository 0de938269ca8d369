"""Where the chosen items of a structure are, and where they can go."""

from collections.abc import Mapping

from i18n import gettext
from masthead.changes.structure.drafting import TOP, find_line, kind_name, line_title, title_of
from masthead.changes.structure.fitting import containers
from masthead.changes.structure.tree import SiteStructure

FITS: Mapping[str, tuple[str, ...]] = {"group": (), "section": (TOP, "group:"), "space": ("section:",)}
"""The lines into which a kind goes, by the beginnings of their keys; of groups there is one line alone."""


def places_of(now: SiteStructure, items: list[str]) -> dict[str, list[str]]:
    """The titles of the items by where they are, in the order of the structure."""
    places = {key: [item for item in line if item in items] for key, line in containers(now).items()}
    return {_place(now, key): [title_of(now, item) for item in here] for key, here in places.items() if here}


def targets_of(now: SiteStructure, items: list[str]) -> list[tuple[str, str]]:
    """The lines that the items can go into, and what people call them; nothing where there is one alone."""
    fits = FITS[kind_name(now, items[0])]
    found = [(key, _name(now, key)) for key in containers(now) if key.startswith(fits)] if fits else []
    return found if len(found) > 1 else []


def ways_of(now: SiteStructure, items: list[str]) -> set[str]:
    """The ways along their lines in which some of the items can go: `first`, `up`, `down`, `last`."""
    ways = set[str]()
    for line in containers(now).values():
        chosen = [place for place, item in enumerate(line) if item in items]
        if chosen and chosen[-1] >= len(chosen):
            ways |= {"first", "up"}
        if chosen and chosen[0] < len(line) - len(chosen):
            ways |= {"down", "last"}
    return ways


def line_of(now: SiteStructure, items: list[str]) -> str:
    """The line that the first item is in."""
    return find_line(now, items[0])


def _place(now: SiteStructure, key: str) -> str:
    """With the word for it: what is in it may have the same title."""
    kind, _, item = key.partition(":")
    if not item:
        return line_title(now, key)
    title = line_title(now, key)
    return (
        gettext("the group %(group)s", group=title) if kind == "group" else gettext("the section %(name)s", name=title)
    )


def _name(now: SiteStructure, key: str) -> str:
    if key == TOP:
        return gettext("No group")
    _, _, item = key.partition(":")
    group = now.group_of(item)
    return (
        gettext("%(place)s, in %(group)s", place=line_title(now, key), group=title_of(now, group))
        if group
        else line_title(now, key)
    )
