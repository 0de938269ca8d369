"""Lists in sentences: `Ada, Grace, and Lin`, `Admin or Creator`."""

from collections.abc import Sequence

from babel.lists import format_list

LOCALE = "en"


def join_and(words: Sequence[str]) -> str:
    """All of them; empty for none."""
    return str(format_list(words, locale=LOCALE))


def join_or(words: Sequence[str]) -> str:
    """Any of them; empty for none."""
    return str(format_list(words, "or", locale=LOCALE))
