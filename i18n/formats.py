"""How a language writes numbers, dates and lists."""

from functools import cache

from babel import Locale

from i18n.texts import ENGLISH, PSEUDO


@cache
def locale_of(tag: str) -> Locale:
    """What Babel knows of a language; the pseudo-locale writes as English does."""
    return Locale.parse(ENGLISH if tag == PSEUDO else tag, sep="-")
