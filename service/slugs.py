"""Words of a title as a part of an address."""

import re
import unicodedata
from collections.abc import Iterable

MAX_LENGTH = 80


def build_slug(title: str) -> str:
    """Lowercase letters, digits and hyphens, such as `getting-started`; `page` when the title has none of them."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain)[:MAX_LENGTH].strip("-") or "page"


class FreeSlugs:
    """Gives each a slug of its own, without counting from the beginning for each."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        """With the first number from 2 on that makes it free."""
        number = self._numbers.get(wanted, 1)
        candidate = wanted if number == 1 else f"{wanted}-{number}"
        while candidate in self._taken:
            number += 1
            candidate = f"{wanted}-{number}"
        self._numbers[wanted] = number
        self._taken.add(candidate)
        return candidate
