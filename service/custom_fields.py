"""Stores custom fields, and validates the values that spaces set."""

from typing import cast

from pydantic import JsonValue
from pydantic_core import from_json
from sqlalchemy import Connection, select
from werkzeug.exceptions import BadRequest, Conflict

from contract.authoring.custom_fields import VALUE_MAX
from service.storage.documents import Fields, find_fields, serialize_document
from service.tables.content import custom_field, custom_value

SELECTS = ("select:single", "select:multi")

# From the public API description 0.91.0; the contract only limits the number of options.
OPTION_LONGEST = 40
"""Longest option in characters."""


def find_custom_field(connection: Connection, organization_id: str, name: str) -> Fields:
    """Return the fields of a custom field. Raises NotFound."""
    missing = "No custom field of this organization has this name."
    return find_fields(connection, custom_field, missing, organization=organization_id, name=name)


def custom_field_json(organization_id: str, fields: Fields) -> str:
    urls = {"location": f"/v1/orgs/{organization_id}/custom-fields/{fields['name']}"}
    return serialize_document(fields, {"urls": urls}, permissions="field")


def validate_options(fields: Fields) -> None:
    """Raise BadRequest for a select without options, for options of any other type, and for repeated options."""
    options = cast("list[str] | None", fields.get("options"))
    if options is None:
        if fields["type"] in SELECTS:
            raise BadRequest(f"options: are required for the type {fields['type']}.")
        return
    if fields["type"] not in SELECTS:
        raise BadRequest(f"options: are not for the type {fields['type']}.")
    if not all(0 < len(option) <= OPTION_LONGEST for option in options):
        raise BadRequest(f"options: each has 1 to {OPTION_LONGEST} characters.")
    if len(set(options)) < len(options):
        raise BadRequest("options: two are the same.")


def validate_used_options(connection: Connection, fields: Fields) -> None:
    """Raise Conflict when a space has a value that is no longer an option."""
    rows = select(custom_value.c.space, custom_value.c.value).where(custom_value.c.custom_field == fields["id"])
    options = cast("list[str]", fields["options"])
    for row in connection.execute(rows.order_by(custom_value.c.space)):
        value: str | list[str] = from_json(row.value)
        missed = [each for each in ([value] if isinstance(value, str) else value) if each not in options]
        if missed:
            raise Conflict(f"options: the space {row.space} has the value “{missed[0]}”. Give it another one first.")


# The contract doesn't say which values fit which type; docs/guide/service-custom-fields.md documents our choice.
def value_error_message(field: Fields, value: JsonValue) -> str | None:
    """Describe an invalid value as the end of a sentence; return None for a valid one."""
    kind, options = str(field["type"]), cast("list[str]", field.get("options", []))
    fits, wanted = {
        "text": (isinstance(value, str), "is a text"),
        "number": (isinstance(value, int | float) and not isinstance(value, bool), "is a number"),
        "boolean": (isinstance(value, bool), "is true or false"),
        "tags": (isinstance(value, list), "is a list of texts"),
        "select:single": (value in options, f"is one of {', '.join(options)}"),
        "select:multi": (_is_among(value, options), f"is a list out of {', '.join(options)}"),
    }[kind]
    if not fits:
        return wanted
    if not isinstance(value, list):
        return None
    texts = cast("list[str]", value)
    if kind == "tags" and not all(0 < len(tag) <= VALUE_MAX for tag in texts):
        return f"each of its texts has 1 to {VALUE_MAX} characters"
    return "has something twice" if len(set(texts)) < len(texts) else None


def _is_among(value: JsonValue, options: list[str]) -> bool:
    return isinstance(value, list) and all(each in options for each in value)
