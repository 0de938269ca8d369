"""Where the chosen items of a structure are, and where they can go."""

from changes.structure.drafting import kind_name, line_title, title_of
from changes.structure.fitting import containers
from changes.structure.tree import SiteStructure

MAX_TARGETS = 120


def places_of(now: SiteStructure, items: list[str]) -> dict[str, list[str]]:
    """The titles of the items by where they are, in the order of the structure."""
    places = {key: [item for item in line if item in items] for key, line in containers(now).items()}
    return {line_title(now, key): [title_of(now, item) for item in here] for key, here in places.items() if here}


def targets_of(now: SiteStructure, items: list[str], words: str) -> list[tuple[str, str, str]]:
    """Neighbours and places that the items can go to, as the word for it, the id, and what people call it."""
    kind = kind_name(now, items[0])
    found = []
    for key, line in containers(now).items():
        fits = {"group": ("top:",), "section": ("top:", "group:"), "space": ("section:",)}[kind]
        if not key.startswith(fits):
            continue
        name = line_title(now, key)
        if key != "top:" and words.casefold() in name.casefold():
            found.append(("into", key, name))
        found += [
            ("after", item, f"{title_of(now, item)}, in {name}")
            for item in line
            if item not in items and words.casefold() in title_of(now, item).casefold()
        ]
    return found[:MAX_TARGETS]
