"""Texts that a person reads, in the language of who reads them. It knows no request, so that every room can use it."""

from i18n.formats import locale_of
from i18n.pseudo import Pseudo
from i18n.texts import ENGLISH, LANGUAGES, N_, PSEUDO, gettext, in_each_language, language, ngettext, use_language

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "N_",
    "PSEUDO",
    "Pseudo",
    "gettext",
    "in_each_language",
    "language",
    "locale_of",
    "ngettext",
    "use_language",
]
