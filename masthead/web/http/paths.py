"""Page URLs: how the app builds and matches them, ids and numbers in them, and a proxy's path prefix."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from html import escape, unescape
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from flask import Flask, Response, current_app, g, has_app_context, has_request_context, request
from jinja2.filters import do_urlencode
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter, Rule, UnicodeConverter

from masthead.client.exchange import is_valid_id
from masthead.i18n import N_, gettext

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


PLAIN_ID = re.compile(r"[\w-]+", re.ASCII)
PREFIX = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")


class PathPrefix:
    """WSGI middleware that sets `SCRIPT_NAME`.

    Without a `prefix`, it trusts the server or proxy. A proxy may or may not strip the prefix from the path. Direct
    requests to the portal, such as probes, don't have one.
    """

    def __init__(self, application: "WSGIApplication", prefix: str | None) -> None:
        self._application, self._prefix = application, prefix

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        prefix, path = self._prefix, environ.get("PATH_INFO", "")
        if prefix is None:
            said = environ.get("SCRIPT_NAME", "").rstrip("/")
            prefix = said if PREFIX.fullmatch(said) else ""
        if f"{path}/".startswith(f"{prefix}/"):
            environ["PATH_INFO"] = path[len(prefix) :]
        environ["SCRIPT_NAME"] = prefix
        return self._application(environ, start_response)


class LazyRule(Rule):
    """Compiles the functions that build a rule's URLs when they are first called.

    Werkzeug compiles two functions per rule from syntax trees, which took two thirds of `create_app`. Few are called.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002
        compile_now = super()._compile_builder

        @cache
        def compiled() -> Callable[..., tuple[str, str]]:
            return compile_now(append_unknown)

        def build(rule: Rule, /, **values: object) -> tuple[str, str]:
            return compiled()(rule, **values)

        return build


MAX_ADDRESSES = 4096
PLAIN = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}")
"""Ids that need no quoting."""


class PortalApp(Flask):
    """A Flask app that caches the most recently built URLs."""

    url_rule_class = LazyRule

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._built = lru_cache(MAX_ADDRESSES, typed=True)(self._build)

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """Build a URL or return it from the cache. A page has about 30, each as expensive as a table row."""
        if has_request_context() and _is_cacheable_url(endpoint, values):
            return self._built(request.root_path, endpoint, **values)
        return super().url_for(endpoint, **values)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged: none is a coroutine, and Flask would check this 20 times per page."""
        return func

    def _build(self, _root: str, endpoint: str, **values: Any) -> str:
        return super().url_for(endpoint, **values)


def _is_cacheable_url(endpoint: str, values: dict[str, Any]) -> bool:
    # URLs with a host and endpoints relative to the blueprint depend on the request.
    depends = endpoint[:1] == "." or values.get("_external") or values.get("_scheme")
    return not depends and all(map(_is_plain, values.values()))


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, int) or (isinstance(value, str) and bool(PLAIN.fullmatch(value)))


AS_LINKS_ARE = "!$&'()*+,/:;=@"
"""Characters that `url_for` leaves unquoted in a path."""


NO_PART = {"", ".", "..", "new", "_new"}
"""Browsers drop these parts, even when quoted; `new` stands in place of an id."""
LINK = re.compile(r"<a\b[^>]*>")
HREF = re.compile(r'\shref="(/[^"]*)"')
"""Only links within the portal: other URLs may have the same parts."""
NO_LINK = ' role="link" aria-disabled="true"'
REASON = N_("Masthead cannot open this")


class PathPart(UnicodeConverter):
    """An id in a path, with `~1` for a slash and `~0` for a tilde, as in a JSON pointer (RFC 6901).

    Servers and proxies decode `%2F` before the path is split. An id that can't be a path segment, such as `..`, is
    prefixed with a tilde.
    """

    def to_python(self, value: str) -> str:
        if value[:1] == "~" and value[1:] in NO_PART:
            return value[1:]
        return value.replace("~1", "/").replace("~0", "~")

    def to_url(self, value: object) -> str:
        return quote_path_part(str(value))


def build_row_anchor(identifier: str) -> str:
    """Build the HTML id of an object's row; characters that HTML ids can't have make it a digest."""
    if not PLAIN_ID.fullmatch(identifier):
        identifier = blake2b(identifier.encode("utf-8", "replace"), digest_size=8).hexdigest()
    return f"row-{identifier}"


def quote_path_part(identifier: str) -> str:
    """Quote an id for a path that isn't built with `url_for`."""
    part = f"~{identifier}" if identifier in NO_PART else identifier.replace("~", "~0").replace("/", "~1")
    written = quote(part, safe=AS_LINKS_ARE, errors="replace")
    if not is_valid_id(identifier) and has_app_context():
        _unreadable_ids().add(written)
    return written


