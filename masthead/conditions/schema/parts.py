"""Converts a schema to form rows and back, and to parts for merging and comparing.

Anything that the rows don't show stays unchanged.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Literal, NamedTuple

from masthead.conditions.claims import UNSIGNED
from masthead.conditions.schema.checking import DRAFT_7
from masthead.i18n import N_, gettext

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
    """Replace a schema's claims with those in the rows."""
    whole = deepcopy(dict(schema))
    raws = {(signed, name): raw for signed in (True, False) for name, raw in _raw_claims(schema, signed=signed)}
    sides: dict[bool, dict[str, Any]] = {True: {}, False: {}}
    for row in rows:
        sides[row.signed][row.name] = _build_schema(row, raws.get(row.was) if row.was else None)
    unsigned = _get_object(whole.get("properties"), UNSIGNED)
    if unsigned is not None or sides[False]:
        sides[True][UNSIGNED] = {**deepcopy(unsigned or NO_UNSIGNED), "properties": sides[False]}
    whole["properties"] = sides[True]
    return whole


def _raw_claims(schema: Mapping[str, Any], *, signed: bool) -> Iterator[tuple[str, Any]]:
    properties = schema.get("properties")
    if not signed:
        properties = (_get_object(properties, UNSIGNED) or {}).get("properties")
    for name, raw in properties.items() if isinstance(properties, dict) else ():
        if not (signed and name == UNSIGNED and isinstance(raw, dict)):
            yield name, raw


def _get_object(node: object, name: str) -> dict[str, Any] | None:
    inside = node.get(name) if isinstance(node, dict) else None
    return inside if isinstance(inside, dict) else None


def _build_row(name: str, raw: object, *, signed: bool) -> ClaimRow:
    node = raw if isinstance(raw, dict) else {}
    description = node.get("description")
    listed = _list_enum_values(node)
    return ClaimRow(
        name,
        _row_kind(node, listed),
        description if isinstance(description, str) else "",
        signed,
        listed or (),
        (signed, name),
    )


def _list_enum_values(node: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Return the values of a string enum; None for other kinds, or if they don't fit a comma-separated line."""
    values = node.get("enum")
    plain = isinstance(values, list) and all(isinstance(each, str) and _fits_value_list(each) for each in values)
    return tuple(values) if plain and values and node.get("type", "string") == "string" else None


def _fits_value_list(value: str) -> bool:
    return bool(value) and value == " ".join(value.split()) and "," not in value


def _row_kind(node: Mapping[str, Any], listed: tuple[str, ...] | None) -> Kind:
    if listed is not None:
        return "enum"
    if "enum" in node:
        return "kept"
    return next((kind for kind in PLAIN if node.get("type") == kind), "kept")


def _build_schema(row: ClaimRow, raw: object) -> Any:  # noqa: ANN401 - JSON
    if row.kind == "kept" and not isinstance(raw, dict):
        return raw
    node = dict(raw) if isinstance(raw, dict) else {}
    listed = _list_enum_values(node)
    if row.kind != _row_kind(node, listed) or not node:
        # The type comes first, as people write it.
        node = {name: value for name, value in node.items() if name not in {"type", "enum"}}
        node = {"type": "string" if row.kind == "enum" else row.kind, **node}
    if row.kind == "enum" and row.values != listed:
        node["enum"] = list(row.values)
    if row.description != (node.get("description") or ""):
        node["description"] = row.description
    return node


Key = tuple[str, str]


def part_name(key: Key) -> str:
    """Return the name of a part as shown to people, such as `unsigned.isEmployee`."""
    kind, name = key
    return f"{UNSIGNED}.{name}" if kind == "unsigned claim" else name


def split_parts(schema: Mapping[str, Any]) -> dict[Key, Any]:
    """Split a schema into its claims and other members, by kind and name."""
    found: dict[Key, Any] = {("top", name): value for name, value in schema.items() if name != "properties"}
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return {**found, ("top", "properties"): properties} if "properties" in schema else found
    for name, value in properties.items():
        inside = value.get("properties") if name == UNSIGNED and isinstance(value, dict) else None
        if isinstance(inside, dict):
            found["object", name] = True  # it may have no other member
            found.update({("unsigned", part): held for part, held in value.items() if part != "properties"})
            found.update({("unsigned claim", claim): held for claim, held in inside.items()})
        else:
            found["claim", name] = value
    return found


def join_parts(parts: Mapping[Key, Any]) -> dict[str, Any]:
    """Build a schema from parts."""
    schema = {name: value for (kind, name), value in parts.items() if kind == "top"}
    claims = {name: value for (kind, name), value in parts.items() if kind == "claim"}
    unsigned = {name: value for (kind, name), value in parts.items() if kind == "unsigned"}
    inside = {name: value for (kind, name), value in parts.items() if kind == "unsigned claim"}
    has_unsigned = ("object", UNSIGNED) in parts
    if has_unsigned or unsigned or inside:
        claims[UNSIGNED] = {**(unsigned if has_unsigned else unsigned or NO_UNSIGNED), "properties": inside}
    schema.setdefault("properties", claims)
    return deepcopy(schema)


MAX_LENGTH, MAX_LISTED = 120, 10
KINDS = {"boolean": N_("true or false"), "string": N_("text"), "number": N_("number"), "integer": N_("whole number")}
NONE = N_("none")


def describe_claim(raw: object) -> str:
    """Describe a claim or another part, such as `true or false: Drives for us`."""
    if not isinstance(raw, dict):
        return f"{json.dumps(raw, ensure_ascii=False):.{MAX_LENGTH}}"
    kind = raw.get("type")
    listed = raw.get("enum")
    word = gettext(KINDS.get(kind, f"{kind}")) if isinstance(kind, str) else gettext("no type")
    if isinstance(listed, list):
        more = gettext(" and %(count)s more", count=len(listed) - MAX_LISTED) if len(listed) > MAX_LISTED else ""
        word = gettext("one of %(values)s", values=", ".join(f"{each}" for each in listed[:MAX_LISTED]) + more)
    description = raw.get("description")
    return f"{word}: {description}"[:MAX_LENGTH] if isinstance(description, str) and description else word[:MAX_LENGTH]


def describe_claims(schema: object) -> str:
    claims = [f"{name} ({describe_claim(raw)})" for name, raw in claims_by_name(schema).items()]
    return "; ".join(claims) or gettext("no claims")


def schema_differences(before: object, after: object) -> list[tuple[str, str, str]]:
    """List the name, old description and new description of each part that differs; `none` if absent."""
    old, new = claims_by_name(before, with_other_parts=True), claims_by_name(after, with_other_parts=True)
    changed = [name for name in dict.fromkeys([*old, *new]) if old.get(name, NONE) != new.get(name, NONE)]
    return [(name, _describe_part(old, name), _describe_part(new, name)) for name in changed]


def _describe_part(parts: Mapping[str, Any], name: str) -> str:
    return describe_claim(parts[name]) if name in parts else gettext(NONE)


def claims_by_name(schema: object, *, with_other_parts: bool = False) -> dict[str, Any]:
    """Return claims by name; `with_other_parts` adds the other parts."""
    if not isinstance(schema, dict):
        return {}
    found = split_parts(schema)
    names = {
        "claim": "{}",
        "unsigned claim": "unsigned.{}",
        **({"top": "{}", "unsigned": gettext("unsigned: {}")} if with_other_parts else {}),
    }
    return {names[kind].format(name): raw for (kind, name), raw in found.items() if kind in names}
