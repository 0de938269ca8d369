"""Splits a text into rows and cells, with any line ends and multi-line quoted cells."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from masthead.i18n import N_
from masthead.rosters.people import WORDS, RowError

MAX_LINES_OF_A_CELL = 20
"""We treat a quote that is open for longer as a mistake, and reject only its first line."""
MAX_CELLS = 200
"""Cells of a row: far more than a table of people has, and few enough to be fast."""
LINE_END = re.compile(r"\r\n|\r|\n")
_SAID = re.compile(r"sep=([,;\t|])\s*", re.IGNORECASE)
_OPENING = re.compile(r' *"')
_QUOTED = re.compile(r'[^"]*+(?:""[^"]*+)*+')
_SAMPLE = 100
NOT_CLOSED = N_('This row opens a quote (“"”) and never closes it.')
AFTER_A_QUOTE = N_("There is text right after a closing quote. Double the quotes within a cell.")
TOO_MANY = N_("The row has more than %(max)s cells. Keep only the columns of people and roles.")


@dataclass(frozen=True, slots=True)
class Cells:
    """One row; `line` counts from 1, `wrong` says why its cells can't be read."""

    line: int
    cells: tuple[str, ...]
    wrong: str = ""


def parse_rows(text: str) -> Iterator[Cells]:
    """Split a text into rows, without empty ones."""
    lines = LINE_END.split(text)
    # A first line `sep=;` tells Excel the separator.
    said = _SAID.fullmatch(lines[0])
    between = said[1] if said else _pick_separator(lines)
    at = 1 if said else 0
    while at < len(lines):
        line, taken = lines[at], 1
        if line.strip():
            try:
                cells, taken = (
                    _parse_quoted_row(lines, at, between) if '"' in line else (_split_plain_row(line, between), 1)
                )
                _check_width(cells, between)
            except RowError as wrong:
                yield Cells(at + 1, (line.strip(),), str(wrong))
            else:
                if any(cell.strip() for cell in cells):
                    yield Cells(at + 1, tuple(cells))
        at += taken


def _pick_separator(lines: Sequence[str]) -> str:
    """Pick the separator that most lines have: tab, semicolon, comma, or none."""
    sample = [line for line in lines[: 4 * _SAMPLE] if line.strip()][:_SAMPLE]
    found = Counter({sign: sum(sign in _unquote_line(line) for line in sample) for sign in "\t;,"})
    sign, count = found.most_common(1)[0]
    return sign if count else ""


def _unquote_line(line: str) -> str:
    return "".join(line.split('"')[::2]) if '"' in line else line


def _check_width(cells: list[str], between: str) -> None:
    """Drop empty cells beyond MAX_CELLS. Raises RowError if others are there."""
    if len(cells) > MAX_CELLS and cells.pop().strip(f"{between} "):
        raise RowError(TOO_MANY, max=MAX_CELLS)


def _split_plain_row(line: str, between: str) -> list[str]:
    """Split a row without quotes; beyond MAX_CELLS the rest is one cell."""
    if between:
        return line.split(between, MAX_CELLS)
    words = line.split()
    # `anna@example.com owner`: without any separator a word behind an address is the role.
    is_role = len(words) > 1 and "@" not in words[-1] and ("@" in words[-2] or words[-1].casefold() in WORDS)
    return [" ".join(words[:-1]), words[-1]] if is_role else [line]


def _parse_quoted_row(lines: Sequence[str], at: int, between: str) -> tuple[list[str], int]:
    """Return the cells of a row, and the number of its lines. Raises RowError.

    Beyond MAX_CELLS the rest is one cell. Lines may be long, so this works with offsets and copies no more than cells.
    """
    cells: list[str] = []
    last, place = at, 0
    while len(cells) < MAX_CELLS:
        cell, begun = "", last
        if opened := _OPENING.match(lines[last], place):
            cell, last, place = _parse_quoted_cell(lines, last, opened.end(), at)
        line = lines[last]
        end = line.find(between, place) if between else -1
        after = line[place:] if end < 0 else line[place:end]
        if opened and after.strip() and "<" not in after:  # "Lee, Anna" <anna@example.com>
            raise RowError(AFTER_A_QUOTE if last == begun else NOT_CLOSED)
        cells.append(f"{cell}{after}")
        if end < 0:
            return cells, last - at + 1
        place = end + len(between)
    return [*cells, lines[last][place:]], last - at + 1


def _parse_quoted_cell(lines: Sequence[str], line: int, place: int, begun: int) -> tuple[str, int, int]:
    """Return the cell after an opening quote, and the line and offset after its end."""
    parts: list[str] = []
    while line < min(len(lines), begun + MAX_LINES_OF_A_CELL):
        text = lines[line]
        end = _QUOTED.match(text, place).end()  # type: ignore[union-attr] # it matches nothing at all too
        parts.append(text[place:end].replace('""', '"'))
        if end < len(text):
            return "\n".join(parts), line, end + 1
        line, place = line + 1, 0
    raise RowError(NOT_CLOSED)
