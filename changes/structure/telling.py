"""What a draft changes, in words and in numbers."""

from collections.abc import Iterator
from dataclasses import dataclass

from changes.structure.drafting import line_title, title_of
from changes.structure.fitting import containers
from changes.structure.order import longest_in_order
from changes.structure.tree import SiteStructure


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is another. `kind` is one of WORDS, to count by."""

    kind: str
    item: str
    text: str


WORDS = {
    "move": ("move", "moves"),
    "path": ("path", "paths"),
    "condition": ("condition", "conditions"),
    "group": ("group", "groups"),
    "default": ("first page", "first pages"),
    "added": ("added", "added"),
    "removed": ("removed", "removed"),
}


def differences(base: SiteStructure, wanted: SiteStructure) -> list[Difference]:
    """What the draft changes, as few lines as tell it."""
    return [
        *_describe_items(base, wanted),
        *_describe_moves(base, wanted),
        *_describe_settings(base, wanted),
        *_describe_defaults(base, wanted),
    ]


def count_differences(found: list[Difference]) -> str:
    """As `3 moves, 1 path`; empty for nothing."""
    counts = {kind: sum(each.kind == kind for each in found) for kind in WORDS}
    return ", ".join(f"{count} {WORDS[kind][count > 1]}" for kind, count in counts.items() if count)


def _describe_items(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    for item in base.spaces:
        if item not in wanted.spaces:
            yield Difference("removed", item, f"{title_of(base, item)} is removed from the site")
    for item in base.groups:
        if item not in wanted.groups:
            yield Difference("group", item, f"The group {title_of(base, item)} is deleted; its sections stay")
    for item in wanted.groups:
        if item not in base.groups:
            yield Difference("group", item, f"New group {title_of(wanted, item)}")


def _describe_moves(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    before = containers(base)
    homes: dict[str, str] = {}
    for key, line in before.items():
        homes |= dict.fromkeys(line, key)
    for key, line in containers(wanted).items():
        was = {item: number for number, item in enumerate(before.get(key, []))}
        kept = set(longest_in_order([item for item in line if item in was], was))
        for number, item in enumerate(line, 1):
            name = title_of(wanted, item)
            if item not in homes:
                if item in wanted.spaces:
                    yield Difference("added", item, f"{name} is added to {line_title(wanted, key)}")
            elif homes[item] != key:
                home = line_title(base, homes[item])
                yield Difference("move", item, f"{name}: from {home} to {line_title(wanted, key)}, place {number}")
            elif item not in kept:
                yield Difference(
                    "move", item, f"{name}: place {was[item] + 1} becomes {number} in {line_title(wanted, key)}"
                )


def _describe_settings(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    for item, now in wanted.spaces.items():
        was = base.spaces.get(item)
        if was is None:
            continue
        if was.path != now.path:
            yield Difference("path", item, f"{now.title}: the path “{was.path}” becomes “{now.path}”")
        if was.condition != now.condition:
            said = "no condition any more" if now.condition is None else f"the condition “{now.condition}”"
            yield Difference("condition", item, f"{now.title}: {said}")
    for item, group in wanted.groups.items():
        old = base.groups.get(item)
        if old is not None and old != group:
            yield Difference(
                "group",
                item,
                f"The group {old.title} becomes {group.title}{' with another icon' if old.icon != group.icon else ''}",
            )


def _describe_defaults(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    if wanted.default_section != base.default_section:
        yield Difference(
            "default",
            wanted.default_section,
            f"The site opens with the section {title_of(wanted, wanted.default_section)}",
        )
    if wanted.default_space != base.default_space:
        yield Difference("default", wanted.default_space, f"Readers see {title_of(wanted, wanted.default_space)} first")
