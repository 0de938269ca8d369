"""Declares translations of an organization. No call sets their languages."""

from contract.publishing.translations import (
    CREATE_TRANSLATION,
    DELETE_TRANSLATION,
    GET_TRANSLATION,
    LIST_TRANSLATIONS,
    REPLACE_TRANSLATION,
)
from masthead.i18n import N_
from masthead.resources.resource import Endpoints, Resource

TRANSLATION = Resource(
    kind="translation",
    one=N_("translation"),
    many=N_("translations"),
    name="title",
    endpoints=Endpoints(
        LIST_TRANSLATIONS, CREATE_TRANSLATION, GET_TRANSLATION, REPLACE_TRANSLATION, DELETE_TRANSLATION
    ),
    undo_create=N_(
        "Masthead deletes the translation, and its languages are lost. Published pages in these languages may go with "
        "it."
    ),
    undo_delete=N_("Masthead creates a new translation with the same title. Its languages don't come back."),
    without={
        "lookup": "The API lists all of them, so the directory need not keep any.",
    },
)
