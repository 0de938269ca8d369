"""Builds files with the scripts' translated texts, which pages load before the scripts."""

import json
from collections.abc import Iterator, Mapping
from gettext import NullTranslations
from pathlib import Path

from babel.messages.extract import DEFAULT_KEYWORDS, extract

from masthead.i18n import ENGLISH, LANGUAGES, locale_of

SCRIPTS = ("*.js", "structure/*.js")
NUMBERS = (*range(200), 1_000, 1_000_000)
"""They include a number of each plural form of each language."""
Message = str | tuple[str, ...]


def build_text_files(static: Path) -> dict[str, bytes]:
    """Build a file for each language except English; return the contents by file name.

    The files are scripts themselves, so other scripts needn't wait for them to load.
    """
    messages = sorted({*messages_of(static)}, key=str)
    return {
        f"texts/{tag}.js": _assignment(translate_messages(messages, tag, translations))
        for tag, translations in LANGUAGES.items()
        if tag != ENGLISH
    }


def messages_of(static: Path) -> Iterator[Message]:
    """Extract the marked messages; a message with a count is a pair of singular and plural."""
    for pattern in SCRIPTS:
        for script in static.glob(pattern):
            with script.open("rb") as text:
                yield from (message for _, message, *_ in extract("javascript", text, DEFAULT_KEYWORDS))


def translate_messages(
    messages: list[Message], tag: str, translations: NullTranslations
) -> dict[str, str | dict[str, str]]:
    """Return the translations by English message; plural forms by category of `Intl.PluralRules`.

    The catalog's plural rule isn't used, because a browser would have to evaluate an expression.
    """
    kind_of = locale_of(tag).plural_form
    texts: dict[str, str | dict[str, str]] = {}
    for each in messages:
        if isinstance(each, str):
            texts[each] = translations.gettext(each)
        else:
            texts[each[0]] = {kind_of(n): translations.ngettext(each[0], each[1], n) for n in NUMBERS}
    return texts


def _assignment(texts: Mapping[str, object]) -> bytes:
    return f"window.translations = {json.dumps(texts, ensure_ascii=False, separators=(',', ':'))};".encode()
