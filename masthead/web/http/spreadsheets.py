"""Files for spreadsheets, with cells that a spreadsheet does not take for formulas."""

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import islice

from flask import stream_with_context
from werkzeug.wrappers import Response

STARTS = frozenset("=+-@\t\r＝＋－＠")  # noqa: RUF001 - the full-width twins are what is meant
LINES_AT_ONCE = 50
UTF_8_MARK = "\ufeff"
"""Without it Excel takes the file for Windows-1252, and writes back what it took it for."""


def safe_cell(text: str) -> str:
    """The text, with a quote before it where a spreadsheet would compute it."""
    return f"'{text}" if text[:1] in STARTS and text else text


def csv_response(lines: Iterable[Iterable[object]], name: str) -> Response:
    """A file to keep, written while its lines come, which may ask for the request; the name may be any text."""
    return attachment_response(stream_with_context(_pieces(lines)), name, "csv", "text/csv; charset=utf-8")


def _pieces(lines: Iterable[Iterable[object]]) -> Iterator[str]:
    """Many lines go out together: to send each by itself costs as much as to write it."""
    waiting = iter(lines)
    yield UTF_8_MARK
    while some := [csv_line(line) for line in islice(waiting, LINES_AT_ONCE)]:
        yield "".join(some)


def csv_line(cells: Iterable[object]) -> str:
    """A line of such a file."""
    text = io.StringIO()
    csv.writer(text).writerow([safe_cell(str(cell)) for cell in cells])
    return text.getvalue()


def attachment_response(parts: Iterator[str], name: str, ending: str, kind: str) -> Response:
    """A file of these parts, in UTF-8; what a file name cannot have becomes a hyphen."""
    headers = {"Content-Disposition": f'attachment; filename="{_plain(name)}.{ending}"'}
    return Response((part.encode("utf-8", "replace") for part in parts), content_type=kind, headers=headers)


def _plain(name: str) -> str:
    return "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "-" for sign in name)
