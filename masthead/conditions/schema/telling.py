"""A schema in words: each claim, and what differs between two schemas."""

import json
from collections.abc import Mapping
from typing import Any

from i18n import N_, gettext
from masthead.conditions.schema.parts import split_parts

MAX_LENGTH, MAX_LISTED = 120, 10
KINDS = {"boolean": N_("true or false"), "string": N_("text"), "number": N_("number"), "integer": N_("whole number")}
NONE = N_("none")


def describe_claim(raw: object) -> str:
    """Such as `true or false: Drives for us`; takes other parts of a schema too."""
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
    told = [f"{name} ({describe_claim(raw)})" for name, raw in claims_by_name(schema).items()]
    return "; ".join(told) or gettext("no claims")


def schema_differences(before: object, after: object) -> list[tuple[str, str, str]]:
    """Name, before and after of each part that differs; `none` where it is not there."""
    old, new = claims_by_name(before, whole=True), claims_by_name(after, whole=True)
    changed = [name for name in dict.fromkeys([*old, *new]) if old.get(name, NONE) != new.get(name, NONE)]
    return [(name, _describe_part(old, name), _describe_part(new, name)) for name in changed]


def _describe_part(parts: Mapping[str, Any], name: str) -> str:
    return describe_claim(parts[name]) if name in parts else gettext(NONE)


def claims_by_name(schema: object, *, whole: bool = False) -> dict[str, Any]:
    """With `whole` the other parts of the schema too."""
    if not isinstance(schema, dict):
        return {}
    found = split_parts(schema)
    names = {
        "claim": "{}",
        "unsigned claim": "unsigned.{}",
        **({"top": "{}", "unsigned": gettext("unsigned: {}")} if whole else {}),
    }
    return {names[kind].format(name): raw for (kind, name), raw in found.items() if kind in names}
