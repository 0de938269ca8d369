"""Open enumerations: an answer may hold values that nobody knows yet, a request to us may not."""

from collections.abc import Iterator
from functools import cache
from typing import cast

from pydantic import BaseModel, JsonValue
from werkzeug.exceptions import BadRequest

KNOWN_VALUES = "x-known-values"
"""Where the contract's JSON Schema lists the values of an open enumeration."""

Schema = dict[str, JsonValue]


def refuse_unknown_values(read: BaseModel) -> None:
    """400 when a field of an open enumeration holds an unknown value."""
    schema = _schema(type(read))
    if schema is None:
        return
    for place, value, known in _unknown_values(read.model_dump(mode="json"), schema, schema, "body"):
        raise BadRequest(f"{place}: is one of {', '.join(known)}, not {value:.60}")


@cache
def _schema(model: type[BaseModel]) -> Schema | None:
    schema = model.model_json_schema()
    return schema if KNOWN_VALUES in str(schema) else None


def _unknown_values(value: JsonValue, schema: Schema, root: Schema, place: str) -> Iterator[tuple[str, str, list[str]]]:
    schema = _resolved(schema, root)
    if isinstance(value, dict):
        properties = cast("dict[str, Schema]", schema.get("properties", {}))
        for name in properties.keys() & value.keys():
            yield from _unknown_values(value[name], properties[name], root, name)
    elif isinstance(value, list):
        for held in value:
            yield from _unknown_values(held, cast("Schema", schema.get("items", {})), root, place)
    elif isinstance(value, str) and KNOWN_VALUES in schema:
        known = cast("list[str]", schema[KNOWN_VALUES])
        if value not in known:
            yield place, value, known


def _resolved(schema: Schema, root: Schema) -> Schema:
    """The schema, the one it refers to, or of several kinds the one with known values."""
    if "$ref" in schema:
        name = str(schema["$ref"]).removeprefix("#/$defs/")
        return cast("dict[str, Schema]", root["$defs"])[name]
    kinds = [_resolved(kind, root) for kind in cast("list[Schema]", schema.get("anyOf", []))]
    return next((kind for kind in kinds if KNOWN_VALUES in kind or "properties" in kind), schema)