def quote_query(value: str | Mapping[str, Any]) -> str:
    """Quote a string for a query. Unlike Jinja's `urlencode`, this includes slashes."""
    return quote(value, safe="") if isinstance(value, str) else do_urlencode(value)


def _unreadable_ids() -> set[str]:
    """Return the path parts of invalid ids on this page, which no page can show."""
    return cast("set[str]", g.setdefault("unopenable", set()))


def disable_dead_links(response: Response) -> Response:
    """Turn links to invalid ids into text with an explanation."""
    if _unreadable_ids() and response.mimetype == "text/html" and not response.direct_passthrough:
        response.set_data(remove_dead_links(response.get_data(as_text=True)))
    return response


def remove_dead_links(html: str) -> str:
    """Turn links to invalid ids on the current page into text."""
    return LINK.sub(_disable_link, html) if _unreadable_ids() else html


def _disable_link(link: re.Match[str]) -> str:
    href = HREF.search(link[0])
    if href is None or _unreadable_ids().isdisjoint(unescape(href[1]).partition("?")[0].split("/")):
        return link[0]
    return link[0].replace(href[0], NO_LINK + ("" if " title=" in link[0] else f' title="{escape(gettext(REASON))}"'))


def request_path() -> str:
    """Return the requested path, quoted. Flask's `request.path` is decoded."""
    return quote(request.root_path + request.path, safe=AS_LINKS_ARE)


def request_url() -> str:
    """Return the requested path and query."""
    query = request.query_string.decode(errors="replace")
    return f"{request_path()}?{query}" if query else request_path()


def match_route(path: str, method: str = "GET") -> tuple[str, Mapping[str, Any]]:
    """Return the endpoint and ids for a decoded path on this host. The endpoint is empty if there is no page."""
    adapter, root = current_app.create_url_adapter(request), request.root_path
    if adapter is None or not path.startswith(f"{root}/"):
        return "", {}
    try:
        return adapter.match(path[len(root) :], method)
    except HTTPException:
        return "", {}


def init_app(app: Flask) -> None:
    """Accept any id, and numbers of up to nine digits, in URLs. Call this before registering pages."""
    app.url_map.converters.update(default=PathPart, int=WholeNumber)
    app.jinja_env.filters.update(in_path=quote_path_part, row_anchor=build_row_anchor, urlencode=quote_query)
    app.after_request(disable_dead_links)


# One slash that isn't followed by a slash or a backslash, and no control characters.
LOCAL_PATH = re.compile(r"/(?![/\\])[^\\\x00-\x1f\x7f]*")
MAX_LENGTH = 2000


def local_path(text: str | None, otherwise: str) -> str:
    """Return `text` if it is a local path, or else `otherwise`."""
    if text and len(text) <= MAX_LENGTH and LOCAL_PATH.fullmatch(text):
        return text
    return otherwise


DIGITS = 9
"""Limit of digits, so that numbers fit PostgreSQL's integers."""
LAST_PAGE = 999


class WholeNumber(IntegerConverter):
    """A number in a path. Numbers with too many digits are not found."""

    regex = f"[0-9]{{1,{DIGITS}}}"


def parse_int(text: str, digits: int = DIGITS) -> int:
    """Parse digits. Raises ValueError for anything else, so it can be the `type` in Flask's `get`."""
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise ValueError(text)
    return int(text)


def get_page_number(name: str = "page") -> int:
    """Return the requested page number, or 1 if there is none."""
    return min(max(request.args.get(name, 1, type=parse_int), 1), LAST_PAGE)
