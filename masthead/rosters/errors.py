"""Why a list of people, or a row of it, cannot be used."""


class RosterError(Exception):
    """No row can be used; the message is for people. `is_secret` is what no page may show again."""

    def __init__(self, message: str, *, is_secret: bool = False) -> None:
        super().__init__(message)
        self.is_secret = is_secret


class RowError(ValueError):
    """One row cannot be used; the message is a sentence for people."""


SHOWN = 60


def printable(text: str, most: int = SHOWN) -> str:
    """On one line, cut after `most` characters, with a sign in place of what cannot be seen."""
    line = " ".join(text.split())
    piece = "".join(sign if sign.isprintable() else "\ufffd" for sign in line[:most])
    return piece if len(line) <= most else f"{piece}…"
