"""Translation settings of an organization."""

from sqlalchemy import delete, insert, select, update

from contract.publishing import translations
from contract.schema.endpoint import ListQuery
from service.http.paging import build_listing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.storage.documents import Fields, create_id, find_row, parse_fields
from service.tables.sites import translation_settings
from service.translations import translation_json

group = RouteGroup(__name__)

FIRST_LANGUAGES = ("en",)
"""Languages of new settings; the API has no way to choose them."""

LISTING = build_listing("translations", translation_settings, "organization")


@group.serves(translations.LIST_TRANSLATIONS)
def list_translations(call: RequestContext, query: ListQuery) -> str:
    """List the translation settings of the organization, oldest first."""
    return LISTING.page(call, query, {"organization": call.organization})


@group.serves(translations.CREATE_TRANSLATION)
def create_translation(call: RequestContext, body: translations.TranslationSettingsCreate) -> str:
    """Create translation settings with English as their only language."""
    fields: Fields = {"id": create_id("translation"), "title": body.title, "languages": [*FIRST_LANGUAGES]}
    document = translation_json(call.organization, {**fields, "createdAt": call.now, "updatedAt": call.now})
    row = {"id": fields["id"], "organization": call.organization, "document": document}
    call.connection.execute(insert(translation_settings).values(row))
    return document


@group.serves(translations.GET_TRANSLATION)
def get_translation(call: RequestContext, translation_settings_id: str) -> str:
    """Return the translation settings."""
    return _find_json(call, translation_settings_id)


@group.serves(translations.REPLACE_TRANSLATION)
def replace_translation(
    call: RequestContext,
    translation_settings_id: str,
    body: translations.TranslationSettingsReplace,
) -> str:
    """Change the title; the languages stay."""
    fields = parse_fields(_find_json(call, translation_settings_id))
    document = translation_json(call.organization, {**fields, "title": body.title, "updatedAt": call.now})
    own = update(translation_settings).where(translation_settings.c.id == translation_settings_id)
    call.connection.execute(own.values(document=document))
    return document


@group.serves(translations.DELETE_TRANSLATION)
def delete_translation(call: RequestContext, translation_settings_id: str) -> None:
    """Delete the translation settings."""
    _find_json(call, translation_settings_id)
    call.connection.execute(delete(translation_settings).where(translation_settings.c.id == translation_settings_id))


def _find_json(call: RequestContext, translation_settings_id: str) -> str:
    rows = select(translation_settings.c.document).where(
        translation_settings.c.organization == call.organization, translation_settings.c.id == translation_settings_id
    )
    return str(find_row(call.connection, rows, "No translation settings of this organization have this id.").document)
