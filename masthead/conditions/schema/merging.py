"""Two people edited the same schema: claim by claim, both keep their work where they changed different ones."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from masthead.conditions.claims import UNSIGNED
from masthead.conditions.schema.rows import NO_UNSIGNED

Key = tuple[str, str]
_NOTHING = object()


@dataclass(frozen=True, slots=True)
class MergedSchema:
    """`clashes` are the names of what both people changed."""

    schema: dict[str, Any]
    clashes: tuple[str, ...] = ()


def merge_schemas(
    seen: Mapping[str, Any], mine: Mapping[str, Any], theirs: Mapping[str, Any], *, theirs_win: bool = False
) -> MergedSchema:
    """Merge two edits of `seen`. On a clash mine is taken, unless `theirs_win`."""
    parts = [parts_of(each) for each in (seen, mine, theirs)]
    before, my, their = parts
    result: dict[Key, Any] = {}
    clashes = []
    for key in dict.fromkeys([*their, *my]):
        was, one, other = (part.get(key, _NOTHING) for part in parts)
        both = one not in (was, other) and other != was
        clashes += [key] if both else []
        chosen = other if one == was or (both and theirs_win) else one
        if chosen is not _NOTHING:
            result[key] = chosen
    # A claim that both took away is in neither, and nothing is to be said of it.
    return MergedSchema(_whole(result), tuple(_name(key) for key in clashes if key in {**before, **my, **their}))


def _name(key: Key) -> str:
    kind, name = key
    return f"{UNSIGNED}.{name}" if kind == "unsigned claim" else name


def parts_of(schema: Mapping[str, Any]) -> dict[Key, Any]:
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


def _whole(parts: Mapping[Key, Any]) -> dict[str, Any]:
    schema = {name: value for (kind, name), value in parts.items() if kind == "top"}
    claims = {name: value for (kind, name), value in parts.items() if kind == "claim"}
    unsigned = {name: value for (kind, name), value in parts.items() if kind == "unsigned"}
    inside = {name: value for (kind, name), value in parts.items() if kind == "unsigned claim"}
    kept = ("object", UNSIGNED) in parts
    if kept or unsigned or inside:
        claims[UNSIGNED] = {**(unsigned if kept else unsigned or NO_UNSIGNED), "properties": inside}
    schema.setdefault("properties", claims)
    return deepcopy(schema)
