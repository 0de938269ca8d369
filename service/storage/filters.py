"""Conditions that narrow a listing down."""

ESCAPE = "/"


def containing(part: str) -> str:
    """A pattern of LIKE, with this escape, for texts that have the part somewhere, whatever signs it is made of."""
    for sign in (ESCAPE, "%", "_"):
        part = part.replace(sign, ESCAPE + sign)
    return f"%{part}%"
