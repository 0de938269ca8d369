"""Reads the sheets of an Excel workbook as tables, within limits that are checked before they are parsed."""

import csv
import io
import re
import zlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from masthead.i18n import N_
from masthead.tables.rows import MAX_CELLS, TableError

MAX_PARTS, MAX_UNPACKED, MAX_TAGS, MAX_LAST_ROW = 1000, 8_000_000, 700_000, 10_000
"""Files of a workbook, their bytes, the tags of its XML, and the last row with values.

A table that people keep by hand needs less. openpyxl takes about 30 µs for a cell, which has four tags or eight.
"""
TOO_LARGE = N_("This workbook is too large. Save the table as CSV, without columns that aren't needed.")
ENCRYPTED = N_("This workbook is encrypted. Save it without a password, or save the table as CSV.")
DAMAGED = N_("This workbook can't be read: it is damaged, or isn't an Excel file. Save the table as CSV.")
NO_TABLE = N_("This workbook has no table that Masthead can read. Save the table as CSV.")
_SIGNATURE, _IS_ENCRYPTED = b"PK\x01\x02", 0x1
_BEFORE = b"\xef\xbb\xbf\xff\xfe \t\r\n"
_ROW = re.compile(rb"<(?:[\w.-]+:)?row\b")
_NUMBER = re.compile(rb"""[^>]*?\sr\s*=\s*["'](\d{1,9})""")
_VALUE = re.compile(rb"<(?:[\w.-]+:)?(?:v|is)\b")


def is_workbook(data: bytes) -> bool:
    return data.startswith(b"PK") and b"xl/" in data


def read_workbook(data: bytes) -> dict[str, str]:
    """Return each visible sheet that isn't empty as CSV, by name; a line is a row. Raises TableError."""
    _ensure_within_limits(data)
    # It takes 0.2 s to import, and few tables are workbooks.
    from openpyxl import load_workbook  # noqa: PLC0415

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheets = [each for each in book.worksheets if each.sheet_state == "visible"]
        tables = {
            each.title: _to_csv(each.iter_rows(1, MAX_LAST_ROW, 1, MAX_CELLS + 1, values_only=True)) for each in sheets
        }
    except Exception:  # noqa: BLE001 - a damaged workbook raises anything, often from deep inside
        raise TableError(DAMAGED) from None
    if not any(tables.values()):
        raise TableError(NO_TABLE)
    return {name: table for name, table in tables.items() if table}


def _ensure_within_limits(data: bytes) -> None:
    """Unpack the XML once, without parsing it. Raises TableError."""
    if data.count(_SIGNATURE) > MAX_PARTS:
        raise TableError(TOO_LARGE)
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if any(each.flag_bits & _IS_ENCRYPTED for each in parts):
                raise TableError(ENCRYPTED)
            if any(each.compress_type not in {ZIP_STORED, ZIP_DEFLATED} for each in parts):
                raise TableError(DAMAGED)
            if sum(each.file_size for each in parts) > MAX_UNPACKED:
                raise TableError(TOO_LARGE)
            if sum(_count_tags(archive.read(part)) for part in parts) > MAX_TAGS:
                raise TableError(TOO_LARGE)
    except (BadZipFile, NotImplementedError, EOFError, OSError, ValueError, zlib.error):
        raise TableError(DAMAGED) from None


def _count_tags(xml: bytes) -> int:
    """Count the tags of a part. Raises TableError for a document type, or a value in a row far below."""
    if not xml[:64].replace(b"\0", b"").lstrip(_BEFORE).startswith(b"<"):
        return 0  # a picture, for example; the name of a part says nothing
    # Excel writes UTF-8 and no document type; in another encoding one could hide.
    if b"\0" in xml or b"<!DOCTYPE" in xml:
        raise TableError(DAMAGED)
    tags, number = xml.count(b"<"), 0
    for row in _ROW.split(xml)[1:] if tags <= MAX_TAGS else ():
        found = _NUMBER.match(row)
        number = int(found[1]) if found else number + 1
        if number > MAX_LAST_ROW and _VALUE.search(row):
            raise TableError(TOO_LARGE)
    return tags


def _to_csv(rows: Iterator[tuple[Any, ...]]) -> str:
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    for row in rows:
        cells = [_to_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        writer.writerow(cells)
    return table.getvalue().rstrip("\n")


def _to_text(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case float() if value.is_integer():
            return str(int(value))
        case datetime(hour=0, minute=0, second=0):
            return value.date().isoformat()
    return " ".join(str(value).split())
