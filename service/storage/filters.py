"""Conditions that narrow a listing down."""

ESCAPE = "/"


def containing(part: str) -> str:
    """A LIKE pattern with ESCAPE, whatever characters the part is made of."""
    for sign in (ESCAPE, "%", "_"):
        part = part.replace(sign, ESCAPE + sign)
    return f"%{part}%"
