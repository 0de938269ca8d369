"""Writes the custom fields of an organization of the demo world, and the values of its spaces."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, insert

from service.custom_fields.repository import custom_field_document
from service.storage.documents import text
from service.tables.custom_fields import custom_field, custom_value


def add_demo_custom_fields(connection: Connection, organization_id: str, given: Iterable[Mapping[str, Any]]) -> None:
    """`given` are the fields of a data file, with the `values` of spaces by their ids."""
    for field in given:
        fields = {name: value for name, value in field.items() if name != "values"}
        own = {"id": f"field_{field['name']}", "placeholder": "", **fields, "updatedAt": field["createdAt"]}
        row = {"id": own["id"], "organization": organization_id, "name": field["name"]}
        document = custom_field_document(organization_id, own)
        connection.execute(insert(custom_field).values(**row, document=document))
        for space_id, value in field["values"].items():
            kept = {"space": space_id, "custom_field": own["id"], "value": text(value)}
            connection.execute(insert(custom_value).values(kept))
