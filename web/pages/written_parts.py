"""Rows of tables as they were last written: a list that is shown again is not written again."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from threading import Lock
from typing import Any, Final

from flask import render_template

from i18n import language
from web.http.paths import without_dead_links
from web.person.time_zone import time_zone

MAX_CHARACTERS: Final = 2_000_000
Key = tuple[int, str, str, str, tuple[tuple[str, Hashable], ...]]


class Html(str):
    """HTML that templates do not escape."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


class WrittenParts:
    """The most recently used rows, by the items that they show and by how. Threads may share it.

    Items are the same if they are the same object: the client keeps what it parsed of a remembered answer, which nobody
    changes, and gives it to everybody who was answered the same.
    """

    def __init__(self, max_characters: int = MAX_CHARACTERS) -> None:
        self._max_characters = max_characters
        self._rows: OrderedDict[Key, tuple[Sequence[Any], Html]] = OrderedDict()
        self._characters = 0
        self._lock = Lock()

    def get_or_render(self, template: str, items: Sequence[Any], **options: Hashable) -> Html:
        """The template as HTML, given the `items` and the `options`.

        Nothing else may decide about what it writes, but the reader's language and time zone.
        """
        key = (id(items), template, language(), str(time_zone()), tuple(options.items()))
        with self._lock:
            found = self._rows.get(key)
            if found is not None:
                self._rows.move_to_end(key)
                return found[1]
        written = Html(without_dead_links(render_template(template, items=items, **options)))
        self._put(key, items, written)
        return written

    def _put(self, key: Key, items: Sequence[Any], written: Html) -> None:
        if len(written) > self._max_characters:
            return
        with self._lock:
            if key not in self._rows:
                self._characters += len(written)
            self._rows[key] = (items, written)  # while the items are kept, no others have their id
            while self._characters > self._max_characters:
                _, (_, oldest) = self._rows.popitem(last=False)
                self._characters -= len(oldest)


_written = WrittenParts()


def render_rows(template: str, items: Sequence[Any], **options: Hashable) -> Html:
    """Like `WrittenParts.get_or_render`, with what this process has written."""
    return _written.get_or_render(template, items, **options)
