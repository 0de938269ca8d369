"""Compares two texts word by word: lines are matched first, then words within changed lines."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

SAME, REMOVED, ADDED, FOLDED = "same", "removed", "added", "folded"
MAX_STEPS: Final = 400
"""Limit of differences for Myers' algorithm, whose time and memory grow with the square."""
CONTEXT: Final = 3
"""Unchanged lines to show around a change."""
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uffef\U00020000-\U0003134f"
)
"""Thai, Lao, Burmese, Khmer, Chinese, Japanese: scripts without spaces."""
_ABOVE: Final = (
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd"
    "\u102b-\u103e\u17b4-\u17d3\u3099\u309a\ufe00-\ufe0f"
)
"""Combining signs of these scripts."""
_WORD: Final = re.compile(rf"^[ \t]+(?=\S)|[{_UNSPACED}][{_ABOVE}]*|[^\s{_UNSPACED}]+", re.MULTILINE)
"""A word: the indentation of a line, a letter of a script without spaces, or text without a space."""
Block = tuple[int, int, int, int]
"""Start and end of a difference in the first sequence, then in the second."""


class DiffPart(NamedTuple):
    """A piece of text that is in both texts, or only in the first or the second.

    A folded part has no text; it stands for `lines` unchanged lines.
    """

    kind: str
    text: str
    lines: int = 0


def diff_words(before: str, after: str) -> list[DiffPart]:
    """Compare two texts word by word. The parts form the second text, with removed words where they were.

    White space is ignored, except for indentation, which matters in YAML and lists.
    """
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    parts: list[DiffPart] = []
    done = 0
    for from_old, to_old, from_new, to_new in _line_blocks(old, new):
        parts.append(DiffPart(SAME, "".join(new[done:from_new])))
        parts += _diff_lines("".join(old[from_old:to_old]), "".join(new[from_new:to_new]))
        done = to_new
    parts.append(DiffPart(SAME, "".join(new[done:])))
    return _merge_parts(parts)


def fold_unchanged(parts: Sequence[DiffPart], context: int = CONTEXT) -> list[DiffPart]:
    """Fold the middle of long unchanged parts, keeping only the number of lines."""
    found: list[DiffPart] = []
    for place, part in enumerate(parts):
        lines = part.text.splitlines(keepends=True)
        first, last = context if place else 0, context if place + 1 < len(parts) else 0
        if part.kind != SAME or len(lines) <= first + last + 1:
            found.append(part)
            continue
        found += [DiffPart(SAME, "".join(lines[:first])), DiffPart(FOLDED, "", len(lines) - first - last)]
        found.append(DiffPart(SAME, "".join(lines[len(lines) - last :])))
    return [each for each in found if each.text or each.kind == FOLDED]


def _line_blocks(old: Sequence[str], new: Sequence[str]) -> Iterator[Block]:
    """Find blocks of differing lines. If only empty lines are between two, join them, since words may move across."""
    open_block: Block | None = None
    for block in _list_blocks(*(["\0".join(_WORD.findall(each)) for each in lines] for lines in (old, new))):
        if open_block is not None and not "".join(old[open_block[1] : block[0]]).strip():
            open_block = (open_block[0], block[1], open_block[2], block[3])
            continue
        if open_block is not None:
            yield open_block
        open_block = block
    if open_block is not None:
        yield open_block


def _diff_lines(before: str, after: str) -> Iterator[DiffPart]:
    """Compare word by word. White space belongs to the word before it and is taken from the second text."""
    old, new = list(_WORD.finditer(before)), list(_WORD.finditer(after))
    done = 0
    for from_old, to_old, from_new, to_new in _list_blocks([each[0] for each in old], [each[0] for each in new]):
        start = _start_offset(new, from_new, len(after))
        end = _start_offset(new, to_new, len(after))
        yield DiffPart(SAME, after[done:start])
        yield DiffPart(
            REMOVED, before[_start_offset(old, from_old, len(before)) : _start_offset(old, to_old, len(before))]
        )
        yield DiffPart(ADDED, after[start:end])
        done = end
    yield DiffPart(SAME, after[done:])


def _start_offset(words: Sequence[re.Match[str]], place: int, end: int) -> int:
    # Leading space belongs to the first word.
    if not place:
        return 0
    return words[place].start() if place < len(words) else end


def _list_blocks(old: Sequence[str], new: Sequence[str]) -> Iterator[Block]:
    # Most texts share a beginning and an end, and the search takes quadratic time.
    start, shorter = 0, min(len(old), len(new))
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[len(old) - 1 - end] == new[len(new) - 1 - end]:
        end += 1
    left, right = old[start : len(old) - end], new[start : len(new) - end]
    matches = _match_words(left, right)
    if matches is None:
        codes = SequenceMatcher(None, left, right).get_opcodes()
        yield from ((start + a, start + b, start + c, start + d) for tag, a, b, c, d in codes if tag != "equal")
        return
    at_old = at_new = 0
    for i, j in [*matches, (len(left), len(right))]:
        if i > at_old or j > at_new:
            yield start + at_old, start + i, start + at_new, start + j
        at_old, at_new = i + 1, j + 1


def _match_words(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]] | None:
    """Find matching indexes with the fewest differences (Myers, 1986); None after `MAX_STEPS`."""
    reached = {1: 0}
    trace: list[dict[int, int]] = []
    for steps in range(min(len(old) + len(new), MAX_STEPS) + 1):
        trace.append(dict(reached))
        for diagonal in range(-steps, steps + 1, 2):
            i = _furthest_point(reached, diagonal, steps)
            while i < len(old) and i - diagonal < len(new) and old[i] == new[i - diagonal]:
                i += 1
            reached[diagonal] = i
            if i >= len(old) and i - diagonal >= len(new):
                return _trace_back(trace, len(old), len(new))
    return None


def _furthest_point(reached: dict[int, int], diagonal: int, steps: int) -> int:
    """Return the furthest point on a diagonal, reached by an addition or a removal."""
    is_added = diagonal == -steps or (diagonal != steps and reached[diagonal - 1] < reached[diagonal + 1])
    return reached[diagonal + 1] if is_added else reached[diagonal - 1] + 1


def _trace_back(trace: Sequence[dict[int, int]], i: int, j: int) -> list[tuple[int, int]]:
    """Collect the matches by following the search path back to the start."""
    found: list[tuple[int, int]] = []
    for steps in range(len(trace) - 1, -1, -1):
        reached, diagonal = trace[steps], i - j
        is_added = diagonal == -steps or (diagonal != steps and reached[diagonal - 1] < reached[diagonal + 1])
        above = diagonal + 1 if is_added else diagonal - 1
        to_i = reached[above]
        to_j = to_i - above
        while i > max(to_i, 0) and j > max(to_j, 0):
            i, j = i - 1, j - 1
            found.append((i, j))
        i, j = to_i, to_j
    return found[::-1]


def _merge_parts(parts: Sequence[DiffPart]) -> list[DiffPart]:
    """Drop empty parts and merge adjacent parts of the same kind."""
    found: list[DiffPart] = []
    for part in parts:
        if found and found[-1].kind == part.kind:
            found[-1] = DiffPart(part.kind, found[-1].text + part.text)
        elif part.text:
            found.append(part)
    return found
