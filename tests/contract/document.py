"""The documented endpoints, read from endpoints.json, and what each says of a field in the form of field_rules.py."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.contract.field_rules import LIMITS, FieldRules

DOCUMENT: dict[str, Any] = json.loads(Path(__file__).with_name("endpoints.json").read_text(encoding="utf-8"))
ENDPOINTS: list[dict[str, Any]] = DOCUMENT["endpoints"]
RESOURCE_LIMITS: list[dict[str, Any]] = DOCUMENT["resourceLimits"]

# Where the text does not say whether a field is required.
REQUIRED_WHERE_UNSAID = {
    "jsonSchema": True,
    "position": False,
    "before": False,
    "after": False,
    "type": True,
    "id": True,
    "siteSpace": True,
    "values": True,
    "site": True,
    "role": True,
}

# The text writes \w, which is ASCII alone where it comes from, and an escape that the slash does not need.
SPELLED_OUT = {
    r"^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$": (
        r"^([A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+\.[a-zA-Z]{2,}(/[A-Za-z0-9_-]+)+$"
    )
}

# The known values of this enumeration are wider than the one that the text shows.
WIDER = {("site-section",): ("site-section", "site-section-group")}

# Null is taken besides what the text shows.
NULLABLE_TOO = {"value"}

# A page of none could never end a listing, so the least is written down beside the documented most.
LEAST = {"limit": 1}

# "An enumeration, or null" whose only value is null.
NOTHING_BUT_NULL = {"icon", "defaultContent", "logo"}


# What the variants hold that the text leaves out.
UNSHOWN = {
    "source": {"text": FieldRules(frozenset({"string"}), required=True, limits={"minLength": 1})},
    "body": {"document": FieldRules(frozenset({"object"}), required=False)},
}


def endpoint_id(documented: dict[str, Any]) -> str:
    return f"{documented['method']} {documented['path']}"


def field_lists(documented: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    body = documented["body"]
    return {"query": documented["query"], "body": body["fields"] if body else []}


def rules_of_document(field: dict[str, Any]) -> FieldRules:
    """What endpoints.json says of a field."""
    required = field["required"] if field["required"] is not None else REQUIRED_WHERE_UNSAID[field["name"]]
    nullable = field.get("nullable", False) or field["name"] in NULLABLE_TOO
    kinds = _kinds(field)
    limits = {name: each[name] for each in [*field.get("variants", []), field] for name in LIMITS if name in each}
    if "max" in field:
        limits |= {"maximum": field["max"], "minimum": LEAST[field["name"]]}
    if "pattern" in limits:
        limits["pattern"] = SPELLED_OUT.get(limits["pattern"], limits["pattern"])
    enum = tuple(field.get("enum", ()))
    return FieldRules(
        kinds=frozenset(kinds),
        required=required,
        nullable=nullable,
        limits=limits,
        choices=WIDER.get(enum, enum),
        when_absent=field.get("default"),
        fields=_inner(field),
    )


def _kinds(field: dict[str, Any]) -> set[str]:
    kinds = set(field["type"].split("|"))
    if field["name"] in NOTHING_BUT_NULL:
        kinds -= {"enum"}
    entries = [each["items"] for each in [field, *field.get("variants", [])] if "items" in each]
    return {f"array of {entries[0]}" if kind == "array" else kind for kind in kinds}


def _inner(field: dict[str, Any]) -> dict[str, FieldRules]:
    listed = [*field.get("fields", []), *field.get("valueFields", [])]
    for variant in field.get("variants", []):
        listed += variant.get("fields", [])
    inner = {each["name"]: rules_of_document(each) for each in listed}
    if any(variant.get("fields") == [] for variant in field.get("variants", [])):
        # The empty object is allowed, so nothing in it is required.
        inner = {name: replace(told, required=False) for name, told in inner.items()}
    return inner | (UNSHOWN.get(field["name"], {}) if "variants" in field else {})
