"""Ids in the addresses of pages, whatever signs they hold; and the address that was asked for, as links take it."""

import re
from collections.abc import Mapping
from html import escape, unescape
from typing import Any, cast
from urllib.parse import quote

from flask import Flask, Response, current_app, g, has_app_context, request
from jinja2.filters import do_urlencode
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter, UnicodeConverter

from i18n import N_, gettext
from masthead.client.paths import is_valid_id

AS_LINKS_ARE = "!$&'()*+,/:;=@"
"""What `url_for` leaves as it is in a path."""


NO_PART = {"", ".", "..", "new", "_new"}
"""What a browser takes out of a path, with the part before it in the case of `..`, however it is quoted; and what
stands in the place of an id where something is created."""
LINK = re.compile(r"<a\b[^>]*>")
HREF = re.compile(r'\shref="(/[^"]*)"')
"""Of a link within the portal: the addresses of others may have the same parts."""
NO_LINK = ' role="link" aria-disabled="true"'
REASON = N_("Masthead cannot open this id")


class PathPart(UnicodeConverter):
    """One part of a path. A slash in it is written `~1` and a tilde `~0`, as in a JSON pointer (RFC 6901).

    Servers and proxies decode `%2F` before a path is taken apart, so that would not stay one part. What could not be a
    part at all has a tilde in front.
    """

    def to_python(self, value: str) -> str:
        """The id."""
        if value[:1] == "~" and value[1:] in NO_PART:
            return value[1:]
        return value.replace("~1", "/").replace("~0", "~")

    def to_url(self, value: object) -> str:
        """The id as it stands in a path."""
        return quote_path_part(str(value))


def quote_path_part(identifier: str) -> str:
    """An id as one part of the path of a page of ours, for links that are put together by hand."""
    part = f"~{identifier}" if identifier in NO_PART else identifier.replace("~", "~0").replace("/", "~1")
    written = quote(part, safe=AS_LINKS_ARE, errors="replace")
    if not is_valid_id(identifier) and has_app_context():
        _unopenable().add(written)
    return written


def quote_query(value: str | Mapping[str, Any]) -> str:
    """Jinja's `urlencode`, which leaves the slashes of a text as they are."""
    return quote(value, safe="") if isinstance(value, str) else do_urlencode(value)


def _unopenable() -> set[str]:
    """The parts of paths that this page has written, and that nothing can be read by."""
    return cast("set[str]", g.setdefault("unopenable", set()))


def disable_dead_links(response: Response) -> Response:
    """Let links to what nothing can be read by be texts that say so."""
    if _unopenable() and response.mimetype == "text/html" and not response.direct_passthrough:
        response.set_data(remove_dead_links(response.get_data(as_text=True)))
    return response


def remove_dead_links(html: str) -> str:
    """HTML that this request wrote, with texts for links to what nothing can be read by."""
    return LINK.sub(_closed, html) if _unopenable() else html


def _closed(link: re.Match[str]) -> str:
    """A link as it is, or without its address where no page answers that."""
    href = HREF.search(link[0])
    if href is None or _unopenable().isdisjoint(unescape(href[1]).partition("?")[0].split("/")):
        return link[0]
    return link[0].replace(href[0], NO_LINK + ("" if " title=" in link[0] else f' title="{escape(gettext(REASON))}"'))


def request_path() -> str:
    """The path of this request as a link or a form takes it; `request.path` has its `?` and `%` laid open."""
    return quote(request.root_path + request.path, safe=AS_LINKS_ARE)


def request_url() -> str:
    """The same with the query."""
    query = request.query_string.decode(errors="replace")
    return f"{request_path()}?{query}" if query else request_path()


def match_route(path: str, method: str = "GET") -> tuple[str, Mapping[str, Any]]:
    """The endpoint and the ids at a path of this host, laid open; an empty endpoint where there is none."""
    adapter, root = current_app.create_url_adapter(request), request.root_path
    if adapter is None or not path.startswith(f"{root}/"):
        return "", {}
    try:
        return adapter.match(path[len(root) :], method)
    except HTTPException:
        return "", {}


def init_app(app: Flask) -> None:
    """Let URLs take any id, and numbers of up to nine digits. Call it before a page is registered."""
    app.url_map.converters.update(default=PathPart, int=WholeNumber)
    app.jinja_env.filters.update(in_path=quote_path_part, urlencode=quote_query)
    app.after_request(disable_dead_links)


# One slash, then anything but a second slash or a backslash, and no control characters anywhere.
LOCAL_PATH = re.compile(r"/(?![/\\])[^\\\x00-\x1f\x7f]*")
MAX_LENGTH = 2000


def local_path(text: str | None, otherwise: str) -> str:
    """The text when it has the shape of a local path, else the other one."""
    if text and len(text) <= MAX_LENGTH and LOCAL_PATH.fullmatch(text):
        return text
    return otherwise


DIGITS = 9
"""All that PostgreSQL's integers take, and more than there will ever be of anything."""
LAST_PAGE = 999


class WholeNumber(IntegerConverter):
    """A number in a path; there is nothing at one that is longer."""

    regex = f"[0-9]{{1,{DIGITS}}}"


def parse_int(text: str, digits: int = DIGITS) -> int:
    """The number that a text of digits says. Raises ValueError for any other, so it is a `type` for Flask's `get`."""
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise ValueError(text)
    return int(text)


def get_page_number(name: str = "page") -> int:
    """The page of a listing that was asked for; the first for anything that is none."""
    return min(max(request.args.get(name, 1, type=parse_int), 1), LAST_PAGE)
