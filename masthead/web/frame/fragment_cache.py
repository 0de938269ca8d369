"""A cache of rendered fragments, and the template tag `{% cache a, b %}…{% endcache %}`.

The tag's values must cover everything shown in the block, which `tests/house/test_kept_parts.py` verifies.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from threading import Lock
from typing import Any, Final, NamedTuple

from flask import current_app, request
from jinja2 import Template, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Undefined
from markupsafe import escape

from masthead.i18n import language
from masthead.web.http.paths import remove_dead_links
from masthead.web.person.locale import time_zone

MAX_BYTES: Final = 2_000_000
_SECRET: Final = secrets.token_hex(16)
"""Prefix of placeholders, so that no text can be one."""


class Html(str):
    """HTML that templates don't escape."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


class CachedHtml(NamedTuple):
    """HTML in UTF-8. Templates write its `placeholder` until the page is rendered."""

    html: bytes
    placeholder: Html


def insert_placeholders(context: Mapping[str, Any]) -> dict[str, Any]:
    """Replace cached HTML in a template's context with placeholders."""
    return {name: value.placeholder if isinstance(value, CachedHtml) else value for name, value in context.items()}


def fill_placeholders(page: str, context: Mapping[str, Any]) -> bytes:
    """Encode the page in UTF-8 and replace the placeholders with cached HTML."""
    filled = page.encode()
    for value in context.values():
        if isinstance(value, CachedHtml):
            filled = filled.replace(value.placeholder.encode(), value.html)
    return filled


class FragmentCache:
    """The most recently used fragments. Threads may share this cache.

    Items are compared by identity. The client caches a response's parsed values, which nobody changes, and returns the
    same objects to everybody with the same response.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._parts: OrderedDict[Hashable, tuple[Sequence[Any], CachedHtml]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get_or_render(self, template: str, items: Sequence[Any], **options: Hashable) -> CachedHtml:
        """Render `template` with `items` and `options`, or return the cached result.

        Nothing else may influence the result, except the reader's language and time zone.
        """
        key = (template, id(items), tuple(options.items()))
        return self.get_or_write(key, lambda: _template(template).render(items=items, **options), items)

    def get_or_write(self, key: Hashable, write: Callable[[], str], items: Sequence[Any] = ()) -> CachedHtml:
        """Return the result of `write`, cached by key, items, and the reader's language and time zone."""
        key = (key, language(), str(time_zone()), request.root_path)
        with self._lock:
            found = self._parts.get(key)
            if found is not None:
                self._parts.move_to_end(key)
                return found[1]
        html = remove_dead_links(write())
        written = CachedHtml(html.encode(), Html(f"kept-{secrets.token_hex(16)}"))
        self._put(key, items, written)
        return written

    def _put(self, key: Hashable, items: Sequence[Any], written: CachedHtml) -> None:
        if len(written.html) > self._max_bytes:
            return
        with self._lock:
            if key not in self._parts:
                self._bytes += len(written.html)
            self._parts[key] = (items, written)  # while the items are stored, no others have their ids
            while self._bytes > self._max_bytes:
                _, (_, oldest) = self._parts.popitem(last=False)
                self._bytes -= len(oldest.html)


_rows, _parts = FragmentCache(), FragmentCache()


def render_rows(template: str, items: Sequence[Any], **options: Hashable) -> CachedHtml:
    """Render `items`, or return the rows from this process's cache."""
    return _rows.get_or_render(template, items, **options)


def render_part(template: str, key: Hashable, values: Callable[[], Mapping[str, Any]], **of_page: str) -> Html:
    """Render a template whose values are all determined by `key`, or return the cached result.

    `of_page` contains texts that differ between pages and are inserted each time. The template must use nothing else,
    since everybody with the same key gets the same result.
    """
    placeholders = {name: f"{_SECRET}{name}" for name in of_page}
    kept = _parts.get_or_write((template, key), lambda: _template(template).render(**values(), **placeholders))
    written = kept.html.decode()
    for name, text in of_page.items():
        written = written.replace(placeholders[name], escape(text))
    return Html(written)


def cached_block(key: Hashable, write: Callable[[], str]) -> Html:
    """Return the result of `write`, cached by this key."""
    return Html(_parts.get_or_write(key, write).html.decode())


def _template(name: str) -> Template:
    # Flask's render_template would give a template the person, the organization and the URL of the page.
    return current_app.jinja_env.get_template(name)


PLAIN_TYPES = (str, int, float, type(None))


class CacheTag(Extension):
    tags = {"cache"}  # noqa: RUF012 - declared by Jinja

    def parse(self, parser: Parser) -> nodes.Node:
        """Parse the block into a call of `_cached` with the block as its caller."""
        line = next(parser.stream).lineno
        values = [parser.parse_expression()]
        while parser.stream.skip_if("comma"):
            values.append(parser.parse_expression())
        block = parser.parse_statements(("name:endcache",), drop_needle=True)
        arguments: list[nodes.Expr] = [nodes.Const(f"{parser.name}:{line}"), nodes.List(values)]
        return nodes.CallBlock(self.call_method("_cached", arguments), [], [], block).set_lineno(line)

    def _cached(self, place: str, values: list[Any], caller: Callable[[], str]) -> Html:
        return cached_block((place, cache_key(values)), caller)


def cache_key(value: object) -> Hashable:
    """Convert a value to a key. Raises TypeError for mutable values and values compared by identity."""
    if isinstance(value, Undefined):
        return Undefined
    if isinstance(value, PLAIN_TYPES):
        return (type(value), value)
    if isinstance(value, Mapping):
        return tuple((name, cache_key(each)) for name, each in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(cache_key, value))
    raise TypeError(f"{type(value).__name__} cannot be compared")
