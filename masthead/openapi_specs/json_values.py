"""What no rule judges: the members of an object that no rule knows, without the texts that only people read."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pydantic_core import to_json

Value = Any
"""Of JSON."""
TEXTS = frozenset({"description", "summary", "title", "example", "examples", "externalDocs", "tags", "$comment"})
_OF_NAMES = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "mapping"})
"""Their members have names that authors choose, so "title" is no text there."""
_VALUES = frozenset({"default", "const", "enum"})
MAX_EXACT = 2**53
"""Up to it a whole number is the same with a decimal point."""


def unjudged_members(value: Value, known: Collection[str]) -> dict[str, Value]:
    """The members of an object that are neither known nor texts."""
    members = value if isinstance(value, dict) else {}
    return {name: _member(name, each) for name, each in members.items() if name not in known and name not in TEXTS}


def without_texts(value: Value, inside: str = "") -> Value:
    """The same but for titles, descriptions and examples at all depths."""
    if isinstance(value, list):
        return [without_texts(each) for each in value]
    if not isinstance(value, dict):
        return value
    if inside in _OF_NAMES:
        return {name: without_texts(each) for name, each in value.items()}
    return {name: _member(name, each) for name, each in value.items() if name not in TEXTS}


def _member(name: str, value: Value) -> Value:
    return value if name in _VALUES or name.startswith("x-") else without_texts(value, name)


def list_differing(old: Mapping[str, Value], new: Mapping[str, Value]) -> Iterator[str]:
    """The names of the members that differ, or that only one of both has."""
    for name in {**old, **new}:
        if name not in old or name not in new or canonical_json(old[name]) != canonical_json(new[name]):
            yield name


def canonical_json(value: Value) -> str:
    """JSON, in which equal values are written alike."""
    return to_json(_sorted(value)).decode()


def _sorted(value: Value) -> Value:
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value)}
    if isinstance(value, float) and value.is_integer() and abs(value) < MAX_EXACT:
        return int(value)
    return [_sorted(each) for each in value] if isinstance(value, list) else value
