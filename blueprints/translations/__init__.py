"""Translations, and which of the wanted languages they cover."""

from blueprints.translations import coverage, views
from blueprints.translations.coverage import OwnWantedForm, WantedForm
from blueprints.translations.views import NewTranslationForm, TranslationForm
from contract.publishing.translations import CREATE_TRANSLATION, DELETE_TRANSLATION, REPLACE_TRANSLATION
from masthead.i18n import N_
from masthead.web.frame.navigation import CONTENT, CREATE, FILE, Destination
from masthead.web.places import Place, RecordedChange, entry_page

TRANSLATIONS = entry_page("translations.index")

PLACE = Place(
    blueprints=(views.blueprint, coverage.blueprint),
    group=CONTENT,
    area=Destination(N_("Translations"), "translations.index", "translate", N_("languages, localization, i18n")),
    changes={
        CREATE_TRANSLATION.name: RecordedChange(TRANSLATIONS, (NewTranslationForm,)),
        REPLACE_TRANSLATION.name: RecordedChange(entry_page("translations.show", "translation_id"), (TranslationForm,)),
        DELETE_TRANSLATION.name: RecordedChange(TRANSLATIONS, (TranslationForm,), forget=views.delete_languages),
    },
    drafts={
        "translations.create": (N_("New translation"), NewTranslationForm),
        "translations.update": (N_("Translation"), TranslationForm),
        "coverage.save": (N_("Wanted languages"), WantedForm),
        "coverage.save_own": (N_("Wanted languages of a translation"), OwnWantedForm),
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
