"""Decodes a file or a paste in encodings of spreadsheets, and refuses other files."""

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from masthead.file_kinds import OLD_EXCEL, PDF, ZIP, detect_file_kind
from masthead.i18n import N_, format_number, gettext
from masthead.tables.ldif import is_ldif, ldif_table
from masthead.tables.rows import LINE_END, TableError
from masthead.tables.workbook import ENCRYPTED, is_workbook, read_workbook

MAX_SIZE = 1_000_000
"""Bytes that fit into a request to Masthead, with its form."""

_ADVICE = {PDF: N_(" Save the original table as CSV."), OLD_EXCEL: N_(" Save it as CSV and use that file.")}
_IN_ZIP = (
    (b"[Content_Types].xml", N_("an Office file"), N_(" Save the table as CSV and use that file.")),
    (b"opendocument.spreadsheet", N_("a LibreOffice table"), N_(" Save it as CSV and use that file.")),
)
_TEXTS = (
    (
        re.compile(r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY"),
        N_("a private key"),
        N_(" Masthead didn't keep it. Create a new key, because this one was sent."),
    ),
    (re.compile(r"-----BEGIN [A-Z ]{1,40}-----"), N_("a certificate or a key"), ""),
    (
        re.compile(r"<!doctype\s{1,9}html|<html\b|<table\b|<body\b", re.IGNORECASE),
        N_("a web page"),
        N_(" Save the table as CSV."),
    ),
    (re.compile(r"<(?:[!?]|[a-z][a-z0-9:]{0,40}[\s>/])", re.IGNORECASE), "XML", N_(" Save the table as CSV.")),
    (re.compile(r"[{\[]"), "JSON", N_(" Use a table with a line for each row, and commas between cells.")),
    (
        re.compile(r"BEGIN:VC(?:ARD|ALENDAR)", re.IGNORECASE),
        N_("a contact card or a calendar"),
        N_(" Export it as CSV."),
    ),
    (re.compile(r"\{\\rtf"), N_("a document"), N_(" Save the table as CSV.")),
    (re.compile(r"https?://\S{1,2000}\s*\Z"), N_("the address of a page"), N_(" Use the table that it leads to.")),
)
_ENCRYPTED = b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"
_WIDE = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_SAMPLE, _MAX_CONTROLS = 4096, 0.02
FROM_LDIF = N_("Masthead turned the LDIF entries into a table. The line of an entry is its row there.")
OLD_ENCODING = N_(
    "The file isn't in UTF-8, so Masthead read it as Windows-1252. Check that letters with accents "
    "are right, or save the file as UTF-8."
)


@dataclass(frozen=True, slots=True)
class TableText:
    """A decoded text; `notes` are sentences on how it was read, `origin` is its source.

    `sheets` has the texts of a workbook's sheets by name, if there are several; the text is that of `sheet`.
    """

    text: str
    notes: tuple[str, ...] = ()
    origin: str = ""
    sheet: str = ""
    sheets: Mapping[str, str] = field(default_factory=dict)

    def choose_sheet(self, name: str) -> "TableText":
        """Return the text of another sheet; of this one if there is none with that name."""
        is_other = name != self.sheet and name in self.sheets
        return replace(self, text=self.sheets[name], sheet=name) if is_other else self

    def line(self, number: int, given: str) -> str:
        """Return the text of a line; empty unless it contains `given`, as a text may have been split otherwise."""
        lines = LINE_END.split(self.text)
        text = lines[number - 1] if 0 < number <= len(lines) else ""
        return text if given in text else ""

    def with_lines(self, texts: Mapping[int, str]) -> "TableText":
        """Return the text with other lines, by number."""
        lines = enumerate(LINE_END.split(self.text), 1)
        return replace(self, text="\n".join(texts.get(at, line) for at, line in lines))


def read_table(given: bytes | str) -> TableText:
    """Decode a text and drop the byte order mark. Of a workbook, choose the first sheet that isn't empty.

    Raises TableError for a text that isn't a table, or is too large.
    """
    _ensure_size(len(given) if isinstance(given, bytes) else len(given.encode(errors="replace")))
    if isinstance(given, bytes) and is_workbook(given):
        sheets = read_workbook(given)
        _ensure_size(sum(len(text.encode(errors="replace")) for text in sheets.values()))
        name, text = next(iter(sheets.items()))
        return TableText(text, sheet=name, sheets=sheets if len(sheets) > 1 else {})
    found = _decode_bytes(given) if isinstance(given, bytes) else TableText(given)
    text = found.text.removeprefix("\ufeff")
    start = text.lstrip()
    if not start:
        raise TableError(N_("The table is empty."))
    for shape, what, advice in _TEXTS:
        if shape.match(start):
            raise TableError(
                N_("This is %(what)s, not a table.%(advice)s"),
                what=gettext(what),
                advice=gettext(advice),
                is_secret="key" in what,
            )
    sample = text[:_SAMPLE]
    if sum(letter < " " and letter not in "\t\r\n" for letter in sample) > len(sample) * _MAX_CONTROLS + 1:
        raise TableError(N_("This is a binary file, not a table. Use CSV or plain text."))
    if is_ldif(text):
        return TableText(ldif_table(text), (*found.notes, gettext(FROM_LDIF)))
    return TableText(text, found.notes)


def _ensure_size(size: int) -> None:
    if size > MAX_SIZE:
        raise TableError(
            N_("This is too large: %(size)s bytes. Masthead accepts up to %(max_size)s bytes. Split it into parts."),
            size=format_number(size),
            max_size=format_number(MAX_SIZE),
        )


def _decode_bytes(data: bytes) -> TableText:
    _refuse_files(data)
    # Check UTF-32 before UTF-16, as its mark begins with that of UTF-16.
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise TableError(N_("This is in UTF-32. Save it as UTF-8."))
    for mark, encoding in _WIDE:
        if data.startswith(mark):
            return TableText(data[len(mark) :].decode(encoding, "replace"))
    if encoding := _detect_utf_16(data[:_SAMPLE]):
        return TableText(data.decode(encoding, "replace"))
    # No guessing beyond that: charset-normalizer takes some lists of western names for Central European (ADR 30).
    try:
        return TableText(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return TableText(data.decode("cp1252", "replace"), (gettext(OLD_ENCODING),))


def _detect_utf_16(sample: bytes) -> str:
    """Detect UTF-16 without a mark: in western text every other byte is zero.

    Empty for anything else.
    """
    even, odd, half = sample[::2].count(0), sample[1::2].count(0), len(sample) // 2
    if odd > half * 0.6 and not even:
        return "utf-16-le"
    return "utf-16-be" if even > half * 0.6 and not odd else ""


def _refuse_files(data: bytes) -> None:
    kind = detect_file_kind(data)
    if kind is OLD_EXCEL and _ENCRYPTED in data:
        raise TableError(ENCRYPTED)
    if kind is ZIP:
        for part, what, advice in _IN_ZIP:
            if part in data:
                raise TableError(N_("This is %(what)s.%(advice)s"), what=gettext(what), advice=gettext(advice))
    if kind is not None and kind.is_packed:
        raise TableError(N_("This is %(kind)s. Unpack it and use the table in it."), kind=gettext(kind.name))
    if kind is not None:
        raise TableError(
            N_("This is %(kind)s, not a table.%(advice)s"),
            kind=gettext(kind.name),
            advice=gettext(_ADVICE.get(kind, "")),
        )
