"""Compares two structures as lists: marks what differs and folds what doesn't."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from masthead.i18n import N_, gettext
from masthead.structure.actions import kind_name
from masthead.structure.describe import Difference
from masthead.structure.tree import ROOT, SiteStructure, title_of
from masthead.web.descriptions.labels import translated

MIN_FOLDED = 2
REMOVED, ADDED = N_("Removed"), N_("Added")
UNCHANGED = {
    "section": N_("%(count)s sections without changes"),
    "group": N_("%(count)s groups without changes"),
    "space": N_("%(count)s spaces without changes"),
}
UNCHANGED_ITEMS = N_("%(count)s items without changes")
OLD_DEFAULT, MOVED = "old default", "move"
CHANGES = {"path": N_("Changes"), "condition": N_("Changes"), "group": N_("Changes")}
CHANGED = dict.fromkeys(CHANGES, N_("Changed"))
BEFORE = CHANGES | {"move": N_("Moves"), "removed": REMOVED, "default": N_("Becomes home")}
BEFORE |= {OLD_DEFAULT: N_("Stops being home"), "in section": N_("Spaces change"), "in group": N_("Sections change")}
AFTER = CHANGED | {"move": N_("Moved"), "added": ADDED, "default": N_("Becomes home")}
AFTER |= {OLD_DEFAULT: N_("Was home"), "in section": N_("Spaces changed"), "in group": N_("Sections changed")}


@dataclass(frozen=True, slots=True)
class UnchangedItems:
    """Adjacent items without differences, and a phrase that counts them."""

    titles: Sequence[str]
    words: str


@dataclass(frozen=True, slots=True)
class ComparedItem:
    """A group, a section or a space; `marks` say what happens to it.

    `inside` is its content, if any of that differs, the other side has other content, or the item moves with all of
    it.
    """

    kind: str
    title: str
    path: str
    marks: Sequence[str]
    inside: "ComparedLine"

    @property
    def is_same(self) -> bool:
        return not self.marks and not self.inside


ComparedLine = Sequence[ComparedItem | UnchangedItems]


def compare(
    before: SiteStructure, after: SiteStructure, found: Sequence[Difference]
) -> tuple[ComparedLine, ComparedLine]:
    """Build both lists; `found` are the differences."""
    kinds: dict[str, list[str]] = {}
    for each in found:
        kinds.setdefault(each.item, []).append(each.kind)
    for item in _defaults(before) - _defaults(after):
        kinds.setdefault(item, []).append(OLD_DEFAULT)
    return _Side(before, after, kinds, translated(BEFORE), gettext(REMOVED)).all(), _Side(
        after, before, kinds, translated(AFTER), gettext(ADDED)
    ).all()


def _defaults(side: SiteStructure) -> set[str]:
    return {each for each in (side.default_section, side.default_space) if each}


def _children(side: SiteStructure, item: str) -> Sequence[str]:
    return side.members.get(item) or side.held.get(item) or []


class _Side:
    def __init__(
        self,
        side: SiteStructure,
        other: SiteStructure,
        kinds: Mapping[str, list[str]],
        words: Mapping[str, str],
        alone: str,
    ) -> None:
        self._side, self._other, self._kinds, self._words, self._alone = side, other, kinds, words, alone

    def all(self) -> ComparedLine:
        return self._line(self._side.top if self._side.has_sections else self._side.held.get(ROOT, []))

    def _line(self, items: Sequence[str]) -> ComparedLine:
        runs = groupby(map(self._item, items), key=lambda item: item.is_same)
        return tuple(each for is_same, run in runs for each in _folded(list(run), is_same=is_same))

    def _item(self, item: str) -> ComparedItem:
        side = self._side
        inside = self._line(_children(side, item))
        differs = not all(isinstance(each, UnchangedItems) or each.is_same for each in inside)
        path = side.spaces[item].path if item in side.spaces else ""
        # Items that were added or removed are marked on the other side alone.
        is_other = not differs and set(_children(side, item)) != set(_children(self._other, item))
        kind, kinds = kind_name(side, item), self._kinds.get(item, [])
        marks = self._marks(item) or ([self._words[f"in {kind}"]] if is_other else [])
        shown = inside if differs or is_other or MOVED in kinds else ()
        return ComparedItem(kind, title_of(side, item), path, marks, shown)

    def _marks(self, item: str) -> list[str]:
        kinds = self._kinds.get(item, [])
        if item in self._side.groups and item not in self._other.groups:
            return [self._alone]
        return list(dict.fromkeys(self._words[kind] for kind in kinds if kind in self._words))


def _folded(run: Sequence[ComparedItem], *, is_same: bool) -> ComparedLine:
    if not is_same or len(run) < MIN_FOLDED:
        return run
    kinds = {each.kind for each in run}
    words = UNCHANGED.get(kinds.pop(), UNCHANGED_ITEMS) if len(kinds) == 1 else UNCHANGED_ITEMS
    return [UnchangedItems([each.title for each in run], gettext(words, count=len(run)))]
