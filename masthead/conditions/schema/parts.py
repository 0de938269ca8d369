"""Splits a schema into parts for merging and comparing, and describes them."""

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from masthead.conditions.claims import UNSIGNED
from masthead.conditions.schema.rows import NO_UNSIGNED
from masthead.i18n import N_, gettext

Key = tuple[str, str]


def part_name(key: Key) -> str:
    """Return the name for people, such as `unsigned.isEmployee`."""
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
    """List the name, old and new description of each part that differs; `none` for an absent one."""
    old, new = claims_by_name(before, with_other_parts=True), claims_by_name(after, with_other_parts=True)
    changed = [name for name in dict.fromkeys([*old, *new]) if old.get(name, NONE) != new.get(name, NONE)]
    return [(name, _describe_part(old, name), _describe_part(new, name)) for name in changed]


def _describe_part(parts: Mapping[str, Any], name: str) -> str:
    return describe_claim(parts[name]) if name in parts else gettext(NONE)


def claims_by_name(schema: object, *, with_other_parts: bool = False) -> dict[str, Any]:
    """Return claims by name, and with `with_other_parts` other parts too."""
    if not isinstance(schema, dict):
        return {}
    found = split_parts(schema)
    names = {
        "claim": "{}",
        "unsigned claim": "unsigned.{}",
        **({"top": "{}", "unsigned": gettext("unsigned: {}")} if with_other_parts else {}),
    }
    return {names[kind].format(name): raw for (kind, name), raw in found.items() if kind in names}
