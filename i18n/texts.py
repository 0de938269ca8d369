"""Translates texts. English texts are the keys of the catalogs."""

import re
from collections.abc import Mapping
from gettext import NullTranslations

from i18n.catalogs import Pseudo, catalogs
from i18n.formats import format_number
from i18n.languages import CURRENT, ENGLISH, PSEUDO

LANGUAGES: dict[str, NullTranslations] = {ENGLISH: NullTranslations(), PSEUDO: Pseudo(), **dict(catalogs())}
"""Translations by BCP 47 tag. `en-XA` is the pseudo-locale for testing pages."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")
_ISOLATES = dict.fromkeys(range(0x2066, 0x206A))
_PAIR = re.compile("[\u2066-\u2068][^\u2066-\u2069]*\u2069")


def isolate(values: Mapping[str, object]) -> dict[str, object]:
    """Isolate right-to-left values, so that they don't reorder the words around them."""
    return {name: _isolated(value) if isinstance(value, str) else value for name, value in values.items()}


def _isolated(text: str) -> str:
    if text.isascii() or not _RIGHT_TO_LEFT.search(text) or hasattr(text, "__html__"):  # elements are isolated by CSS
        return text
    rest, pairs = text, 1
    while pairs:
        rest, pairs = _PAIR.subn("", rest)
    # Unpaired isolates in the text would end ours.
    return f"\u2068{text if rest == rest.translate(_ISOLATES) else text.translate(_ISOLATES)}\u2069"


def gettext(message: str, /, **values: object) -> str:
    """Translate a text and insert `values` for `%(name)s`. Without values, `%` is literal."""
    text = LANGUAGES[CURRENT.get()].gettext(message)
    return text % isolate(values) if values else text


def ngettext(singular: str, plural: str, n: int, /, **values: object) -> str:
    """Like `gettext`, in the plural form for `n`; `%(n)s` is the formatted number, such as `1,000`."""
    text = LANGUAGES[CURRENT.get()].ngettext(singular, plural, n)
    return text % {**isolate(values), "n": format_number(n)}


def N_(message: str, /) -> str:  # noqa: N802 - the name that extraction and translators know
    """Mark a constant for extraction. It is translated where it is shown, by `gettext(constant)`."""
    return message


def use_language(tag: str) -> None:
    """Set the language of the current thread. Raises KeyError if there is no such language."""
    LANGUAGES[tag]
    CURRENT.set(tag)
