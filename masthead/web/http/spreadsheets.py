"""Downloads: CSV without cells that a spreadsheet would interpret as formulas, and archives of files."""

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from flask import stream_with_context
from werkzeug.wrappers import Response

STARTS = frozenset("=+-@\t\r＝＋－＠")  # noqa: RUF001 - the full-width twins are what is meant
LINES_AT_ONCE = 50
UTF_8_MARK = "\ufeff"
"""A byte order mark, without which Excel assumes Windows-1252."""


def safe_cell(text: str) -> str:
    """Prefix a cell with an apostrophe if a spreadsheet would interpret it as a formula."""
    return f"'{text}" if text[:1] in STARTS and text else text


def csv_response(lines: Iterable[Iterable[object]], name: str) -> Response:
    """Stream rows as a CSV download. The name may be any string."""
    return attachment_response(stream_with_context(_join_lines(lines)), name, "csv", "text/csv; charset=utf-8")


def _join_lines(lines: Iterable[Iterable[object]]) -> Iterator[str]:
    """Join many lines at a time, since sending a single line costs as much as writing it."""
    waiting = iter(lines)
    yield UTF_8_MARK
    while some := [csv_line(line) for line in islice(waiting, LINES_AT_ONCE)]:
        yield "".join(some)


def csv_line(cells: Iterable[object]) -> str:
    """Format cells as a CSV line."""
    text = io.StringIO()
    csv.writer(text).writerow([safe_cell(str(cell)) for cell in cells])
    return text.getvalue()


def attachment_response(parts: Iterator[str], name: str, ending: str, kind: str) -> Response:
    """Stream chunks of text as a download. Special characters in the name become hyphens."""
    headers = {"Content-Disposition": f'attachment; filename="{_to_file_name(name)}.{ending}"'}
    return Response((part.encode("utf-8", "replace") for part in parts), content_type=kind, headers=headers)


class _Unseekable(io.RawIOBase):
    """Collects what is written, so that an archive can be sent while it is being created."""

    def __init__(self) -> None:
        self.waiting = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, some: Any) -> int:
        self.waiting += some
        return len(some)

    def take(self) -> bytes:
        taken = bytes(self.waiting)
        self.waiting.clear()
        return taken


def archive_response(files: Iterable[tuple[str, Iterable[bytes]]], name: str) -> Response:
    """Stream files as a zip archive. Each file has a name and chunks of content."""
    headers = {"Content-Disposition": f'attachment; filename="{_to_file_name(name)}.zip"'}
    return Response(stream_with_context(_zip(files)), content_type="application/zip", headers=headers)


def _zip(files: Iterable[tuple[str, Iterable[bytes]]]) -> Iterator[bytes]:
    target = _Unseekable()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for name, parts in files:
            with archive.open(name, "w", force_zip64=True) as member:
                for part in parts:
                    member.write(part)
                    yield target.take()
    yield target.take()


def _to_file_name(name: str) -> str:
    return "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "-" for sign in name)
