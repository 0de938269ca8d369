"""Translations, and the coverage of wanted languages."""

from flask import url_for

from blueprints.translations import coverage, views
from blueprints.translations.coverage import OwnWantedForm, WantedForm
from blueprints.translations.views import NewTranslationForm, TranslationForm
from contract.publishing.translations import CREATE_TRANSLATION, DELETE_TRANSLATION, REPLACE_TRANSLATION
from i18n import N_
from masthead.store.entries import Entry
from masthead.web.frame.destinations import CREATE, FILE, PUBLISH, Destination
from masthead.web.places import Place, RecordedChange


def _translations(entry: Entry) -> str:
    return url_for("translations.index", organization_id=entry.intent.organization)


def _translation(entry: Entry) -> str:
    organization, own = entry.intent.organization, entry.intent.subject.id
    return url_for("translations.show", organization_id=organization, translation_id=own)


PLACE = Place(
    blueprints=(views.blueprint, coverage.blueprint),
    group=PUBLISH,
    area=Destination(N_("Translations"), "translations.index", "translate", N_("languages, localization, i18n")),
    changes={
        CREATE_TRANSLATION.name: RecordedChange(_translations, (NewTranslationForm,)),
        REPLACE_TRANSLATION.name: RecordedChange(_translation, (TranslationForm,)),
        DELETE_TRANSLATION.name: RecordedChange(_translations, (TranslationForm,), forget=views.forget),
    },
    drafts={
        "translations.create": N_("New translation"),
        "translations.update": N_("Translation"),
        "coverage.keep": N_("Wanted languages"),
        "coverage.keep_own": N_("Wanted languages of a translation"),
    },
    draft_forms={
        "translations.create": (NewTranslationForm,),
        "translations.update": (TranslationForm,),
        "coverage.keep": (WantedForm,),
        "coverage.keep_own": (OwnWantedForm,),
    },
    destinations=(
        Destination(
            N_("New translation"),
            "translations.new",
            "plus-lg",
            N_("add translation, create translation, add language"),
            CREATE,
            "createContent",
        ),
        Destination(
            N_("Language coverage"), "coverage.show", "translate", N_("missing languages, gaps, translation status")
        ),
        Destination(N_("Wanted languages"), "coverage.choose", "translate", N_("required languages, choose languages")),
        Destination(N_("Language coverage as CSV"), "coverage.export", "download", N_("csv, export coverage"), FILE),
    ),
)
