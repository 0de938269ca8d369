"""Slugs: titles as parts of a URL."""

import re
import unicodedata
from collections.abc import Iterable

MAX_LENGTH = 80


def build_slug(title: str) -> str:
    """Return lower-case letters, digits and hyphens, such as `getting-started`; `page` if the title has none."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain)[:MAX_LENGTH].strip("-") or "page"


class FreeSlugs:
    """Makes slugs unique, without counting from 1 each time."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        """Return a free slug: the wanted one, or the same with a number appended, starting with 2."""
        number = self._numbers.get(wanted, 1)
        candidate = wanted if number == 1 else f"{wanted}-{number}"
        while candidate in self._taken:
            number += 1
            candidate = f"{wanted}-{number}"
        self._numbers[wanted] = number
        self._taken.add(candidate)
        return candidate
