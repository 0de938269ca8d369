"""Texts go through `gettext`: in English they stay as they are written, a catalog replaces them."""

import re
from collections.abc import Mapping
from gettext import NullTranslations

from i18n.catalogs import Pseudo, catalogs
from i18n.formats import format_number
from i18n.languages import CURRENT, ENGLISH, PSEUDO

LANGUAGES: dict[str, NullTranslations] = {ENGLISH: NullTranslations(), PSEUDO: Pseudo(), **dict(catalogs())}
"""By their BCP 47 tags. `en-XA` is English that looks foreign, to try pages with."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")
_ISOLATES = dict.fromkeys(range(0x2066, 0x206A))
_PAIR = re.compile("[\u2066-\u2068][^\u2066-\u2069]*\u2069")


def isolate(values: Mapping[str, object]) -> dict[str, object]:
    """Values of a text, so that one that is read from right to left leaves the words around it in their order."""
    return {name: _isolated(value) if isinstance(value, str) else value for name, value in values.items()}


def _isolated(text: str) -> str:
    if text.isascii() or not _RIGHT_TO_LEFT.search(text) or hasattr(text, "__html__"):  # elements are isolated by CSS
        return text
    rest, pairs = text, 1
    while pairs:
        rest, pairs = _PAIR.subn("", rest)
    # One without its pair would end ours.
    return f"\u2068{text if rest == rest.translate(_ISOLATES) else text.translate(_ISOLATES)}\u2069"


def gettext(message: str, /, **values: object) -> str:
    """The text in the current language, with `values` for `%(name)s`. Without values, `%` stands for itself."""
    text = LANGUAGES[CURRENT.get()].gettext(message)
    return text % isolate(values) if values else text


def ngettext(singular: str, plural: str, n: int, /, **values: object) -> str:
    """Like `gettext`, with the form that this number takes; `%(n)s` is the number itself, as `1,000`."""
    text = LANGUAGES[CURRENT.get()].ngettext(singular, plural, n)
    return text % {**isolate(values), "n": format_number(n)}


def N_(message: str, /) -> str:  # noqa: N802 - the name that extraction and translators know
    """The text as it is: a constant that is translated where it is shown, by `gettext(constant)`."""
    return message


def use_language(tag: str) -> None:
    """Set the language of the current thread. Raises KeyError if it has no texts."""
    LANGUAGES[tag]
    CURRENT.set(tag)
