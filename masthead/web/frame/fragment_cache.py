"""A fragment cache: parts of pages as they were last rendered, so that what is shown again is not rendered again."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from flask import current_app, request
from jinja2 import Template, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Undefined
from markupsafe import escape

from i18n import language
from masthead.web.http.paths import remove_dead_links
from masthead.web.person.locale import time_zone

MAX_BYTES: Final = 2_000_000
_SECRET: Final = secrets.token_hex(16)
"""Begins placeholders, so that no text of anybody's can be one."""


class Html(str):
    """HTML that templates do not escape."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


@dataclass(frozen=True, slots=True)
class CachedHtml:
    """HTML in UTF-8, for which a template writes the `placeholder` until the page is rendered."""

    html: bytes
    placeholder: Html


def insert_placeholders(context: Mapping[str, Any]) -> dict[str, Any]:
    """What a template is given, with placeholders for what is kept."""
    return {name: value.placeholder if isinstance(value, CachedHtml) else value for name, value in context.items()}


def fill_placeholders(page: str, context: Mapping[str, Any]) -> bytes:
    """The page in UTF-8, with what is kept in place of the placeholders."""
    filled = page.encode()
    for value in context.values():
        if isinstance(value, CachedHtml):
            filled = filled.replace(value.placeholder.encode(), value.html)
    return filled


class FragmentCache:
    """The most recently used parts, by what they show and how. Threads may share it.

    Items are the same if they are the same object: the client keeps what it parsed of a remembered answer, which nobody
    changes, and gives it to everybody who was answered the same.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._parts: OrderedDict[Hashable, tuple[Sequence[Any], CachedHtml]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get_or_render(self, template: str, items: Sequence[Any], **options: Hashable) -> CachedHtml:
        """The template's HTML, given the `items` and the `options`.

        Nothing else may decide about what it writes, but the reader's language and time zone.
        """
        key = (template, id(items), tuple(options.items()))
        return self.get_or_write(key, lambda: _template(template).render(items=items, **options), items)

    def get_or_write(self, key: Hashable, write: Callable[[], str], items: Sequence[Any] = ()) -> CachedHtml:
        """What `write` gave for this key and these items, in the reader's language and time zone."""
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
            self._parts[key] = (items, written)  # while the items are kept, no others have their id
            while self._bytes > self._max_bytes:
                _, (_, oldest) = self._parts.popitem(last=False)
                self._bytes -= len(oldest.html)


_rows, _parts = FragmentCache(), FragmentCache()


def render_rows(template: str, items: Sequence[Any], **options: Hashable) -> CachedHtml:
    """Like `WrittenParts.get_or_render`, with what this process has written."""
    return _rows.get_or_render(template, items, **options)


def render_part(template: str, key: Hashable, values: Callable[[], Mapping[str, Any]], **of_page: str) -> Html:
    """The template's HTML as this process wrote it last for the `key`, which decides about all of its `values`.

    `of_page` are texts that differ from page to page, and are put in each time. Nothing else may be used by the
    template: what it wrote for one person is shown to everybody with the same key.
    """
    placeholders = {name: f"{_SECRET}{name}" for name in of_page}
    kept = _parts.get_or_write((template, key), lambda: _template(template).render(**values(), **placeholders))
    written = kept.html.decode()
    for name, text in of_page.items():
        written = written.replace(placeholders[name], escape(text))
    return Html(written)


def cached_block(key: Hashable, write: Callable[[], str]) -> Html:
    """What `write` gave for the `key`, which decides about all that it shows."""
    return Html(_parts.get_or_write(key, write).html.decode())


def _template(name: str) -> Template:
    # Not by Flask's render_template, which gives a template the person, the organization and the address of the page.
    return current_app.jinja_env.get_template(name)


PLAIN_TYPES = (str, int, float, type(None))


class CacheTag(Extension):
    """Jinja's extension for it."""

    tags = {"cache"}  # noqa: RUF012 - as Jinja declares it

    def parse(self, parser: Parser) -> nodes.Node:
        """A call of `_cached` with the block as its caller."""
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
    """A value as a key. Raises TypeError for what may change later, or is not compared by what it says."""
    if isinstance(value, Undefined):
        return Undefined
    if isinstance(value, PLAIN_TYPES):
        return (type(value), value)
    if isinstance(value, Mapping):
        return tuple((name, cache_key(each)) for name, each in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(cache_key, value))
    raise TypeError(f"{type(value).__name__} cannot be compared")
