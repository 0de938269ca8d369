"""Names of hosts, and of domains of addresses, as they go over the wire."""

import unicodedata

import idna

MAX_LENGTH, MAX_LABEL_LENGTH = 253, 63


def encode_host(name: str) -> str:
    """In lower case and in ASCII, by IDNA 2008; of what is ASCII already the lengths alone count. Raises UnicodeError.

    Python's own codec is that of 2003, which makes another name of some: `strasse.example` of `straße.example`.
    """
    lower = name.lower()
    if lower.isascii():
        if not all(0 < len(label) <= MAX_LABEL_LENGTH for label in lower.removesuffix(".").split(".")):
            raise UnicodeError("a part is empty or too long")
        return lower
    if len(lower) > MAX_LENGTH:
        raise UnicodeError("too long for a name")
    return idna.encode(unicodedata.normalize("NFC", lower)).decode("ascii").lower()
