"""Encodes host names by IDNA 2008."""

import unicodedata

import idna

MAX_LENGTH, MAX_LABEL_LENGTH = 253, 63


def encode_host(name: str) -> str:
    """Encode a name in lower-case ASCII. For an ASCII name only lengths are checked. Raises UnicodeError.

    Python's codec implements IDNA 2003, which turns `straße.example` into another name, `strasse.example`.
    """
    lower = name.lower()
    if lower.isascii():
        if not all(0 < len(label) <= MAX_LABEL_LENGTH for label in lower.removesuffix(".").split(".")):
            raise UnicodeError("a part is empty or too long")
        return lower
    if len(lower) > MAX_LENGTH:
        raise UnicodeError("too long for a name")
    return idna.encode(unicodedata.normalize("NFC", lower)).decode("ascii").lower()
