"""Files are known by their first bytes."""

import bz2
import gzip
import io
import lzma
import zipfile

from masthead.file_kinds import detect_file_kind
from tests.loops import for_each


def zipped() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        file.writestr("people.csv", "anna@larkfield.example")
    return content.getvalue()


@for_each(
    "data,name",
    [
        (zipped(), "a ZIP file"),
        (gzip.compress(b"a", mtime=0), "a compressed file (gzip)"),
        (bz2.compress(b"a"), "a compressed file (bzip2)"),
        (lzma.compress(b"a"), "a compressed file (xz)"),
        (b"7z\xbc\xaf\x27\x1c", "a compressed file (7z)"),
        (b"%PDF-1.7\n", "a PDF file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Excel file of the old kind"),
        (b"\xff\xd8\xff\xe0", "a picture"),
        (b"SQLite format 3\0", "a database"),
    ],
)
def test_a_file_has_a_name(data: bytes, name: str) -> None:
    kind = detect_file_kind(data)
    assert kind is not None
    assert (kind.name, kind.is_packed) == (name, "ZIP" in name or "compressed" in name)


@for_each("data", [b"", b"P", b"email;role", "zoë".encode("utf-16"), b"<?xml", b"-----BEGIN"])
def test_a_text_is_none_of_them(data: bytes) -> None:
    assert detect_file_kind(data) is None
