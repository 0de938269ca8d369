"""Ids in the addresses of pages, whatever signs they hold; and the address that was asked for, as links take it."""

from urllib.parse import quote

from flask import Flask, request
from werkzeug.routing import UnicodeConverter

AS_LINKS_ARE = "!$&'()*+,/:;=@"
"""What `url_for` leaves as it is in a path."""


class PathPart(UnicodeConverter):
    """One part of a path. A slash in it is written `~1` and a tilde `~0`, as in a JSON pointer (RFC 6901).

    Servers and proxies decode `%2F` before a path is taken apart, so that would not stay one part.
    """

    def to_python(self, value: str) -> str:
        """The id."""
        return value.replace("~1", "/").replace("~0", "~")

    def to_url(self, value: object) -> str:
        """The id as it stands in a path."""
        return in_path(str(value))


def in_path(identifier: str) -> str:
    """An id as one part of the path of a page of ours, for links that are put together by hand."""
    return quote(identifier.replace("~", "~0").replace("/", "~1"), safe=AS_LINKS_ARE)


def asked_path() -> str:
    """The path of this request as a link or a form takes it; `request.path` has its `?` and `%` laid open."""
    return quote(request.path, safe=AS_LINKS_ARE)


def asked_address() -> str:
    """The same with the query."""
    query = request.query_string.decode(errors="replace")
    return f"{asked_path()}?{query}" if query else asked_path()


def init_app(app: Flask) -> None:
    """Let all addresses of the app take any id. Call it before a page is registered."""
    app.url_map.converters["default"] = PathPart
    app.jinja_env.filters["in_path"] = in_path
