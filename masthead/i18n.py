"""Translates texts, formats numbers and dates, and sorts, in the reader's language.

Independent of requests, so every package can use it.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from datetime import date, datetime, time
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel import Locale, dates, lists, numbers

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


ENGLISH_DATE, ENGLISH_TIME = "d MMM y", {"short": "HH:mm", "medium": "HH:mm:ss"}
"""English formats of docs/guide/style.md. Babel's would be American."""
WEEK_IS_LONG = 1.5
"""An age below 1.5 units is given in the next smaller unit, so that "1 year" doesn't follow "15 months"."""
CACHE_SIZE = 4096
"""Babel takes longer than the rest of a row, and rows share many values."""


def format_number(number: float, decimals: int = 0) -> str:
    """Format a number: `1,000`, `1,234.5`."""
    return _number_label(number, decimals, language())


def format_date(day: date) -> str:
    """Format a date: `3 Apr 2023`."""
    return _date_label(day.year, day.month, day.day, language())


def format_time(at: datetime, *, seconds: bool = False) -> str:
    """Format a time: `14:05`, `14:05:30`."""
    return _time_label(at.hour, at.minute, at.second if seconds else None, language())


def format_moment(at: datetime) -> str:
    """Format a date and time: `3 Apr 2023, 14:05`."""
    together = str(locale_of(language()).datetime_formats["medium"])
    return together.format(format_time(at), format_date(at))


def format_age(seconds: float) -> str:
    """Format an age: `40 seconds ago`, `3 hours ago`."""
    return _age_label(round(seconds), language())


def join_and(words: Sequence[str]) -> str:
    """Join all items: `Ada, Grace, and Lin`; empty for none."""
    return str(lists.format_list(words, locale=locale_of(language())))


def join_some(words: Sequence[str], most: int) -> str:
    """Join up to `most` items, the last of which may count the rest: `Ada, Grace, and 3 more`."""
    more = len(words) - most + 1
    return join_and(words if more <= 1 else [*words[: most - 1], ngettext("%(n)s more", "%(n)s more", more)])


def join_or(words: Sequence[str]) -> str:
    """Join alternatives: `Admin or Creator`; empty for none."""
    return str(lists.format_list(words, "or", locale=locale_of(language())))


@lru_cache(CACHE_SIZE)
def _age_label(seconds: int, tag: str) -> str:
    locale = locale_of(tag)
    return str(dates.format_timedelta(-seconds, add_direction=True, locale=locale, threshold=WEEK_IS_LONG))


@lru_cache(CACHE_SIZE)
def _number_label(number: float, decimals: int, tag: str) -> str:
    pattern = "#,##0." + decimals * "0" if decimals else None
    return str(numbers.format_decimal(number, pattern, locale=locale_of(tag)))


@lru_cache(CACHE_SIZE)
def _date_label(year: int, month: int, day: int, tag: str) -> str:
    locale = locale_of(tag)
    pattern = ENGLISH_DATE if locale.language == ENGLISH else "medium"
    return str(dates.format_date(date(year, month, day), pattern, locale=locale))


@lru_cache(CACHE_SIZE)
def _time_label(hour: int, minute: int, second: int | None, tag: str) -> str:
    locale = locale_of(tag)
    length = "short" if second is None else "medium"
    pattern = ENGLISH_TIME[length] if locale.language == ENGLISH else length
    return str(dates.format_time(time(hour, minute, second or 0), pattern, locale=locale))


CATALOGS = Path(__file__).parent / "catalogs"
COMPILED = "*/LC_MESSAGES/messages.mo"


class Catalog(GNUTranslations):
    """The catalog of one language. Missing texts stay English."""

    def gettext(self, message: str) -> str:
        """Translate a text. An empty one stays empty: its translation would be the catalog's header."""
        return super().gettext(message) if message else ""


def list_compiled_catalogs(folder: Path = CATALOGS) -> list[Path]:
    """List the compiled catalogs for all languages."""
    return sorted(folder.glob(COMPILED))


def load_catalogs(folder: Path = CATALOGS) -> Iterator[tuple[str, Catalog]]:
    """Yield catalogs by BCP 47 tag; `pt-BR` is in the folder `pt_BR`. Raises OSError for a broken file."""
    for file in list_compiled_catalogs(folder):
        with file.open("rb") as content:
            yield file.parents[1].name.replace("_", "-"), Catalog(content)


GROWTH = 0.4
"""Growth of short English texts in German or Finnish."""
PLACEHOLDERS = re.compile(r"(%\(\w+\)s|%%|<[^>]*>|&#?\w+;)")
"""Placeholders and markup."""
ACCENTS = str.maketrans("AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz", "ÅåÇçÐðÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž")
VOWELS = set("aeiouyAEIOUY")


