"""Messages about invalid fields, and validation of open enumerations in requests."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import cast

from pydantic import BaseModel, JsonValue, ValidationError
from werkzeug.exceptions import BadRequest

MAX_LENGTH = 280
"""Longest message in characters; clients show it in a line or two."""

_WORDS = {
    "extra_forbidden": "is not known here",
    "missing": "is required",
}

_KINDS = frozenset({"str", "int", "float", "bool", "dict", "list", "none", "constrained-str"})
"""Kinds of value that pydantic adds to the location of an error in a union, as in `spaces.str`."""

KNOWN_VALUES = "x-known-values"
"""Key of the values of an open enumeration in the contract's JSON Schema."""

Schema = dict[str, JsonValue]


def invalid_fields_message(error: ValidationError, model: type[BaseModel]) -> str:
    """List the invalid fields with their errors, as many as fit."""
    passed_over = _KINDS | _model_names(model)
    found: dict[str, dict[str, bool]] = {}
    for detail in error.errors(include_url=False, include_input=False):
        words = _WORDS.get(detail["type"], detail["msg"].removeprefix("Value error, "))
        found.setdefault(_field_name(detail["loc"], passed_over), {})[words] = detail["type"].endswith("_type")
    return shorten_value("; ".join(f"{place}: {_join_causes(words)}" for place, words in found.items()))


def _join_causes(words: Mapping[str, bool]) -> str:
    of_its_kind = [each for each, is_of_another in words.items() if not is_of_another]
    return ", or ".join(of_its_kind or words)


def shorten_value(message: str) -> str:
    return message if len(message) <= MAX_LENGTH else message[: MAX_LENGTH - 1] + "…"


@cache
def _model_names(model: type[BaseModel]) -> frozenset[str]:
    return frozenset(model.model_json_schema().get("$defs", ()))


def _field_name(parts: tuple[int | str, ...], passed_over: frozenset[str]) -> str:
    named = [part for part in parts if isinstance(part, int) or (_is_name(part) and part not in passed_over)]
    return ".".join(str(part)[:60] for part in named) or "body"


def _is_name(part: str) -> bool:
    return part.isprintable() and "[" not in part


def validate_known_values(read: BaseModel) -> None:
    """Raise BadRequest for an unknown value of an open enumeration."""
    schema = _model_schema(type(read))
    if schema is None:
        return
    for place, value, known in _unknown_values(read.model_dump(mode="json"), schema, schema, "body"):
        raise BadRequest(f"{place}: is one of {', '.join(known)}, not {value:.60}")


@cache
def _model_schema(model: type[BaseModel]) -> Schema | None:
    schema = model.model_json_schema()
    return schema if KNOWN_VALUES in str(schema) else None


def _unknown_values(value: JsonValue, schema: Schema, root: Schema, place: str) -> Iterator[tuple[str, str, list[str]]]:
    schema = _resolve_reference(schema, root)
    if isinstance(value, dict):
        properties = cast("dict[str, Schema]", schema.get("properties", {}))
        for name in properties.keys() & value.keys():
            yield from _unknown_values(value[name], properties[name], root, name)
    elif isinstance(value, list):
        for item in value:
            yield from _unknown_values(item, cast("Schema", schema.get("items", {})), root, place)
    elif isinstance(value, str) and KNOWN_VALUES in schema:
        known = cast("list[str]", schema[KNOWN_VALUES])
        if value not in known:
            yield place, value, known


def _resolve_reference(schema: Schema, root: Schema) -> Schema:
    if "$ref" in schema:
        name = str(schema["$ref"]).removeprefix("#/$defs/")
        return cast("dict[str, Schema]", root["$defs"])[name]
    kinds = [_resolve_reference(kind, root) for kind in cast("list[Schema]", schema.get("anyOf", []))]
    return next((kind for kind in kinds if KNOWN_VALUES in kind or "properties" in kind), schema)
