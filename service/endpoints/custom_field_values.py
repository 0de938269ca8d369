"""The values that a space has for the custom fields of its organization."""

from typing import Any, cast

from pydantic import JsonValue
from sqlalchemy import Select, and_, bindparam, delete, insert, select
from werkzeug.exceptions import BadRequest

from contract.authoring.custom_fields import (
    GET_CUSTOM_FIELD_VALUES,
    GROUP,
    UPDATE_CUSTOM_FIELD_VALUES,
    CustomFieldValuesUpdate,
)
from service.custom_fields.values import find_error
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.identity.people import role_in
from service.permissions import permissions_of
from service.storage.documents import Fields, extended, fields_of, render, text
from service.tables.custom_fields import custom_field, custom_value

group = RouteGroup(GROUP, __name__)

_OF_SPACE = and_(custom_value.c.custom_field == custom_field.c.id, custom_value.c.space == bindparam("space"))

ROWS: Select[Any] = (
    select(custom_field.c.document, custom_value.c.value)
    .outerjoin(custom_value, _OF_SPACE)
    .where(custom_field.c.organization == bindparam("organization"))
    .order_by(custom_field.c.number)
)


@group.serves(GET_CUSTOM_FIELD_VALUES)
def get_custom_field_values(call: RequestContext, space_id: str) -> str:
    """Every custom field of the organization, each with the value of the space if it has one."""
    rows = call.connection.execute(ROWS, {"space": space_id, "organization": call.organization})
    values = (
        extended("{}", customField=row.document, **({} if row.value is None else {"value": row.value})) for row in rows
    )
    # A field is changed in the organization, where the caller may have another role than in the space.
    role = role_in(call.connection, call.person, call.organization)
    return render(f"[{','.join(values)}]", call.base, permissions_of(role))


@group.serves(UPDATE_CUSTOM_FIELD_VALUES)
def update_custom_field_values(call: RequestContext, space_id: str, body: CustomFieldValuesUpdate) -> None:
    """Set the values that are given, all or none of them; null, or an entry without a value, clears one."""
    given = {name: cast("JsonValue", entry.get("value")) for name, entry in body.model_dump()["values"].items()}
    fields = _fields(call)
    _check(fields, given)
    ids = {name: fields[name]["id"] for name in given}
    cleared = delete(custom_value).where(custom_value.c.space == space_id)
    call.connection.execute(cleared.where(custom_value.c.custom_field.in_(ids.values())))
    rows = [
        {"space": space_id, "custom_field": ids[name], "value": text(value)}
        for name, value in given.items()
        if value is not None
    ]
    if rows:
        call.connection.execute(insert(custom_value), rows)


def _fields(call: RequestContext) -> dict[str, Fields]:
    """The custom fields of the organization by name."""
    rows = select(custom_field.c.name, custom_field.c.document).where(custom_field.c.organization == call.organization)
    return {row.name: fields_of(row.document) for row in call.connection.execute(rows)}


def _check(fields: dict[str, Fields], given: dict[str, JsonValue]) -> None:
    for name, value in given.items():
        if name not in fields:
            raise BadRequest(f"values.{name:.60}: the organization has no custom field of this name.")
        wrong = None if value is None else find_error(fields[name], value)
        if wrong is not None:
            raise BadRequest(f"values.{name}.value: {wrong}.")
