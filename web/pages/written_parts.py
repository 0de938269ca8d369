"""Parts of pages as they were last written: what is shown again is not written again."""

import secrets
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from flask import render_template

from i18n import language
from web.http.paths import without_dead_links
from web.person.time_zone import time_zone

MAX_BYTES: Final = 2_000_000
Key = tuple[int, str, str, str, tuple[tuple[str, Hashable], ...]]


class Html(str):
    """HTML that templates do not escape."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


@dataclass(frozen=True, slots=True)
class KeptHtml:
    """HTML in UTF-8, which a template shows as `mark`: what it stands for is put in once the page is written."""

    html: bytes
    mark: Html


def with_marks(context: Mapping[str, Any]) -> dict[str, Any]:
    """What a template is given, with marks for what is kept."""
    return {name: value.mark if isinstance(value, KeptHtml) else value for name, value in context.items()}


def fill_in(page: str, context: Mapping[str, Any]) -> bytes:
    """The page in UTF-8, with what is kept in place of the marks."""
    filled = page.encode()
    for value in context.values():
        if isinstance(value, KeptHtml):
            filled = filled.replace(value.mark.encode(), value.html)
    return filled


class WrittenParts:
    """The most recently used rows, by the items that they show and by how. Threads may share it.

    Items are the same if they are the same object: the client keeps what it parsed of a remembered answer, which nobody
    changes, and gives it to everybody who was answered the same.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._rows: OrderedDict[Key, tuple[Sequence[Any], KeptHtml]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get_or_render(self, template: str, items: Sequence[Any], **options: Hashable) -> KeptHtml:
        """The template's HTML, given the `items` and the `options`.

        Nothing else may decide about what it writes, but the reader's language and time zone.
        """
        key = (id(items), template, language(), str(time_zone()), tuple(options.items()))
        with self._lock:
            found = self._rows.get(key)
            if found is not None:
                self._rows.move_to_end(key)
                return found[1]
        html = without_dead_links(render_template(template, items=items, **options))
        written = KeptHtml(html.encode(), Html(f"kept-{secrets.token_hex(16)}"))
        self._put(key, items, written)
        return written

    def _put(self, key: Key, items: Sequence[Any], written: KeptHtml) -> None:
        if len(written.html) > self._max_bytes:
            return
        with self._lock:
            if key not in self._rows:
                self._bytes += len(written.html)
            self._rows[key] = (items, written)  # while the items are kept, no others have their id
            while self._bytes > self._max_bytes:
                _, (_, oldest) = self._rows.popitem(last=False)
                self._bytes -= len(oldest.html)


_written = WrittenParts()


def render_rows(template: str, items: Sequence[Any], **options: Hashable) -> KeptHtml:
    """Like `WrittenParts.get_or_render`, with what this process has written."""
    return _written.get_or_render(template, items, **options)
