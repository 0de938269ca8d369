"""Languages of texts, with their data from Babel."""

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
    """Locale for numbers, dates and lists. The pseudo-locale uses English."""
    return Locale.parse(ENGLISH if tag == PSEUDO else tag, sep="-")
