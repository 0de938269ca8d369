"""A schema as its parts, each claim one of them: for whoever merges two schemas, or compares them."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from masthead.conditions.claims import UNSIGNED
from masthead.conditions.schema.rows import NO_UNSIGNED

Key = tuple[str, str]


def part_name(key: Key) -> str:
    """As people know it, such as `unsigned.isEmployee`."""
    kind, name = key
    return f"{UNSIGNED}.{name}" if kind == "unsigned claim" else name


def split_parts(schema: Mapping[str, Any]) -> dict[Key, Any]:
    """Each claim and each other part of a schema, by its kind and name."""
    found: dict[Key, Any] = {("top", name): value for name, value in schema.items() if name != "properties"}
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return {**found, ("top", "properties"): properties} if "properties" in schema else found
    for name, value in properties.items():
        inside = value.get("properties") if name == UNSIGNED and isinstance(value, dict) else None
        if isinstance(inside, dict):
            found["object", name] = True  # it may hold nothing else
            found.update({("unsigned", part): held for part, held in value.items() if part != "properties"})
            found.update({("unsigned claim", claim): held for claim, held in inside.items()})
        else:
            found["claim", name] = value
    return found


def join_parts(parts: Mapping[Key, Any]) -> dict[str, Any]:
    """The schema with these parts."""
    schema = {name: value for (kind, name), value in parts.items() if kind == "top"}
    claims = {name: value for (kind, name), value in parts.items() if kind == "claim"}
    unsigned = {name: value for (kind, name), value in parts.items() if kind == "unsigned"}
    inside = {name: value for (kind, name), value in parts.items() if kind == "unsigned claim"}
    kept = ("object", UNSIGNED) in parts
    if kept or unsigned or inside:
        claims[UNSIGNED] = {**(unsigned if kept else unsigned or NO_UNSIGNED), "properties": inside}
    schema.setdefault("properties", claims)
    return deepcopy(schema)
