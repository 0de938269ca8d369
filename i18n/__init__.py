"""Texts, numbers and dates in the reader's language. It knows no request, so every package can use it."""

from i18n.catalogs import Pseudo, compiled
from i18n.collation import fold_text, has_words, sort_key
from i18n.formats import format_age, format_date, format_moment, format_number, format_time, join_and, join_or
from i18n.languages import ENGLISH, PSEUDO, language, locale_of
from i18n.texts import LANGUAGES, N_, gettext, isolate, ngettext, use_language

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "N_",
    "PSEUDO",
    "Pseudo",
    "compiled",
    "fold_text",
    "format_age",
    "format_date",
    "format_moment",
    "format_number",
    "format_time",
    "gettext",
    "has_words",
    "isolate",
    "join_and",
    "join_or",
    "language",
    "locale_of",
    "ngettext",
    "sort_key",
    "use_language",
]
