"""Three-way merge of page trees, and of texts line by line."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TypeVar

from pydantic import JsonValue

from service.content.pages import Leaf, arrange_leaves
from service.storage.documents import create_id

MAX_LINES = 5000
"""Longest text to merge: difflib's time grows with the square of the lines."""

Lines = Sequence[str]
Value = TypeVar("Value")
_NOT_COMPARED = frozenset({"updatedAt"})


def merge_texts(base: str, ours: str, theirs: str) -> str | None:
    """Merge two changed versions of `base`; None if both change the same lines, or a text is too long."""
    if ours in {theirs, base}:
        return theirs
    if theirs == base:
        return ours
    texts = [text.split("\n") for text in (base, ours, theirs)]
    if max(map(len, texts)) > MAX_LINES:
        return None
    merged: list[str] = []
    for part, left, right in _split_at_shared(*texts):
        if left != right and part not in (left, right):
            return None
        merged += right if left == part else left
    return "\n".join(merged)


def _split_at_shared(base: Lines, ours: Lines, theirs: Lines) -> Iterator[tuple[Lines, Lines, Lines]]:
    at_base = at_ours = at_theirs = 0
    for shared, in_ours, in_theirs in _lines_in_all(base, ours, theirs):
        yield base[at_base:shared], ours[at_ours:in_ours], theirs[at_theirs:in_theirs]
        line = base[shared : shared + 1]
        yield line, line, line
        at_base, at_ours, at_theirs = shared + 1, in_ours + 1, in_theirs + 1
    yield base[at_base:], ours[at_ours:], theirs[at_theirs:]


def _lines_in_all(base: Lines, ours: Lines, theirs: Lines) -> Iterator[tuple[int, int, int]]:
    in_ours, in_theirs = _matching_lines(base, ours), _matching_lines(base, theirs)
    yield from ((line, in_ours[line], in_theirs[line]) for line in sorted(in_ours.keys() & in_theirs.keys()))


def _matching_lines(base: Lines, changed: Lines) -> dict[int, int]:
    blocks = SequenceMatcher(None, base, changed, autojunk=False).get_matching_blocks()
    return {first + step: second + step for first, second, size in blocks for step in range(size)}


class MergeConflictError(Exception):
    """Both sides changed the same part of a page. `titles` are the titles of all such pages."""

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__(", ".join(titles))
        self.titles = titles


class _BothChangedError(Exception):
    """Both sides changed the same part of a page."""


def merge_pages(base: Iterable[Leaf], ours: Iterable[Leaf], theirs: Iterable[Leaf]) -> list[Leaf]:
    """Apply the changes from `base` to `theirs` to the pages of `ours`. Raises MergeConflictError."""
    before, left, right = ({leaf.id: leaf for leaf in pages} for pages in (base, ours, theirs))
    found: list[Leaf | None] = []
    conflicts: list[str] = []
    for page_id in _merge_order(before, left, right):
        try:
            found.append(_merge_page(before.get(page_id), left.get(page_id), right.get(page_id)))
        except _BothChangedError:
            conflicts.append((left.get(page_id) or right[page_id]).title)
    if conflicts:
        raise MergeConflictError(conflicts)
    return arrange_leaves(leaf for leaf in found if leaf is not None)


def _merge_page(base: Leaf | None, ours: Leaf | None, theirs: Leaf | None) -> Leaf | None:
    if ours is not None and theirs is not None:
        return _merge_leaf(base or ours, ours, theirs)
    remaining = ours or theirs
    if base is None:
        return remaining
    if remaining is not None and not _is_unchanged(base, remaining):
        raise _BothChangedError
    return None


def merge_sets(base: Iterable[int], ours: Iterable[int], theirs: Iterable[int]) -> list[int]:
    """Merge two changed versions of a set: what either side added is added, what either removed is removed."""
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
    markdown = merge_texts(base.markdown, ours.markdown, theirs.markdown)
    if markdown is None:
        raise _BothChangedError
    fields = _merge_fields(base, ours, theirs)
    return replace(ours, fields=fields, markdown=markdown, version=create_id("document"), git=None)


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


def _is_unchanged(one: Leaf, other: Leaf) -> bool:
    return one.version == other.version


def _merge_order(base: Mapping[str, Leaf], ours: Mapping[str, Leaf], theirs: Mapping[str, Leaf]) -> list[str]:
    shared = [page_id for page_id in ours if page_id in base and page_id in theirs]
    ours_unchanged = shared == [page_id for page_id in base if page_id in ours and page_id in theirs]
    # The side that reordered pages sets the order; the other side's new pages follow their former neighbours.
    first, second = (theirs, ours) if ours_unchanged else (ours, theirs)
    order = list(first)
    before: str | None = None
    for page_id in second:
        if page_id not in first:
            order.insert(order.index(before) + 1 if before is not None else 0, page_id)
        before = page_id
    return order
