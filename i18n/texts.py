"""Texts go through `gettext`: in English they stay as they are written, a catalog replaces them."""

from contextvars import ContextVar
from functools import lru_cache
from gettext import NullTranslations

from i18n.pseudo import Pseudo

ENGLISH, PSEUDO = "en", "en-XA"
LANGUAGES: dict[str, NullTranslations] = {ENGLISH: NullTranslations(), PSEUDO: Pseudo()}
"""By their BCP 47 tags. `en-XA` is English that looks foreign, to try pages with."""
_LANGUAGE: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""A thread that is started with a copy of the context reads and writes the language of who started it."""


def gettext(message: str, /, **values: object) -> str:
    """The text in the current language, with `values` for `%(name)s`. Without values, `%` stands for itself."""
    text = LANGUAGES[_LANGUAGE.get()].gettext(message)
    return text % values if values else text


def ngettext(singular: str, plural: str, n: int, /, **values: object) -> str:
    """Like `gettext`, with the form that this number takes; `%(n)s` is the number itself, as `1,000`."""
    text = LANGUAGES[_LANGUAGE.get()].ngettext(singular, plural, n)
    return text % {**values, "n": f"{n:,}"}


def N_(message: str, /) -> str:  # noqa: N802 - the name that extraction and translators know
    """The text as it is: a constant that is translated where it is shown, by `gettext(constant)`."""
    return message


@lru_cache(512)
def in_each_language(message: str, /) -> frozenset[str]:
    """The text in every language: what is kept has that of whoever wrote it, so code looks for any of them."""
    return frozenset(each.gettext(message) for each in LANGUAGES.values())


def language() -> str:
    """The tag of the current language."""
    return _LANGUAGE.get()


def use_language(tag: str) -> None:
    """Make it the current language, of this thread. Raises KeyError for one of which there are no texts."""
    LANGUAGES[tag]
    _LANGUAGE.set(tag)
