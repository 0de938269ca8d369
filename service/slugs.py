"""Words of a title as a part of an address."""

import re
import unicodedata
from collections.abc import Collection

LONGEST = 80


def slug(title: str) -> str:
    """Small letters, digits and hyphens, such as `getting-started`; `page` when the title has none of them."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain)[:LONGEST].strip("-") or "page"


def free_slug(wanted: str, taken: Collection[str]) -> str:
    """The slug itself, or with the first number from 2 on that makes it free."""
    candidate, number = wanted, 1
    while candidate in taken:
        number += 1
        candidate = f"{wanted}-{number}"
    return candidate
