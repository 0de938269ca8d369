"""Languages by name, in the language of whoever reads the page."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from flask import g, request

ENGLISH = "en"
LETTERS_OF_A_SCRIPT = 4


def readers_language() -> str:
    """The tag of the first language that the browser asks for and whose names are known; English otherwise."""
    if "readers_language" not in g:
        g.readers_language = next((tag for tag in _asked() if _locale(tag)), ENGLISH)
    return str(g.readers_language)


def language_name(code: str) -> str:
    """What people call the language of a code of the API; the code as it is where nobody has a name for it."""
    return _name(code, readers_language())


def by_name(codes: Iterable[str]) -> list[tuple[str, str]]:
    """Codes with their names, each once, in the order of the names."""
    language = readers_language()
    named = ((code, _name(code, language)) for code in dict.fromkeys(codes))
    return sorted(named, key=lambda each: (each[1].casefold(), each[0]))


def names_listed(codes: Iterable[str]) -> str:
    """The names of languages with commas between them, in the order given."""
    language = readers_language()
    return ", ".join(_name(code, language) for code in codes)


def _asked() -> Iterator[str]:
    """What the browser asks for, the dearest first: a tag alone, then the language of it."""
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
def _name(code: str, language: str) -> str:
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
