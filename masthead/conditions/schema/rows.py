"""Converts a schema to rows of a form and back. Anything that the rows don't show stays unchanged."""

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Literal, NamedTuple

from masthead.conditions.claims import UNSIGNED
from masthead.conditions.schema.checking import DRAFT_7

Kind = Literal["boolean", "string", "number", "enum", "kept"]
PLAIN: tuple[Kind, ...] = ("boolean", "string", "number")
EMPTY: dict[str, Any] = {"$schema": DRAFT_7, "type": "object", "properties": {}, "additionalProperties": False}
NO_UNSIGNED: dict[str, Any] = {
    "type": "object",
    "description": "Unsigned claims of the site visitor.",
    "properties": {},
    "additionalProperties": False,
}


class ClaimRow(NamedTuple):
    """A claim in the form. The kind `kept` can be edited only as text. `was` is the original: signed, and its name."""

    name: str
    kind: Kind = "boolean"
    description: str = ""
    signed: bool = True
    values: tuple[str, ...] = ()
    was: tuple[bool, str] | None = None


def list_claim_rows(schema: Mapping[str, Any]) -> list[ClaimRow]:
    """List claims as rows, unsigned ones last."""
    return [
        _build_row(name, raw, signed=signed)
        for signed in (True, False)
        for name, raw in _raw_claims(schema, signed=signed)
    ]


def replace_claims(schema: Mapping[str, Any], rows: Iterable[ClaimRow]) -> dict[str, Any]:
    """Replace the claims of a schema by those of the rows."""
    whole = deepcopy(dict(schema))
    raws = {(signed, name): raw for signed in (True, False) for name, raw in _raw_claims(schema, signed=signed)}
    sides: dict[bool, dict[str, Any]] = {True: {}, False: {}}
    for row in rows:
        sides[row.signed][row.name] = _to_schema(row, raws.get(row.was) if row.was else None)
    unsigned = _object_at(whole.get("properties"), UNSIGNED)
    if unsigned is not None or sides[False]:
        sides[True][UNSIGNED] = {**deepcopy(unsigned or NO_UNSIGNED), "properties": sides[False]}
    whole["properties"] = sides[True]
    return whole


def _raw_claims(schema: Mapping[str, Any], *, signed: bool) -> Iterator[tuple[str, Any]]:
    properties = schema.get("properties")
    if not signed:
        properties = (_object_at(properties, UNSIGNED) or {}).get("properties")
    for name, raw in properties.items() if isinstance(properties, dict) else ():
        if not (signed and name == UNSIGNED and isinstance(raw, dict)):
            yield name, raw


def _object_at(node: object, name: str) -> dict[str, Any] | None:
    inside = node.get(name) if isinstance(node, dict) else None
    return inside if isinstance(inside, dict) else None


def _build_row(name: str, raw: object, *, signed: bool) -> ClaimRow:
    node = raw if isinstance(raw, dict) else {}
    description = node.get("description")
    listed = _listed_values(node)
    return ClaimRow(
        name,
        _kind(node, listed),
        description if isinstance(description, str) else "",
        signed,
        listed or (),
        (signed, name),
    )


def _listed_values(node: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Return the values of a text enum; None for other kinds, or if they don't fit a comma-separated line."""
    values = node.get("enum")
    plain = isinstance(values, list) and all(isinstance(each, str) and _fits_a_line(each) for each in values)
    return tuple(values) if plain and values and node.get("type", "string") == "string" else None


def _fits_a_line(value: str) -> bool:
    return bool(value) and value == " ".join(value.split()) and "," not in value


def _kind(node: Mapping[str, Any], listed: tuple[str, ...] | None) -> Kind:
    if listed is not None:
        return "enum"
    if "enum" in node:
        return "kept"
    return next((kind for kind in PLAIN if node.get("type") == kind), "kept")


def _to_schema(row: ClaimRow, raw: object) -> Any:  # noqa: ANN401 - JSON
    if row.kind == "kept" and not isinstance(raw, dict):
        return raw
    node = dict(raw) if isinstance(raw, dict) else {}
    listed = _listed_values(node)
    if row.kind != _kind(node, listed) or not node:
        # The type comes first, as people write it.
        node = {name: value for name, value in node.items() if name not in {"type", "enum"}}
        node = {"type": "string" if row.kind == "enum" else row.kind, **node}
    if row.kind == "enum" and row.values != listed:
        node["enum"] = list(row.values)
    if row.description != (node.get("description") or ""):
        node["description"] = row.description
    return node
