"""A piece of what somebody gave, as a sentence about it can show it."""

SHOWN = 60


def printable(text: str, most: int = SHOWN) -> str:
    """On one line, cut after `most` characters, with a sign in place of what cannot be seen."""
    line = " ".join(text.split())
    piece = "".join(sign if sign.isprintable() else "\ufffd" for sign in line[:most])
    return piece if len(line) <= most else f"{piece}…"
