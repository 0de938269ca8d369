"""Turns an LDIF export of a directory into a table, with a row for each entry."""

import base64
import binascii
import csv
import io
import re
from collections.abc import Iterator

_START = re.compile(r"(?:[ \t]*(?:#.*)?\n|version: *1 *\n)*dn::? ", re.IGNORECASE)
_FOLD = re.compile(r"\r?\n ")
_LINE = re.compile(r"([A-Za-z][\w.-]*)(?:;[\w;-]*)?:(:?) *(.*)")
MAX_ATTRIBUTES = 100
MOST_SPECIFIC = "objectclass"
"""The attribute of which the last value counts: it names the most specific class."""


def is_ldif(text: str) -> bool:
    return bool(_START.match(text.replace("\r\n", "\n")))


def ldif_table(text: str) -> str:
    """Write the entries as CSV, with the first value of each attribute."""
    entries = [entry for block in re.split(r"\n(?:\r?\n)+", _FOLD.sub("", text)) if "dn" in (entry := _entry(block))]
    columns = [*dict.fromkeys(name for entry in entries for name in entry)][:MAX_ATTRIBUTES]
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows(
        [columns, *([each.get(name) for name in columns] for each in entries)]
    )
    return table.getvalue()


def _entry(block: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in _attributes(block):
        if name not in found or name.lower() == MOST_SPECIFIC:
            found[name] = value
    return found


def _attributes(block: str) -> Iterator[tuple[str, str]]:
    for line in block.splitlines():
        if parts := _LINE.fullmatch(line):
            yield parts[1], " ".join((_decode(parts[3]) if parts[2] else parts[3]).split())


def _decode(value: str) -> str:
    try:
        return base64.b64decode(value, validate=True).decode("utf-8", "replace")
    except binascii.Error:
        return value
