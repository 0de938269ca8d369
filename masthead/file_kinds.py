"""Detects binary files that people upload instead of text, by their first bytes."""

from typing import NamedTuple

from masthead.i18n import N_


class FileKind(NamedTuple):
    """A kind of file. `name` has an article, for a sentence. A packed file may contain the right text."""

    name: str
    is_packed: bool = False


ZIP = FileKind(N_("a ZIP file"), is_packed=True)
PDF = FileKind(N_("a PDF file"))
OLD_EXCEL = FileKind(N_("an Excel file of the old kind"))
PICTURE = FileKind(N_("a picture"))
_BEGINNINGS = (
    (b"PK\x03\x04", ZIP),
    (b"\x1f\x8b", FileKind(N_("a compressed file (gzip)"), is_packed=True)),
    (b"BZh", FileKind(N_("a compressed file (bzip2)"), is_packed=True)),
    (b"\xfd7zXZ\0", FileKind(N_("a compressed file (xz)"), is_packed=True)),
    (b"7z\xbc\xaf", FileKind(N_("a compressed file (7z)"), is_packed=True)),
    (b"%PDF-", PDF),
    (b"\xd0\xcf\x11\xe0", OLD_EXCEL),
    (b"\x89PNG", PICTURE),
    (b"\xff\xd8\xff", PICTURE),
    (b"GIF8", PICTURE),
    (b"SQLite format 3", FileKind(N_("a database"))),
)


def detect_file_kind(data: bytes) -> FileKind | None:
    """Detect the kind of a binary file; None for text and unknown kinds."""
    return next((kind for beginning, kind in _BEGINNINGS if data.startswith(beginning)), None)
