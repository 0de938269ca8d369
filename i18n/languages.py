"""The current language, and its locale data from Babel."""

from contextvars import ContextVar
from functools import cache

from babel import Locale

ENGLISH, PSEUDO = "en", "en-XA"
CURRENT: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""A thread that runs in a copy of the context has the language of its parent."""


def language() -> str:
    """Return the tag of the current language."""
    return CURRENT.get()


@cache
def locale_of(tag: str) -> Locale:
    """Get the locale for numbers, dates and lists. The pseudo-locale uses English."""
    return Locale.parse(ENGLISH if tag == PSEUDO else tag, sep="-")
