"""Tables of words as a page shows them, in the language of the reader."""

from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

from i18n import gettext

K = TypeVar("K", bound=Hashable)


def translated(table: Mapping[K, str]) -> dict[K, str]:
    """Labels by their values."""
    return {value: gettext(label) for value, label in table.items()}


def translated_rows(table: Mapping[K, tuple[Any, ...]], texts: int = 1) -> dict[K, tuple[Any, ...]]:
    """Rows by their values; the first so many of each are texts, what follows is not."""
    return {value: translated_row(row, texts) for value, row in table.items()}


def translated_row(row: tuple[Any, ...], texts: int = 1) -> tuple[Any, ...]:
    return (*map(gettext, row[:texts]), *row[texts:])
