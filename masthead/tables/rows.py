"""Splits a text into rows and cells, with any line ends and multi-line quoted cells."""

import csv
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from masthead.i18n import N_, gettext

MAX_LINES_OF_A_CELL = 20
"""We treat a quote that is open for longer as a mistake, and reject only its first line."""
MAX_CELLS = 200
"""Cells of a row: far more than a table needs, and few enough to be fast."""
LINE_END = re.compile(r"\r\n|\r|\n")
_SAID = re.compile(r"sep=([,;\t|])\s*", re.IGNORECASE)
_TAIL = re.compile(r'" *(?:(<[^<>"]*>) *)?(?=[,;\t|]|$)')
"""Spaces after a closing quote, and an address, as in `"Lee, Anna" <anna@example.com>`."""
_SAMPLE = 100
NOT_CLOSED = N_("This row opens a quote (“\"”) and doesn't close it in the next lines.")
AFTER_A_QUOTE = N_("There is text right after a closing quote. Double the quotes within a cell.")
TOO_MANY = N_("The row has more than %(max)s cells. Keep only the columns that are needed.")


class TableError(Exception):
    """No row can be used; the message is for people, with `values` in it.

    `is_secret`: no page may show the text again.
    """

    def __init__(self, message: str, *, is_secret: bool = False, **values: object) -> None:
        super().__init__(gettext(message, **values))
        self.is_secret = is_secret


class RowError(ValueError):
    """One row can't be used; the message is for people, with `values` in it."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(gettext(message, **values))


@dataclass(frozen=True, slots=True)
class Cells:
    """One row; `line` counts from 1, `wrong` says why its cells can't be read."""

    line: int
    cells: tuple[str, ...]
    wrong: str = ""


def parse_rows(text: str, words: Collection[str] = ()) -> Iterator[Cells]:
    """Split a text into rows, without empty ones.

    In a text without separators, one of `words` at the end of a line is a cell of its own.
    """
    lines = LINE_END.split(text)
    # A first line `sep=;` tells Excel the separator.
    said = _SAID.fullmatch(lines[0])
    between = said[1] if said else _pick_separator(lines)
    at = 1 if said else 0
    while at < len(lines):
        line, taken = lines[at], 1
        if line.strip():
            try:
                if between or '"' in line:
                    cells, taken = _parse_row(lines[at : at + MAX_LINES_OF_A_CELL], between)
                else:
                    cells = _split_words(line, words)
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


def _split_words(line: str, words: Collection[str]) -> list[str]:
    # `anna@example.com owner`: a word behind an address is the role.
    *rest, last = line.split()
    is_cell = rest and "@" not in last and ("@" in rest[-1] or last.casefold() in words)
    return [" ".join(rest), last] if is_cell else [line]


def _parse_row(lines: Sequence[str], between: str) -> tuple[list[str], int]:
    """Return the cells of the row that begins with the first line, and the number of its lines. Raises RowError."""
    if '"' not in lines[0]:
        return _limit_cells(lines[0].split(between)), 1
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=between or "\t", skipinitialspace=True, strict=True)
    try:
        cells = next(reader)
    except csv.Error as error:
        # Text on the line where a later quote ends a cell: the first one was forgotten.
        if reader.line_num > 1 or "end of data" in str(error):
            raise RowError(NOT_CLOSED) from None
        tidy = _TAIL.sub(lambda found: f' {found[1]}"' if found[1] else '"', lines[0])
        if tidy == lines[0]:
            raise RowError(AFTER_A_QUOTE) from None
        return _parse_row([tidy, *lines[1:]], between)
    return _limit_cells(cells), reader.line_num


def _limit_cells(cells: list[str]) -> list[str]:
    """Drop empty cells beyond MAX_CELLS. Raises RowError if others are there."""
    if any(cell.strip() for cell in cells[MAX_CELLS:]):
        raise RowError(TOO_MANY, max=MAX_CELLS)
    return cells[:MAX_CELLS]
