"""Writes tables, JSON and questions. Only the result goes to standard output, all else to standard error."""

import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from unicodedata import east_asian_width

SAME, FAILED, DIFFERENT = 0, 1, 2
"""Exit codes: nothing to do, an error, differences."""


class CommandError(Exception):
    """The command can't continue. The message says why and what to do."""


def print_text(text: str) -> None:
    """Print a result without characters that would control the terminal."""
    print(_clean(text))


def print_json(value: object) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def print_progress(text: str) -> None:
    with suppress(BrokenPipeError):
        sys.stdout.flush()  # what was printed before stands before it
    print(_clean(text), file=sys.stderr, flush=True)


def print_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print columns, each as wide as its widest cell."""
    cells = [[*headings], *([_label(value) for value in row] for row in rows)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = (cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        print("  ".join(padded).rstrip())


def confirm(question: str) -> bool:
    """Ask a yes/no question; True for "yes" or "y". Raises CommandError without a terminal."""
    if not sys.stdin.isatty():
        raise CommandError("Nobody is there to confirm this, so nothing was sent. Review the plan and add --yes.")
    print(question, end=" [y/N] ", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def _label(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return f"{len(value):,}"
    return "–" if value is None or value == "" else _clean(str(value))


def _clean(text: str) -> str:
    return "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in text)


def _width(text: str) -> int:
    return sum(2 if east_asian_width(sign) in {"W", "F"} else 1 for sign in text)
