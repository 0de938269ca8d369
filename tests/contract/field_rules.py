"""What is said of a field, in one form for the documented endpoints and for the declared ones."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

LIMITS = ("minLength", "maxLength", "pattern", "minItems", "maxItems", "minimum", "maximum")


@dataclass(frozen=True)
class FieldRules:
    """Kinds are the document's words: string, uri, enum, number, boolean, object, map, array of string."""

    kinds: frozenset[str]
    required: bool
    nullable: bool = False
    limits: dict[str, Any] = field(default_factory=dict)
    choices: tuple[str, ...] = ()
    when_absent: str | bool | None = None
    fields: dict[str, "FieldRules"] = field(default_factory=dict)


def rules_of_model(model: type[BaseModel]) -> dict[str, FieldRules]:
    """What a model's JSON Schema says of each field."""
    root = model.model_json_schema()
    return _told_by_object(root, root)


def variants(node: dict[str, Any], root: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schemas of which a value meets one, references followed."""
    if "$ref" in node:
        node = {**root["$defs"][node["$ref"].removeprefix("#/$defs/")], **node}
    if "anyOf" not in node:
        yield node
    for variant in node.get("anyOf", []):
        yield from variants(variant, root)


def _told_by_object(node: dict[str, Any], root: dict[str, Any]) -> dict[str, FieldRules]:
    required = node.get("required", [])
    return {name: _told(said, name in required, root) for name, said in node.get("properties", {}).items()}


def _told(node: dict[str, Any], required: bool, root: dict[str, Any]) -> FieldRules:  # noqa: FBT001 - as JSON Schema has it
    shapes = [shape for shape in variants(node, root) if shape.get("type") != "null"]
    limits: dict[str, Any] = {}
    fields: dict[str, FieldRules] = {}
    for shape in shapes:
        limits |= {name: shape[name] for name in LIMITS if name in shape}
        fields |= _told_by_object(_values(shape, root) or shape, root)
    return FieldRules(
        kinds=frozenset(_kind(shape, root) for shape in shapes),
        required=required,
        nullable=len(shapes) < len(list(variants(node, root))),
        limits=limits,
        choices=next((_choices(shape) for shape in shapes if _choices(shape)), ()),
        when_absent=node.get("default"),
        fields=fields,
    )


def _values(shape: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    """What a map holds; empty where it is no map, or where its inside is open."""
    values = shape.get("additionalProperties")
    held = next(variants(values, root)) if isinstance(values, dict) else {}
    return held if "type" in held else {}


def _choices(shape: dict[str, Any]) -> tuple[str, ...]:
    return (shape["const"],) if "const" in shape else tuple(shape.get("enum", ()))


def _kind(shape: dict[str, Any], root: dict[str, Any]) -> str:
    kind = str(shape["type"])
    if _choices(shape) or "x-known-values" in shape:
        return "enum"
    if kind == "array":
        return "array of " + "|".join(sorted(_kind(each, root) for each in variants(shape["items"], root)))
    if kind == "object" and _values(shape, root):
        return "map"
    if kind == "string" and shape.get("format") == "uri":
        return "uri"
    return "number" if kind == "integer" else kind
