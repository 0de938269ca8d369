"""Merges two changes of one tree of pages."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from pydantic import JsonValue

from service.content.leaves import Leaf, arrange
from service.content.lines import merged_text
from service.storage.ids import new_id

Value = TypeVar("Value")

_NOT_COMPARED = frozenset({"updatedAt"})


class MergeConflictError(Exception):
    """`titles` are those of the pages that both have changed."""

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__(", ".join(titles))
        self.titles = titles


@dataclass(frozen=True)
class Merge:
    """The pages before both changes, then as each of them has made them."""

    base: Mapping[str, Leaf]
    ours: Mapping[str, Leaf]
    theirs: Mapping[str, Leaf]

    def pages(self) -> list[Leaf]:
        """Raises MergeConflictError."""
        found: dict[str, Leaf] = {}
        conflicts: list[str] = []
        for page_id in _merge_order(self.base, self.ours, self.theirs):
            try:
                leaf = self._page(page_id)
            except _BothChangedError:
                conflicts.append((self.ours.get(page_id) or self.theirs[page_id]).title)
            else:
                if leaf is not None:
                    found[page_id] = leaf
        if conflicts:
            raise MergeConflictError(conflicts)
        return arrange(found.values())

    def _page(self, page_id: str) -> Leaf | None:
        base, ours, theirs = (pages.get(page_id) for pages in (self.base, self.ours, self.theirs))
        if ours is None or theirs is None:
            kept = ours or theirs
            gone_elsewhere = base is not None
            if gone_elsewhere and kept is not None and not _is_unchanged(base, kept):
                raise _BothChangedError
            return None if gone_elsewhere else kept
        return _merge_leaf(base or ours, ours, theirs)


class _BothChangedError(Exception):
    """Both changes touch the same part of a page."""


def merge(base: Iterable[Leaf], ours: Iterable[Leaf], theirs: Iterable[Leaf]) -> list[Leaf]:
    """The pages of `ours` with what `theirs` has changed since `base`. Raises MergeConflictError."""
    return Merge(*({leaf.id: leaf for leaf in pages} for pages in (base, ours, theirs))).pages()


def merged_set(base: Iterable[int], ours: Iterable[int], theirs: Iterable[int]) -> list[int]:
    """Merge two sets: keep what either side added and neither removed."""
    before, left, right = set(base), set(ours), set(theirs)
    return sorted((left | right) - (before - left) - (before - right))


def _merge_leaf(base: Leaf, ours: Leaf, theirs: Leaf) -> Leaf:
    parent = _merge_value(base.parent, ours.parent, theirs.parent)
    slug = _merge_value(base.slug, ours.slug, theirs.slug)
    return replace(_merge_content(base, ours, theirs), parent=parent, slug=slug)


def _merge_content(base: Leaf, ours: Leaf, theirs: Leaf) -> Leaf:
    if ours.version == theirs.version or _is_unchanged(base, theirs):
        return ours
    if _is_unchanged(base, ours):
        return theirs
    markdown = merged_text(base.markdown, ours.markdown, theirs.markdown)
    if markdown is None:
        raise _BothChangedError
    fields = _merge_fields(base, ours, theirs)
    return replace(ours, fields=fields, markdown=markdown, version=new_id("document"), git=None)


def _merge_fields(base: Leaf, ours: Leaf, theirs: Leaf) -> dict[str, JsonValue]:
    names = dict.fromkeys([*ours.fields, *theirs.fields])
    merged = {name: _merge_field(name, base, ours, theirs) for name in names}
    return {name: value for name, value in merged.items() if value is not None}


def _merge_field(name: str, base: Leaf, ours: Leaf, theirs: Leaf) -> JsonValue:
    if name in _NOT_COMPARED:
        return max(str(ours.fields[name]), str(theirs.fields[name]))
    return _merge_value(base.fields.get(name), ours.fields.get(name), theirs.fields.get(name))


def _merge_value(base: Value, ours: Value, theirs: Value) -> Value:
    if theirs in (base, ours):
        return ours
    if ours == base:
        return theirs
    raise _BothChangedError


def _is_unchanged(one: Leaf | None, other: Leaf) -> bool:
    return one is not None and one.version == other.version


def _merge_order(base: Mapping[str, Leaf], ours: Mapping[str, Leaf], theirs: Mapping[str, Leaf]) -> list[str]:
    """Ids in the order of the one side that has moved some; what only the other has follows what it follows there."""
    shared = [page_id for page_id in ours if page_id in base and page_id in theirs]
    ours_unchanged = shared == [page_id for page_id in base if page_id in ours and page_id in theirs]
    first, second = (theirs, ours) if ours_unchanged else (ours, theirs)
    order = list(first)
    before: str | None = None
    for page_id in second:
        if page_id not in first:
            order.insert(order.index(before) + 1 if before is not None else 0, page_id)
        before = page_id
    return order
