"""Languages by name, in the language of whoever reads the page."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from flask import g, request

from i18n import ENGLISH, language, locale_of, sort_key

LETTERS_OF_A_SCRIPT = 4


def reader_language() -> str:
    """Return the tag of the page's language; on an English page the browser's first language that Babel knows.

    English is the default and may not be what readers chose.
    """
    if locale_of(language()).language != ENGLISH:
        return language()
    if "reader_language" not in g:
        g.reader_language = next((tag for tag in _accepted_tags() if _locale(tag)), ENGLISH)
    return str(g.reader_language)


def language_name(code: str) -> str:
    """Name the language of a code; the code itself if it has no name."""
    return _display_name(code, reader_language())


def languages_by_name(codes: Iterable[str]) -> list[tuple[str, str]]:
    """Return each code once with its name, in the order of the names."""
    reader = reader_language()
    named = ((code, _display_name(code, reader)) for code in dict.fromkeys(codes))
    return sorted(named, key=lambda each: (sort_key(each[1]), each[0]))


def join_language_names(codes: Iterable[str]) -> str:
    reader = reader_language()
    return ", ".join(_display_name(code, reader) for code in codes)


def _accepted_tags() -> Iterator[str]:
    for tag in request.accept_languages.values():
        yield tag
        yield tag.partition("-")[0]


@lru_cache(maxsize=500)
def _locale(tag: str) -> Locale | None:
    try:
        return Locale.parse(tag, sep="-")
    except (ValueError, TypeError, UnknownLocaleError):
        return None


@lru_cache(maxsize=5000)
def _display_name(code: str, language: str) -> str:
    reader = _locale(language)
    if reader is None:
        return code
    first, *others = code.replace("_", "-").split("-")
    # A region has two letters, a script four.
    parts = [first.lower(), *(each.upper() if len(each) < LETTERS_OF_A_SCRIPT else each.title() for each in others)]
    # As one language first: a reader of English knows "Brazilian Portuguese" better than "Portuguese (Brazil)".
    name = reader.languages.get("_".join(parts))
    if name is None and (spoken := _locale("-".join(parts))) and spoken.territory == parts[-1]:
        name = spoken.get_display_name(reader)
    return name or code
