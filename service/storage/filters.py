"""Conditions that narrow a listing down."""

import unicodedata

ESCAPE = "/"


def fold_title(title: str) -> str:
    """Text without case, with each letter composed: `é` is stored and sought as one sign, however it was typed."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", title).casefold())


def containing(part: str) -> str:
    """A LIKE pattern with ESCAPE, whatever characters the part is made of."""
    for sign in (ESCAPE, "%", "_"):
        part = part.replace(sign, ESCAPE + sign)
    return f"%{part}%"


SIGNS_OF_AN_INDEX = 3


def is_indexed(part: str) -> bool:
    """Whether SQLite's trigram index can find it."""
    return len(part) >= SIGNS_OF_AN_INDEX and "\0" not in part


def phrase(part: str) -> str:
    """Quote the characters as one FTS5 phrase for MATCH."""
    quoted = part.replace('"', '""')
    return f'"{quoted}"'
