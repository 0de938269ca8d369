"""Translations, and how far they cover the languages that are wanted."""

from blueprints.translations import coverage, views
from web.pages.destinations import Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint, coverage.blueprint),
    area=Destination("Translations", "translations.index", "translate", "languages, localization, i18n"),
)
