"""Merges two changes of one text, line by line."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

MAX_LINES = 5000
"""Of a text that is merged; comparing takes ever longer the more lines there are."""

Lines = Sequence[str]


def merged_text(base: str, ours: str, theirs: str) -> str | None:
    """Both changes of `base`; None when they touch the same lines, or the texts are too long."""
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
    """Alternately what stands between the lines that all three have, and those lines."""
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
