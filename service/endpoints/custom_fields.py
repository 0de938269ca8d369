"""The fields that an organization defines for its spaces: listing, creation, settings, deletion."""

from sqlalchemy import bindparam, delete, insert, select, update
from werkzeug.exceptions import Conflict

from contract.authoring.custom_fields import (
    CREATE_CUSTOM_FIELD,
    DELETE_CUSTOM_FIELD,
    GET_CUSTOM_FIELD,
    GROUP,
    LIST_CUSTOM_FIELDS,
    UPDATE_CUSTOM_FIELD,
    CustomFieldCreate,
    CustomFieldUpdate,
)
from contract.schema.listing import ListQuery
from service.custom_fields.repository import (
    check_options,
    check_options_in_use,
    custom_field_document,
    custom_field_fields,
)
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.storage.documents import Fields
from service.storage.ids import new_id
from service.tables.custom_fields import custom_field

group = RouteGroup(GROUP, __name__)

LISTING = PagedListing(
    "custom fields",
    select(custom_field.c.document).where(custom_field.c.organization == bindparam("organization")),
    [custom_field.c.number],
)


@group.serves(LIST_CUSTOM_FIELDS)
def list_custom_fields(call: RequestContext, organization_id: str, query: ListQuery) -> str:
    """The custom fields of the organization, in the order in which they were made."""
    return call.render(LISTING.page(call, query, {"organization": organization_id}))


@group.serves(CREATE_CUSTOM_FIELD, conflicts=True)
def create_custom_field(call: RequestContext, organization_id: str, body: CustomFieldCreate) -> str:
    """Make a field for all spaces of the organization; a select has options to choose from."""
    of_name = select(custom_field.c.id).where(custom_field.c.organization == organization_id)
    if call.connection.scalar(of_name.where(custom_field.c.name == body.name)) is not None:
        raise Conflict("name: another custom field of the organization has it.")
    moments: Fields = {"createdAt": call.now, "updatedAt": call.now}
    words: Fields = {"title": "", "description": "", "placeholder": ""}
    fields = {"id": new_id("field"), **words, **body.model_dump(), **moments}
    check_options(fields)
    document = custom_field_document(organization_id, fields)
    row = {"id": fields["id"], "organization": organization_id, "name": body.name, "document": document}
    call.connection.execute(insert(custom_field).values(row))
    return call.render(document)


@group.serves(GET_CUSTOM_FIELD)
def get_custom_field(call: RequestContext, organization_id: str, name: str) -> str:
    """The custom field."""
    fields = custom_field_fields(call.connection, organization_id, name)
    return call.render(custom_field_document(organization_id, fields))


@group.serves(UPDATE_CUSTOM_FIELD, conflicts=True)
def update_custom_field(call: RequestContext, organization_id: str, name: str, body: CustomFieldUpdate) -> str:
    """Change what is given. An option that a space has chosen cannot be taken away."""
    fields = custom_field_fields(call.connection, organization_id, name)
    given = body.model_dump()
    if given:
        fields |= given | {"updatedAt": call.now}
    if "options" in given:
        check_options(fields)
        check_options_in_use(call.connection, fields)
    document = custom_field_document(organization_id, fields)
    own = update(custom_field).where(custom_field.c.id == fields["id"])
    call.connection.execute(own.values(document=document))
    return call.render(document)


@group.serves(DELETE_CUSTOM_FIELD)
def delete_custom_field(call: RequestContext, organization_id: str, name: str) -> None:
    """Delete the field, and the values that spaces have for it."""
    fields = custom_field_fields(call.connection, organization_id, name)
    call.connection.execute(delete(custom_field).where(custom_field.c.id == fields["id"]))
