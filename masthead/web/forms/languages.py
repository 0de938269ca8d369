"""Language names in the reader's language, and a field for lists of languages."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from babel import Locale, UnknownLocaleError
from flask import g, request
from pydantic import MISSING
from wtforms import ValidationError

from contract.publishing.translations import LANGUAGES
from masthead.i18n import ENGLISH, N_, gettext, language, locale_of, sort_key
from masthead.web.forms.fields import WireField

LETTERS_OF_A_SCRIPT = 4


def reader_language() -> str:
    """Return the tag of the page's language or, if that is English, of the browser's first one known to Babel.

    English is the default, so readers may not have chosen it.
    """
    if locale_of(language()).language != ENGLISH:
        return language()
    if "reader_language" not in g:
        g.reader_language = next((tag for tag in _browser_language_tags() if _locale_of(tag)), ENGLISH)
    return str(g.reader_language)


def language_name(code: str) -> str:
    """Return a language's name, or its code if it has no name."""
    return _display_name(code, reader_language())


def languages_by_name(codes: Iterable[str]) -> list[tuple[str, str]]:
    """Return each code once with its name, sorted by name."""
    reader = reader_language()
    named = ((code, _display_name(code, reader)) for code in dict.fromkeys(codes))
    return sorted(named, key=lambda each: (sort_key(each[1]), each[0]))


def join_language_names(codes: Iterable[str]) -> str:
    reader = reader_language()
    return ", ".join(_display_name(code, reader) for code in codes)


def _browser_language_tags() -> Iterator[str]:
    for tag in request.accept_languages.values():
        yield tag
        yield tag.partition("-")[0]


@lru_cache(maxsize=500)
def _locale_of(tag: str) -> Locale | None:
    try:
        return Locale.parse(tag, sep="-")
    except (ValueError, TypeError, UnknownLocaleError):
        return None


@lru_cache(maxsize=5000)
def _display_name(code: str, language: str) -> str:
    reader = _locale_of(language)
    if reader is None:
        return code
    first, *others = code.replace("_", "-").split("-")
    # A region has two letters, a script has four.
    parts = [first.lower(), *(each.upper() if len(each) < LETTERS_OF_A_SCRIPT else each.title() for each in others)]
    # Prefer a name of the whole code: "Brazilian Portuguese" is more familiar than "Portuguese (Brazil)".
    name = reader.languages.get("_".join(parts))
    if name is None and (spoken := _locale_of("-".join(parts))) and spoken.territory == parts[-1]:
        name = spoken.get_display_name(reader)
    return name or code


OWN, OTHERWISE = "own", "all"
CODE = r"[A-Za-z0-9]+([_-][A-Za-z0-9]+)*"
SHAPE = N_("A code has letters, digits and hyphens, such as pt-br.")
AMBIGUOUS = N_("You selected languages, but not “A list of its own”. Select it, or clear the languages.")


class Languages(WireField):
    """A list of language codes, with the contract's languages first.

    `otherwise` is the label of an additional choice whose value is null, meaning no list of its own. `typed` contains
    the typed codes.
    """

    kind = "languages"
    blank = (MISSING, [])
    between = re.compile(r"[\s,;]+")
    typed = ""
    ticked: tuple[str, ...] = ()
    chosen = OWN

    def __init__(self, label: str, *, otherwise: str = "", **options: Any) -> None:
        super().__init__(label, **options)
        self.otherwise = gettext(otherwise)

    def process_data(self, value: Any) -> None:
        self.chosen = OTHERWISE if self.otherwise and value is None else OWN
        self.data = [] if value is MISSING or value is None else list(value)
        self.ticked, self.typed = tuple(self.data), ""

    def process_inputs(self, formdata: Any) -> None:
        """Read the selected codes, the typed ones (`<name>-other`) and the choice (`<name>-is`)."""
        self.typed = formdata.get(f"{self.name}-other", "")
        self.chosen = formdata.get(f"{self.name}-is", OWN) if self.otherwise else OWN
        self.ticked = tuple(formdata.getlist(self.name))
        self.data = sort_languages([*self.ticked, *(code for code in self.between.split(self.typed) if code)])

    @property
    def offered(self) -> list[tuple[str, str]]:
        """Return the options by name, both known and selected languages."""
        return languages_by_name([*LANGUAGES, *self.ticked])

    @property
    def wire(self) -> Any:
        """Return the selected codes. None means no list of its own."""
        return None if self.chosen == OTHERWISE else self.data

    def pre_validate(self, _form: Any) -> None:
        wrong = [code for code in self.data if not re.fullmatch(CODE, code)]
        if wrong:
            raise ValidationError(
                gettext(
                    "%(code)s: not a language code. %(shape)s",
                    code=", ".join(f"“{code}”" for code in wrong),
                    shape=gettext(SHAPE),
                )
            )
        if self.wire is None and self.saved is None and self.data:
            raise ValidationError(gettext(AMBIGUOUS))

    def display_value(self, value: Any) -> str:
        if value is None and self.otherwise:
            return f"“{self.otherwise}”"
        return join_language_names(value) if isinstance(value, list) and value else "none"


def sort_languages(codes: Iterable[str]) -> list[str]:
    """Return each language once, spelled as in the contract, with known languages first."""
    known = {code.casefold(): place for place, code in enumerate(LANGUAGES)}
    wanted = {language_key(code): code for code in codes}
    written = [LANGUAGES[known[key]] if key in known else code for key, code in wanted.items()]
    return sorted(written, key=lambda code: known.get(code.casefold(), len(known)))


def unique_codes(codes: Iterable[str]) -> list[str]:
    """Return each language once, in the spelling that comes first."""
    found: dict[str, str] = {}
    for code in codes:
        found.setdefault(language_key(code), code)
    return [*found.values()]


@lru_cache(maxsize=5000)
def language_key(code: str) -> str:
    """Return the same key for all spellings of a language code, such as `pt_BR` and `pt-br`."""
    return code.casefold().replace("_", "-")
