"""Whole numbers in addresses and forms: pages, and the numbers of what the portal keeps."""

from flask import Flask, request
from werkzeug.routing import IntegerConverter

DIGITS = 9
"""All that PostgreSQL's integers take, and more than there will ever be of anything."""
LAST_PAGE = 999


class WholeNumber(IntegerConverter):
    """A number in a path; there is nothing at one that is longer."""

    regex = f"[0-9]{{1,{DIGITS}}}"


def whole(text: str, digits: int = DIGITS) -> int:
    """The number that a text of digits says. Raises ValueError for any other, so it is a `type` for Flask's `get`."""
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise ValueError(text)
    return int(text)


def page_asked(name: str = "page") -> int:
    """The page of a listing that was asked for; the first for anything that is none."""
    return min(max(request.args.get(name, 1, type=whole), 1), LAST_PAGE)


def init_app(app: Flask) -> None:
    """Let the addresses of the app take such numbers alone. Call it before a page is registered."""
    app.url_map.converters["int"] = WholeNumber
