"""Translations in words, and whether a person may edit them."""

from contextlib import suppress
from dataclasses import dataclass

from flask import g
from pydantic import MISSING

from blueprints.translations.coverage_reads import line_of
from contract.publishing.translations import TranslationSettings
from contract.schema.fields import Moment, value_or_none
from i18n import gettext
from masthead.store.errors import StoreError
from masthead.web.forms.languages import join_language_names, unique_codes
from masthead.web.frame.organization import has_permission
from masthead.web.frame.templating import date
from masthead.web.person.portal import portal

CREATE_CONTENT = "createContent"
"""The permission of the organization to create and delete translations."""


@dataclass(frozen=True, slots=True)
class TranslationFacts:
    """A translation in words. A text is empty if the API doesn't report it."""

    id: str
    name: str
    languages: str
    language_count: int
    created: str
    changed: str
    may_edit: bool


def facts_of(translation: TranslationSettings) -> TranslationFacts:
    """Convert a translation for display."""
    return TranslationFacts(
        translation.id,
        name_of(translation),
        _languages(translation),
        len(_codes(translation)),
        _day(translation.createdAt),
        _day(translation.updatedAt),
        may_edit(translation),
    )


def name_of(translation: TranslationSettings) -> str:
    """The title, or the id."""
    return translation.title.strip() or translation.id


def may_edit(translation: TranslationSettings) -> bool:
    """Whether the translation's own permissions allow edits, or else the organization's."""
    permissions = value_or_none(translation.permissions)
    own = permissions.edit if permissions is not None else MISSING
    return has_permission(CREATE_CONTENT) if own is MISSING else own


def wanted(translation: TranslationSettings) -> str:
    """Wanted languages and missing ones, in words."""
    with suppress(StoreError):
        line = line_of(translation, portal().store.wanted_languages.for_organization(g.organization.id))
        if not line.wanted:
            return gettext("No languages selected yet.")
        missing = join_language_names(line.missing)
        return (
            gettext("%(wanted)s. Missing: %(missing)s", wanted=join_language_names(line.wanted), missing=missing)
            if missing
            else gettext("%(wanted)s", wanted=join_language_names(line.wanted))
        )
    return gettext("Not known: Masthead can't read its own records now.")


def _languages(translation: TranslationSettings) -> str:
    return "" if translation.languages is MISSING else join_language_names(_codes(translation)) or gettext("None yet")


def _codes(translation: TranslationSettings) -> list[str]:
    return unique_codes(map(str, value_or_none(translation.languages) or ()))


def _day(moment: Moment | MISSING) -> str:
    return "" if moment is MISSING else date(moment)
