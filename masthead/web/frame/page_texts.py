"""Texts in templates: `{{ _("…") }}` is a plain text, `{% trans %}…{% endtrans %}` may have elements in it."""

from functools import lru_cache

from flask import Flask
from markupsafe import Markup, escape

import i18n

MAX_MESSAGES = 8192


def text(message: str, /, **values: object) -> str:
    """A text, escaped where it is shown; so are its values, but for those that are HTML."""
    return escape(i18n.gettext(message)) % i18n.isolate(values) if values else i18n.gettext(message)


def markup(message: str, /, **values: object) -> Markup:
    """A text in which templates wrote HTML, with values that are escaped."""
    translated = _markup(i18n.language(), message)
    return translated % i18n.isolate(values) if values else _alone(translated)


def markup_of_number(singular: str, plural: str, number: int, /, **values: object) -> Markup:
    """Like `markup`, with the form that this number takes; `{{ n }}` is the number itself, as `1,000`."""
    translations = i18n.LANGUAGES[i18n.language()]
    written = Markup(translations.ngettext(singular, plural, number))  # noqa: S704
    return written % {**i18n.isolate(values), "n": i18n.format_number(number)}


@lru_cache(MAX_MESSAGES)
def _markup(language: str, message: str) -> Markup:
    return Markup(i18n.LANGUAGES[language].gettext(message))  # noqa: S704 - of a template or a catalog, never of a person


@lru_cache(MAX_MESSAGES)
def _alone(translated: Markup) -> Markup:
    return translated % {}  # Jinja doubles each per cent sign


def init_app(app: Flask) -> None:
    """Give templates the names that Jinja's extension compiles `trans` to."""
    app.jinja_env.globals.update({"_": text, "gettext": markup, "ngettext": markup_of_number})
    app.jinja_env.globals["language"] = i18n.language
