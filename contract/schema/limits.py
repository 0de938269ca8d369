"""Reads a field's limits from its model's JSON Schema, for forms."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]

_PLAIN = {
    "minLength": "min_length",
    "maxLength": "max_length",
    "pattern": "pattern",
    "minItems": "min_items",
    "maxItems": "max_items",
    "minimum": "minimum",
    "maximum": "maximum",
    "format": "format",
    "default": "when_absent",
}


@dataclass(frozen=True)
class FieldLimits:
    """The limits of a field.

    `kinds` are its JSON Schema types except null, for which there is `nullable`. Lengths are in characters. `choices`
    are the allowed values, `open_choices` the known values of an open enumeration. `when_absent` is the value that the
    API assumes when the field is left out. `item` has the limits of each array entry or map value.
    """

    kinds: tuple[str, ...] = ()
    required: bool = False
    nullable: bool = False
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    min_items: int | None = None
    max_items: int | None = None
    minimum: int | float | None = None
    maximum: int | float | None = None
    format: str | None = None
    choices: tuple[str, ...] = ()
    open_choices: tuple[str, ...] = ()
    when_absent: str | bool | None = None
    item: "FieldLimits | None" = None


@cache
def _model_schema(model: type[BaseModel]) -> Schema:
    return model.model_json_schema()


def _resolve_reference(node: Schema, root: Schema) -> Schema:
    while "$ref" in node:
        node = {**root["$defs"][node["$ref"].rsplit("/", 1)[1]], **{k: v for k, v in node.items() if k != "$ref"}}
    return node


def _list_variants(node: Schema, root: Schema) -> Iterator[Schema]:
    resolved = _resolve_reference(node, root)
    if "anyOf" not in resolved:
        yield resolved
        return
    shared = {name: value for name, value in resolved.items() if name != "anyOf"}
    for variant in resolved["anyOf"]:
        yield from _list_variants({**shared, **variant}, root)


def _variant_limits(node: Schema, root: Schema) -> dict[str, Any]:
    found = {ours: node[theirs] for theirs, ours in _PLAIN.items() if theirs in node}
    if "const" in node:
        # pydantic gives a constant itself as default; absence of the field still has no meaning.
        found = {"choices": (node["const"],)}
    if "enum" in node:
        found["choices"] = tuple(node["enum"])
    if "x-known-values" in node:
        found["open_choices"] = tuple(node["x-known-values"])
    entries = node.get("items", node.get("additionalProperties"))
    if isinstance(entries, dict):
        found["item"] = _node_limits(entries, root)
    return found


def _node_limits(node: Schema, root: Schema) -> FieldLimits:
    kinds: list[str] = []
    found: dict[str, Any] = {}
    nullable = False
    for variant in _list_variants(node, root):
        if variant.get("type") == "null":
            nullable = True
            continue
        kinds.append(variant.get("type", "any"))
        found.update(_variant_limits(variant, root))
    return FieldLimits(kinds=tuple(dict.fromkeys(kinds)), nullable=nullable, **found)


def _find_property(node: Schema, name: str, root: Schema) -> tuple[Schema, bool]:
    for variant in _list_variants(node, root):
        if name in variant.get("properties", {}):
            return variant["properties"][name], name in variant.get("required", [])
    raise KeyError(name)


@cache
def field_limits(model: type[BaseModel], field: str) -> FieldLimits:
    """Return the limits of a field; a dotted name reaches into objects (`position.before`). Raises KeyError."""
    root = _model_schema(model)
    node, required = root, True
    for name in field.split("."):
        node, required = _find_property(node, name, root)
    return replace(_node_limits(node, root), required=required)
