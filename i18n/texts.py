"""Texts go through `gettext`: in English they stay as they are written, a catalog replaces them."""

from functools import lru_cache
from gettext import NullTranslations

from i18n.catalogs import catalogs
from i18n.formats import format_number
from i18n.languages import CURRENT, ENGLISH, PSEUDO
from i18n.pseudo import Pseudo

LANGUAGES: dict[str, NullTranslations] = {ENGLISH: NullTranslations(), PSEUDO: Pseudo(), **dict(catalogs())}
"""By their BCP 47 tags. `en-XA` is English that looks foreign, to try pages with."""


def gettext(message: str, /, **values: object) -> str:
    """The text in the current language, with `values` for `%(name)s`. Without values, `%` stands for itself."""
    text = LANGUAGES[CURRENT.get()].gettext(message)
    return text % values if values else text


def ngettext(singular: str, plural: str, n: int, /, **values: object) -> str:
    """Like `gettext`, with the form that this number takes; `%(n)s` is the number itself, as `1,000`."""
    text = LANGUAGES[CURRENT.get()].ngettext(singular, plural, n)
    return text % {**values, "n": format_number(n)}


def N_(message: str, /) -> str:  # noqa: N802 - the name that extraction and translators know
    """The text as it is: a constant that is translated where it is shown, by `gettext(constant)`."""
    return message


@lru_cache(512)
def in_each_language(message: str, /) -> frozenset[str]:
    """The text in every language: what is kept has that of whoever wrote it, so code looks for any of them."""
    return frozenset(each.gettext(message) for each in LANGUAGES.values())


def use_language(tag: str) -> None:
    """Make it the current language, of this thread. Raises KeyError for one of which there are no texts."""
    LANGUAGES[tag]
    CURRENT.set(tag)
