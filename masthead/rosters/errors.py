"""Errors for a list of people, or a row of it, that can't be used."""


class RosterError(Exception):
    """No row can be used; the message is for people.

    `is_secret`: no page may show the text again.
    """

    def __init__(self, message: str, *, is_secret: bool = False) -> None:
        super().__init__(message)
        self.is_secret = is_secret


class RowError(ValueError):
    """One row can't be used; the message is a sentence for people."""


SHOWN = 60


def printable(text: str, most: int = SHOWN) -> str:
    """Return one line of at most `most` characters, with unprintable ones replaced."""
    line = " ".join(text.split())
    piece = "".join(sign if sign.isprintable() else "\ufffd" for sign in line[:most])
    return piece if len(line) <= most else f"{piece}…"
