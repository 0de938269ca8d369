"""Translation settings of an organization: a title, and languages that no call sets."""

from contract.publishing.translations import (
    CREATE_TRANSLATION,
    DELETE_TRANSLATION,
    GET_TRANSLATION,
    LIST_TRANSLATIONS,
    REPLACE_TRANSLATION,
)
from resources.resource import Endpoints, Resource

TRANSLATION = Resource(
    kind="translation",
    one="translation",
    many="translations",
    name="title",
    endpoints=Endpoints(
        LIST_TRANSLATIONS, CREATE_TRANSLATION, GET_TRANSLATION, REPLACE_TRANSLATION, DELETE_TRANSLATION
    ),
    undo_create=(
        "The translation is deleted, and the languages that it has are lost. "
        "What happens to translated pages that are published, the service does not say."
    ),
    undo_delete=(
        "A new translation is made, with the same title and another id. "
        "The languages that it had do not come back: the API has no call that sets them."
    ),
    without={
        "lookup": "The API lists all of them, so the directory need not keep any.",
    },
)
