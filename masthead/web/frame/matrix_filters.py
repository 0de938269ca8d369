"""What a page of a table that is cut both ways is asked for: words that narrow it, and a page down and across."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from masthead.web.http.paths import LAST_PAGE, parse_int

DOWN, ACROSS = 25, 8
"""Rows and columns on a page."""
NEVER = 9_999_999_999_999
MAX_WORDS_LENGTH = 200
ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixFilters:
    """Texts of the address; what makes no sense filters nothing. `down` and `across` are numbers of pages.

    What was read before `since`, in milliseconds since 1970, is to be read anew; 0 where that is not wanted. `given`
    names the filters that narrow what is shown.
    """

    given: ClassVar[Sequence[str]] = ()

    read: str = ""
    down: int = 1
    across: int = 1
    since: int = 0

    @staticmethod
    def place_asked(values: Mapping[str, str]) -> dict[str, Any]:
        """The page, and how far to read for it, as a request has them."""
        refresh = values.get("refresh") == "1"
        return {
            "read": ALL if values.get("read") == ALL else "",
            "down": parse_number(values.get("down", "")),
            "across": parse_number(values.get("across", "")),
            "since": int(time.time() * 1000) if refresh else parse_number(values.get("since", ""), NEVER, 0),
        }

    @property
    def active_filters(self) -> dict[str, str]:
        """Those that narrow what is shown, for an address."""
        return {name: each for name in self.given if (each := getattr(self, name))}

    @property
    def address(self) -> dict[str, str | int]:
        """All of them, for an address."""
        pages = {name: each for name in ("down", "across") if (each := getattr(self, name)) > 1}
        return {**self.active_filters, **({"read": ALL} if self.read else {}), **pages}

    def at(self, *, down: int | None = None, across: int | None = None) -> Self:
        """The same at another page."""
        return replace(self, down=down or self.down, across=across or self.across)


def get_search_words(values: Mapping[str, str], name: str) -> str:
    """What is looked for, with single spaces between the words."""
    return " ".join(values.get(name, "")[:MAX_WORDS_LENGTH].split())


def parse_number(text: str, most: int = LAST_PAGE, least: int = 1) -> int:
    """The nearest number that is allowed; the least for what is none."""
    try:
        return min(max(parse_int(text, len(str(most))), least), most)
    except ValueError:
        return least