class Pseudo(NullTranslations):
    """A pseudo-locale. Accents, longer vowels and brackets reveal texts that are untranslated or cut off."""

    def gettext(self, message: str) -> str:
        """Transform a text, except for placeholders, elements and entities."""
        written, owed = "", 0.0
        for part in PLACEHOLDERS.split(message):
            if PLACEHOLDERS.fullmatch(part):
                written += part
                continue
            for letter in part:
                owed += GROWTH
                more = int(owed) if letter in VOWELS else 0
                owed -= more
                written += letter.translate(ACCENTS) * (1 + more)
        return f"⟦{written}{'~' * round(owed)}⟧" if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Transform the singular or plural, following the English rule."""
        return self.gettext(msgid1 if n == 1 else msgid2)


LANGUAGES: dict[str, NullTranslations] = {ENGLISH: NullTranslations(), PSEUDO: Pseudo(), **dict(load_catalogs())}
"""Translations by BCP 47 tag. `en-XA` is the pseudo-locale for testing pages."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")
_ISOLATES = dict.fromkeys(range(0x2066, 0x206A))
_PAIR = re.compile("[\u2066-\u2068][^\u2066-\u2069]*\u2069")


def isolate_values(values: Mapping[str, object]) -> dict[str, object]:
    """Isolate right-to-left values, so that they don't reorder the words around them."""
    return {name: _isolate_text(value) if isinstance(value, str) else value for name, value in values.items()}


def _isolate_text(text: str) -> str:
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
    return text % isolate_values(values) if values else text


def ngettext(singular: str, plural: str, n: int, /, **values: object) -> str:
    """Translate like `gettext`, in the plural form for `n`; `%(n)s` is the formatted number, such as `1,000`."""
    text = LANGUAGES[CURRENT.get()].ngettext(singular, plural, n)
    return text % {**isolate_values(values), "n": format_number(n)}


def N_(message: str, /) -> str:  # noqa: N802 - the name that extraction and translators know
    """Mark a constant for extraction. It is translated by `gettext(constant)` where it is shown."""
    return message


def use_language(tag: str) -> None:
    """Set the current thread's language. Raises KeyError if there is no such language."""
    LANGUAGES[tag]
    CURRENT.set(tag)


_BASIC_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"})  # noqa: RUF001
"""Letters without a Unicode decomposition."""
_LETTERS = {
    **dict.fromkeys(("da", "nb", "nn", "no"), "zæøå"),
    **dict.fromkeys(("fi", "sv"), "zåäö"),
    "es": "nñ",
    "pl": "aą cć eę lł nń oó sś zźż",
    "tr": "cç gğ hı oö sş uü",  # noqa: RUF001
}
"""Letters and the separate letters that follow them, by language (CLDR). Babel has no collation."""
_LAST_LETTER = "\U0003134a"


def fold_text(text: str) -> str:
    """Remove case, accents and invisible characters, whatever the Unicode normalization."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold()).translate(_BASIC_LETTERS)
    return unicodedata.normalize("NFC", "".join(sign for sign in parts if not _is_ignored(sign)))


def _is_ignored(sign: str) -> bool:
    # Classes of accents, and of Hebrew and Arabic vowels. Other classes distinguish letters.
    accent = unicodedata.combining(sign)
    return accent >= 200 or 10 <= accent <= 36 or unicodedata.category(sign) == "Cf"  # noqa: PLR2004


def has_words(words: str, *texts: str) -> bool:
    """True if each of the words is in at least one of the texts."""
    within = fold_text("\n".join(texts))
    return all(word in within for word in fold_text(words).split())


SUFFIXES = re.compile(r"(?<=[^\W\d_]{4})(?:ments?|ings?|ations?|ers?|ies|ied|es|ed|e|y|(?<!s)s)$")
DOUBLED = re.compile(r"([b-df-hjkmnp-rtv-z])\1$")


@lru_cache(CACHE_SIZE)
def stem(word: str) -> str:
    """Return the stem that an English word shares with related ones: `ship` for `shipping` and `shipments`.

    It has at least three letters. Words in other languages may stay whole.
    """
    return DOUBLED.sub(r"\1", SUFFIXES.sub("", fold_text(word)))


def sort_key(text: str) -> tuple[str, str, str]:
    """Return a key that sorts punctuation, numbers (1, 2, 10), then letters, ignoring case and as the language does."""
    plain = exact = unicodedata.normalize("NFC", text).casefold()
    for letters in _LETTERS.get(language().partition("-")[0], "").split():
        for place, letter in enumerate(letters[1:]):
            plain = plain.replace(letter, f"{letters[0]}{_LAST_LETTER}{place}")
    return re.sub(r"\d+", _number_key, re.sub(r"[^\w\s]|_", r"!\g<0>", fold_text(plain))), exact, text


def _number_key(found: re.Match[str]) -> str:
    digits = "".join(str(unicodedata.decimal(digit)) for digit in found[0]).lstrip("0")
    return f"0{chr(len(digits))}{digits}"
