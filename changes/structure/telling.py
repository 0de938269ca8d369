"""What a draft changes, in words and in numbers."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from changes.structure.drafting import line_title, title_of
from changes.structure.fitting import containers
from changes.structure.lines import Lines, map_items_to_lines, moved_items
from changes.structure.tree import SiteStructure


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is another. `kind` is one of WORDS, to count by."""

    kind: str
    item: str
    text: str


WORDS = {
    "move": ("move", "moves"),
    "path": ("path change", "path changes"),
    "condition": ("condition change", "condition changes"),
    "group": ("group change", "group changes"),
    "default": ("home change", "home changes"),
    "added": ("addition", "additions"),
    "removed": ("removal", "removals"),
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
    """As `3 moves, 1 path change`; empty for nothing."""
    counts = {kind: sum(each.kind == kind for each in found) for kind in WORDS}
    return ", ".join(f"{count} {WORDS[kind][count > 1]}" for kind, count in counts.items() if count)


def _describe_items(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    for item in base.spaces:
        if item not in wanted.spaces:
            yield Difference("removed", item, f"{title_of(base, item)} is removed from the site")
    for item in base.groups:
        if item not in wanted.groups:
            yield Difference("group", item, f"The group {title_of(base, item)} is deleted, and its sections stay")
    for item in wanted.groups:
        if item not in base.groups:
            yield Difference("group", item, f"New group {title_of(wanted, item)}")


def _describe_moves(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    before, after = containers(base), containers(wanted)
    homes, moved = map_items_to_lines(before), _moved_rows(before, after, set(wanted.moved))
    for key, line in after.items():
        for item in line:
            name, there = title_of(wanted, item), line_title(wanted, key)
            if item not in homes:
                if item in wanted.spaces:
                    yield Difference("added", item, f"{name} is added to {there}")
            elif homes[item] != key:
                text = f"{name}: moves from {line_title(base, homes[item])} to {there}, position {line.index(item) + 1}"
                yield Difference("move", item, text)
            elif item in moved:
                yield Difference(
                    "move", item, f"{name}: moves {_new_place(wanted, item, before[key], line)} in {there}"
                )


def _moved_rows(before: Lines, after: Lines, named: AbstractSet[str]) -> set[str]:
    """What was moved within its line: what a person took, else as few as can be and none that kept its number."""
    by_person = moved_items(before, after, named)
    numbers = {item: number for line in before.values() for number, item in enumerate(line)}
    renumbered = {i for line in after.values() for number, i in enumerate(line) if numbers.get(i) != number}
    by_number = moved_items(before, after, renumbered)
    found = ((by_person if named & set(line) else by_number) & set(line) for line in after.values())
    return set().union(*found)


def _new_place(wanted: SiteStructure, item: str, before: Sequence[str], line: Sequence[str]) -> str:
    was, now = before.index(item) + 1, line.index(item) + 1
    if was != now:
        return f"from position {was} to {now}"
    return f"after {title_of(wanted, line[now - 2])}" if now > 1 else "to position 1"


def _describe_settings(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    for item, now in wanted.spaces.items():
        was = base.spaces.get(item)
        if was is None:
            continue
        if was.path != now.path:
            yield Difference("path", item, f"{now.title}: the path “{was.path}” becomes “{now.path}”")
        if was.condition != now.condition:
            said = "the condition is removed" if now.condition is None else f"the condition becomes “{now.condition}”"
            yield Difference("condition", item, f"{now.title}: {said}")
    for item, group in wanted.groups.items():
        old = base.groups.get(item)
        if old is not None and old != group:
            renamed = [f"is renamed to {group.title}"] if old.title != group.title else []
            redrawn = ["gets another icon"] if old.icon != group.icon else []
            yield Difference("group", item, f"The group {old.title} {' and '.join([*renamed, *redrawn])}")


def _describe_defaults(base: SiteStructure, wanted: SiteStructure) -> Iterator[Difference]:
    if wanted.default_section != base.default_section:
        yield Difference(
            "default",
            wanted.default_section,
            f"The section {title_of(wanted, wanted.default_section)} becomes home",
        )
    if wanted.default_space != base.default_space:
        yield Difference("default", wanted.default_space, f"{title_of(wanted, wanted.default_space)} becomes home")
