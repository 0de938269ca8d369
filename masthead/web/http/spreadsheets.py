"""CSV downloads without cells that a spreadsheet would compute as formulas."""

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import islice

from flask import stream_with_context
from werkzeug.wrappers import Response

STARTS = frozenset("=+-@\t\r＝＋－＠")  # noqa: RUF001 - the full-width twins are what is meant
LINES_AT_ONCE = 50
UTF_8_MARK = "\ufeff"
"""A byte order mark, without which Excel assumes Windows-1252."""


def safe_cell(text: str) -> str:
    """Prepend a quote to a cell that a spreadsheet would compute."""
    return f"'{text}" if text[:1] in STARTS and text else text


def csv_response(lines: Iterable[Iterable[object]], name: str) -> Response:
    """Stream rows as a CSV download; the name may be any text."""
    return attachment_response(stream_with_context(_join_lines(lines)), name, "csv", "text/csv; charset=utf-8")


def _join_lines(lines: Iterable[Iterable[object]]) -> Iterator[str]:
    """Join many lines, since sending a single line costs as much as writing it."""
    waiting = iter(lines)
    yield UTF_8_MARK
    while some := [csv_line(line) for line in islice(waiting, LINES_AT_ONCE)]:
        yield "".join(some)


def csv_line(cells: Iterable[object]) -> str:
    """Format cells as a line of CSV."""
    text = io.StringIO()
    csv.writer(text).writerow([safe_cell(str(cell)) for cell in cells])
    return text.getvalue()


def attachment_response(parts: Iterator[str], name: str, ending: str, kind: str) -> Response:
    """Stream text parts as a download. Special characters of the name become hyphens."""
    headers = {"Content-Disposition": f'attachment; filename="{_to_file_name(name)}.{ending}"'}
    return Response((part.encode("utf-8", "replace") for part in parts), content_type=kind, headers=headers)


def _to_file_name(name: str) -> str:
    return "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "-" for sign in name)
