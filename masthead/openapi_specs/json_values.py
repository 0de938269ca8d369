"""Finds the members of JSON objects that no rule covers, without descriptions and examples."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pydantic_core import to_json

Value = Any
"""A JSON value."""
TEXTS = frozenset({"description", "summary", "title", "example", "examples", "externalDocs", "tags", "$comment"})
_OF_NAMES = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "mapping"})
"""Objects whose member names are chosen by authors, so that "title" isn't a text there."""
_VALUES = frozenset({"default", "const", "enum"})
MAX_EXACT = 2**53
"""Up to this number, `1` and `1.0` are equal exactly."""


def unjudged_members(value: Value, known: Collection[str]) -> dict[str, Value]:
    """Return the members of an object that are neither `known` nor texts."""
    members = value if isinstance(value, dict) else {}
    return {
        name: _without_member_texts(name, each)
        for name, each in members.items()
        if name not in known and name not in TEXTS
    }


def without_texts(value: Value, inside: str = "") -> Value:
    """Remove titles, descriptions and examples at all depths."""
    if isinstance(value, list):
        return [without_texts(each) for each in value]
    if not isinstance(value, dict):
        return value
    # For example, "title" is the name of a property here.
    if inside in _OF_NAMES:
        return {name: without_texts(each) for name, each in value.items()}
    return {name: _without_member_texts(name, each) for name, each in value.items() if name not in TEXTS}


def _without_member_texts(name: str, value: Value) -> Value:
    return value if name in _VALUES or name.startswith("x-") else without_texts(value, name)


def list_differing(old: Mapping[str, Value], new: Mapping[str, Value]) -> Iterator[str]:
    """Yield the names of members that differ or exist on one side only."""
    for name in {**old, **new}:
        if name not in old or name not in new or canonical_json(old[name]) != canonical_json(new[name]):
            yield name


def canonical_json(value: Value) -> str:
    """Write JSON so that equal values give equal texts."""
    return to_json(_sorted(value)).decode()


def _sorted(value: Value) -> Value:
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value)}
    if isinstance(value, float) and value.is_integer() and abs(value) < MAX_EXACT:
        return int(value)
    return [_sorted(each) for each in value] if isinstance(value, list) else value
