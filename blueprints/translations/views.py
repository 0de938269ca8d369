"""Translations: list, create, look at, rename, delete; what the API cannot change of them is said beside it."""

from contextlib import suppress

from flask import g, url_for
from pydantic import MISSING

import resources
from blueprints.translations.coverage_reads import line_of
from blueprints.translations.forms import TITLE, NewTranslationForm, TranslationForm
from contract.fields import Moment
from contract.translations import (
    CREATE_TRANSLATION,
    DELETE_TRANSLATION,
    GET_TRANSLATION,
    LIST_TRANSLATIONS,
    REPLACE_TRANSLATION,
    TranslationSettings,
)
from store import StoreError
from web.crud.resource import Fact, PlainResource, ResourceCalls, ResourceWords
from web.crud.views import crud
from web.forms.language_choice import each_once
from web.forms.language_names import names_listed, readers_language
from web.pages.templating import date
from web.person.portal import portal

FIXED = "The API has no call that changes the languages, so it cannot be done here."
NONE = "None yet"
TEACHING = (
    "A translation says what is translated and into which languages. "
    "Create one by its title. Its languages are up to the service: the API has no call that changes them."
)
UNDOING = (
    "The languages that it has are lost: undoing makes a translation with the same title, "
    "another id and none of these languages."
)
PUBLISHED = (
    "What happens to translated pages that are published, the service does not say. "
    "Look at them there before you delete it."
)
DELETING = (UNDOING, PUBLISHED, "The list of languages that are wanted of it, noted in Masthead, goes with it.")


def languages(translation: TranslationSettings) -> str:
    """The languages that are there, by name; nothing where the service does not tell."""
    found = translation.languages
    return "" if found is MISSING else names_listed(each_once(map(str, found))) or NONE


def wanted(translation: TranslationSettings) -> str:
    """What is wanted of it, and what of that is missing."""
    with suppress(StoreError):
        line = line_of(translation, portal().store.wanted_languages.of(g.organization.id))
        if not line.wanted:
            return "Nobody has noted which languages are wanted."
        missing = names_listed(line.missing)
        return f"{names_listed(line.wanted)}{f'. Missing: {missing}' if missing else ''}"
    return "Not known now: the portal cannot read its own records."


def _day(moment: Moment | MISSING) -> str:
    return "" if moment is MISSING else date(moment).replace(" ", "\N{NO-BREAK SPACE}")


def _ways(ids: tuple[str, ...]) -> list[tuple[str, str]]:
    if len(ids) == 1:
        return [("Language coverage", url_for("coverage.show", organization_id=ids[0]))]
    return [("Wanted languages", url_for("coverage.choose_own", organization_id=ids[0], translation_id=ids[1]))]


TRANSLATION_PAGES = PlainResource(
    place="translations",
    own_id="translation_id",
    words=ResourceWords(
        one="translation",
        many="translations",
        name=TITLE,
        icon="translate",
        lead="What the service translates, and into which languages.",
        none=TEACHING,
        new="It has a title, and the languages that the service gives it: the API has no call that chooses them.",
        deleting=DELETING,
    ),
    calls=ResourceCalls(
        LIST_TRANSLATIONS, CREATE_TRANSLATION, GET_TRANSLATION, REPLACE_TRANSLATION, DELETE_TRANSLATION
    ),
    name="title",
    facts=(
        Fact("Languages", languages, listed=True, lang=readers_language, fixed=FIXED),
        Fact("Wanted", wanted),
        Fact("Created", lambda each: _day(each.createdAt)),
        Fact("Changed", lambda each: _day(each.updatedAt), listed=True),
    ),
    new_form=NewTranslationForm,
    form=TranslationForm,
    values=resources.TRANSLATION.settings_of,
    permission="createContent",
)


def forget(ids: tuple[str, ...]) -> None:
    """Drop what is noted of one that was deleted. Raises StoreError."""
    portal().store.wanted_languages.drop(*ids)


blueprint = crud(TRANSLATION_PAGES, ways=_ways, forget=forget)
