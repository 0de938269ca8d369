"""Filters and paging for a table that is paged by rows and by columns, and slices of a list."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeVar

from masthead.web.http.paths import LAST_PAGE, parse_int

T = TypeVar("T")
DOWN, ACROSS = 25, 8
"""Rows and columns on a page."""
NEVER = 9_999_999_999_999
MAX_WORDS_LENGTH = 200
ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixFilters:
    """Filters from the URL. Invalid values filter nothing. `down` and `across` are page numbers.

    Anything read before `since`, in milliseconds since the Unix epoch, is read again; 0 means nothing is. `given` names
    the fields used as filters.
    """

    given: ClassVar[Sequence[str]] = ()

    read: str = ""
    down: int = 1
    across: int = 1
    since: int = 0

    @staticmethod
    def parse_paging(values: Mapping[str, str]) -> dict[str, Any]:
        """Parse the page numbers, and how much to read and how fresh it must be."""
        refresh = values.get("refresh") == "1"
        return {
            "read": ALL if values.get("read") == ALL else "",
            "down": parse_number(values.get("down", "")),
            "across": parse_number(values.get("across", "")),
            "since": int(time.time() * 1000) if refresh else parse_number(values.get("since", ""), NEVER, 0),
        }

    @property
    def active_filters(self) -> dict[str, str]:
        """Return the filters in use, as URL parameters."""
        return {name: each for name in self.given if (each := getattr(self, name))}

    @property
    def query_args(self) -> dict[str, str | int]:
        """Return all values as URL parameters."""
        pages = {name: each for name in ("down", "across") if (each := getattr(self, name)) > 1}
        return {**self.active_filters, **({"read": ALL} if self.read else {}), **pages}

    def at_page(self, *, down: int | None = None, across: int | None = None) -> Self:
        """Return the same filters at another page."""
        return replace(self, down=down or self.down, across=across or self.across)


def get_search_words(values: Mapping[str, str], name: str) -> str:
    """Return the search words, separated by single spaces."""
    return " ".join(values.get(name, "")[:MAX_WORDS_LENGTH].split())


def parse_number(text: str, most: int = LAST_PAGE, least: int = 1) -> int:
    """Return the nearest allowed number, or the lowest for invalid text."""
    try:
        return min(max(parse_int(text, len(str(most))), least), most)
    except ValueError:
        return least


@dataclass(frozen=True, slots=True)
class PageSlice:
    """A page of a list. `first` and `last` are the numbers of its items, out of `count` in total."""

    number: int
    pages: int
    count: int
    first: int
    last: int


def slice_page(things: Sequence[T], number: int, size: int) -> tuple[PageSlice, Sequence[T]]:
    """Return the page nearest to `number`, with its items."""
    pages = max(1, -(-len(things) // size))
    number = min(number, pages)
    start, end = (number - 1) * size, min(number * size, len(things))
    return PageSlice(number, pages, len(things), min(start + 1, end), end), things[start:end]
