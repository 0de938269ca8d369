"""Translation settings of an organization."""

from sqlalchemy import delete, insert, select, update

from contract.publishing.translations import (
    CREATE_TRANSLATION,
    DELETE_TRANSLATION,
    GET_TRANSLATION,
    LIST_TRANSLATIONS,
    REPLACE_TRANSLATION,
    TranslationSettingsCreate,
    TranslationSettingsReplace,
)
from contract.schema.listing import ListQuery
from service.http.paging import owned_listing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.storage.documents import Fields, fields_of, find_row, new_id
from service.tables.sites import translation_settings
from service.translations import translation_json

group = RouteGroup(__name__)

FIRST_LANGUAGES = ("en",)
"""Of settings that nobody has chosen languages for; the API has no way to choose them."""

LISTING = owned_listing("translations", translation_settings, "organization")


@group.serves(LIST_TRANSLATIONS)
def list_translations(call: RequestContext, organization_id: str, query: ListQuery) -> str:
    """The translation settings of the organization, in the order in which they were made."""
    return call.render(LISTING.page(call, query, {"organization": organization_id}))


@group.serves(CREATE_TRANSLATION)
def create_translation(call: RequestContext, organization_id: str, body: TranslationSettingsCreate) -> str:
    """Make translation settings, with English as their only language."""
    fields: Fields = {"id": new_id("translation"), "title": body.title, "languages": [*FIRST_LANGUAGES]}
    document = translation_json(organization_id, {**fields, "createdAt": call.now, "updatedAt": call.now})
    row = {"id": fields["id"], "organization": organization_id, "document": document}
    call.connection.execute(insert(translation_settings).values(row))
    return call.render(document)


@group.serves(GET_TRANSLATION)
def get_translation(call: RequestContext, organization_id: str, translation_settings_id: str) -> str:
    """The translation settings."""
    return call.render(_document(call, organization_id, translation_settings_id))


@group.serves(REPLACE_TRANSLATION)
def replace_translation(
    call: RequestContext, organization_id: str, translation_settings_id: str, body: TranslationSettingsReplace
) -> str:
    """Give the translation settings another title; the languages stay."""
    fields = fields_of(_document(call, organization_id, translation_settings_id))
    document = translation_json(organization_id, {**fields, "title": body.title, "updatedAt": call.now})
    own = update(translation_settings).where(translation_settings.c.id == translation_settings_id)
    call.connection.execute(own.values(document=document))
    return call.render(document)


@group.serves(DELETE_TRANSLATION)
def delete_translation(call: RequestContext, organization_id: str, translation_settings_id: str) -> None:
    """Delete the translation settings."""
    _document(call, organization_id, translation_settings_id)
    call.connection.execute(delete(translation_settings).where(translation_settings.c.id == translation_settings_id))


def _document(call: RequestContext, organization_id: str, translation_settings_id: str) -> str:
    rows = select(translation_settings.c.document).where(
        translation_settings.c.organization == organization_id, translation_settings.c.id == translation_settings_id
    )
    return str(find_row(call.connection, rows, "No translation settings of this organization have this id.").document)
