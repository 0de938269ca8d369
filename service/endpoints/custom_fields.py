"""An organization's custom fields: listing, creation, update and deletion. Also their values in a space."""

from typing import Any, cast

from pydantic import JsonValue
from sqlalchemy import Select, and_, bindparam, delete, insert, select, update
from werkzeug.exceptions import BadRequest, Conflict

from contract.authoring import custom_fields
from contract.schema.endpoint import ListQuery
from service.custom_fields import (
    custom_field_json,
    find_custom_field,
    validate_options,
    validate_used_options,
    value_error_message,
)
from service.http.paging import build_listing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.identity.organizations import find_role
from service.permissions import permissions_json
from service.storage.documents import Fields, array_json, as_json, create_id, extend_json, parse_fields, render_document
from service.tables.content import custom_field, custom_value

group = RouteGroup(__name__)

LISTING = build_listing("custom fields", custom_field, "organization")

_OF_SPACE = and_(custom_value.c.custom_field == custom_field.c.id, custom_value.c.space == bindparam("space"))

_VALUES: Select[Any] = (
    select(custom_field.c.document, custom_value.c.value)
    .outerjoin(custom_value, _OF_SPACE)
    .where(custom_field.c.organization == bindparam("organization"))
    .order_by(custom_field.c.number)
)


@group.serves(custom_fields.LIST_CUSTOM_FIELDS)
def list_custom_fields(call: RequestContext, query: ListQuery) -> str:
    """List the custom fields of the organization, oldest first."""
    return LISTING.page(call, query, {"organization": call.organization})


@group.serves(custom_fields.CREATE_CUSTOM_FIELD, conflicts=True)
def create_custom_field(call: RequestContext, body: custom_fields.CustomFieldCreate) -> str:
    """Create a custom field for all spaces of the organization; a select needs options."""
    of_name = select(custom_field.c.id).where(custom_field.c.organization == call.organization)
    if call.connection.scalar(of_name.where(custom_field.c.name == body.name)) is not None:
        raise Conflict("name: another custom field of the organization has it.")
    moments: Fields = {"createdAt": call.now, "updatedAt": call.now}
    words: Fields = {"title": "", "description": "", "placeholder": ""}
    fields = {"id": create_id("field"), **words, **body.model_dump(), **moments}
    validate_options(fields)
    document = custom_field_json(call.organization, fields)
    row = {"id": fields["id"], "organization": call.organization, "name": body.name, "document": document}
    call.connection.execute(insert(custom_field).values(row))
    return document


@group.serves(custom_fields.GET_CUSTOM_FIELD)
def get_custom_field(call: RequestContext, name: str) -> str:
    """Return the custom field."""
    fields = find_custom_field(call.connection, call.organization, name)
    return custom_field_json(call.organization, fields)


@group.serves(custom_fields.UPDATE_CUSTOM_FIELD, conflicts=True)
def update_custom_field(call: RequestContext, name: str, body: custom_fields.CustomFieldUpdate) -> str:
    """Update the given fields. An option that a space uses can't be removed."""
    fields = find_custom_field(call.connection, call.organization, name)
    given = body.model_dump()
    if given:
        fields |= given | {"updatedAt": call.now}
    if "options" in given:
        validate_options(fields)
        validate_used_options(call.connection, fields)
    document = custom_field_json(call.organization, fields)
    own = update(custom_field).where(custom_field.c.id == fields["id"])
    call.connection.execute(own.values(document=document))
    return document


@group.serves(custom_fields.DELETE_CUSTOM_FIELD)
def delete_custom_field(call: RequestContext, name: str) -> None:
    """Delete a custom field and its values in all spaces."""
    fields = find_custom_field(call.connection, call.organization, name)
    call.connection.execute(delete(custom_field).where(custom_field.c.id == fields["id"]))


@group.serves(custom_fields.GET_CUSTOM_FIELD_VALUES)
def get_custom_field_values(call: RequestContext, space_id: str) -> str:
    """List all custom fields of the organization, with their values in the space."""
    rows = call.connection.execute(_VALUES, {"space": space_id, "organization": call.organization})
    values = (
        extend_json("{}", customField=row.document, **({} if row.value is None else {"value": row.value}))
        for row in rows
    )
    # Permissions on a field come from the role in the organization, which may differ from the role in the space.
    role = find_role(call.connection, call.person, call.organization)
    return render_document(array_json(values), call.base, permissions_json(role))


@group.serves(custom_fields.UPDATE_CUSTOM_FIELD_VALUES)
def update_custom_field_values(
    call: RequestContext, space_id: str, body: custom_fields.CustomFieldValuesUpdate
) -> None:
    """Set the given values, all or none. Null, or an entry without a value, clears a value."""
    given = {name: cast("JsonValue", entry.get("value")) for name, entry in body.model_dump()["values"].items()}
    fields = _fields_by_name(call)
    _validate_values(fields, given)
    ids = {name: fields[name]["id"] for name in given}
    cleared = delete(custom_value).where(custom_value.c.space == space_id)
    call.connection.execute(cleared.where(custom_value.c.custom_field.in_(ids.values())))
    rows = [
        {"space": space_id, "custom_field": ids[name], "value": as_json(value)}
        for name, value in given.items()
        if value is not None
    ]
    if rows:
        call.connection.execute(insert(custom_value), rows)


def _fields_by_name(call: RequestContext) -> dict[str, Fields]:
    rows = select(custom_field.c.name, custom_field.c.document).where(custom_field.c.organization == call.organization)
    return {row.name: parse_fields(row.document) for row in call.connection.execute(rows)}


def _validate_values(fields: dict[str, Fields], given: dict[str, JsonValue]) -> None:
    for name, value in given.items():
        if name not in fields:
            raise BadRequest(f"values.{name:.60}: the organization has no custom field of this name.")
        wrong = None if value is None else value_error_message(fields[name], value)
        if wrong is not None:
            raise BadRequest(f"values.{name}.value: {wrong}.")
