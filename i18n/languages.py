"""Which language texts are in, and what Babel knows of it."""

from contextvars import ContextVar
from functools import cache

from babel import Locale

ENGLISH, PSEUDO = "en", "en-XA"
CURRENT: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""A thread that is started with a copy of the context reads and writes the language of who started it."""


def language() -> str:
    """The tag of the current language."""
    return CURRENT.get()


@cache
def locale_of(tag: str) -> Locale:
    """How a language writes numbers, dates and lists; the pseudo-locale writes them as English does."""
    return Locale.parse(ENGLISH if tag == PSEUDO else tag, sep="-")
