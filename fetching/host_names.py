"""Names of hosts, and of domains of addresses, as they go over the wire."""

import unicodedata

import idna

LONGEST, LONGEST_LABEL = 253, 63


def in_ascii(name: str) -> str:
    """In lower case and in ASCII, by IDNA 2008; of what is ASCII already the lengths alone count. Raises UnicodeError.

    Python's own codec is that of 2003, which makes another name of some: `strasse.example` of `straße.example`.
    """
    lower = name.lower()
    if lower.isascii():
        if not all(0 < len(label) <= LONGEST_LABEL for label in lower.removesuffix(".").split(".")):
            raise UnicodeError("a part is empty or too long")
        return lower
    if len(lower) > LONGEST:
        raise UnicodeError("too long for a name")
    return idna.encode(unicodedata.normalize("NFC", lower)).decode("ascii").lower()
