"""Recognizes OpenAPI documents in JSON and YAML, and lists their operations.

YAML is parsed as events, so that nested aliases don't expand and deep nesting doesn't recurse.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import yaml
from pydantic import JsonValue
from pydantic_core import from_json

_STARTS = (yaml.MappingStartEvent, yaml.SequenceStartEvent)
_ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)
_VERSION = re.compile(r"3\.\d+(\.\d+)?(-[\w.]+)?")
_PARTS = ("paths", "components", "webhooks")

Outline = dict[str, str | set[str]]
"""The top level of a document by name: a scalar as text, an object as the set of its names."""

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

_SUMMARY_DEPTH = 4
"""Depth of a summary: paths, the path, the method, the summary."""


@dataclass
class _Level:
    """An object or list that isn't complete yet. `name` is the object member whose value comes next."""

    is_object: bool
    name: str | None = None


def parse_values(text: str, deepest: int = 2) -> Iterator[tuple[tuple[str, ...], str | None]]:
    """Yield each path of at most `deepest` names with its value.

    A value is a scalar as written, None for an object, or an empty string for a list or an alias. Raises ValueError
    unless the text is one YAML document with an object.
    """
    levels: list[_Level] = []
    documents = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            documents += isinstance(event, yaml.DocumentStartEvent)
            if isinstance(event, _ENDS):
                levels.pop()
                _clear_name(levels)
            elif isinstance(event, yaml.NodeEvent):
                yield from _read_node(levels, event, deepest)
    except yaml.YAMLError as error:
        raise ValueError("isn't YAML") from error
    if documents != 1:
        raise ValueError("isn't one document")


def _read_node(
    levels: list[_Level], event: yaml.NodeEvent, deepest: int
) -> Iterator[tuple[tuple[str, ...], str | None]]:
    if not levels and not isinstance(event, yaml.MappingStartEvent):
        raise ValueError("isn't an object")
    if levels and levels[-1].is_object and levels[-1].name is None:
        if not isinstance(event, yaml.ScalarEvent):
            raise ValueError("has a name that isn't text")
        levels[-1].name = event.value
        return
    path = tuple(level.name for level in levels if level.name is not None)
    if 0 < len(path) == len(levels) <= deepest:
        yield path, None if isinstance(event, yaml.MappingStartEvent) else getattr(event, "value", "")
    if isinstance(event, _STARTS):
        levels.append(_Level(isinstance(event, yaml.MappingStartEvent)))
    else:
        _clear_name(levels)


def _clear_name(levels: list[_Level]) -> None:
    if levels:
        levels[-1].name = None


class SpecOperation(NamedTuple):
    """An operation; `method` is in capitals, `summary` may be empty."""

    method: str
    path: str
    summary: str


class ParseError(Exception):
    """The text isn't an OpenAPI document; the message explains why."""


def decode_text(content: bytes) -> str:
    """Decode UTF-8, or UTF-16 with a byte order mark. Raises ParseError."""
    in_utf_16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return content.decode("utf-16" if in_utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError("It isn't text in UTF-8.") from error


def detect_file_name(text: str) -> str:
    """Return `openapi.json` or `openapi.yaml`. Raises ParseError."""
    try:
        outline, name = _outline_of_json(text), "openapi.json"
    except ValueError:
        outline, name = _outline_of_yaml(text), "openapi.yaml"
    version, info = outline.get("openapi"), outline.get("info")
    if not (isinstance(version, str) and _VERSION.fullmatch(version)) and outline.get("swagger") != "2.0":
        raise ParseError("It names neither a version of OpenAPI 3 nor Swagger 2.0.")
    if not isinstance(info, set) or not info >= {"title", "version"}:
        raise ParseError("It has no info with a title and a version.")
    if not any(isinstance(outline.get(part), set) for part in _PARTS):
        raise ParseError("It has neither paths nor components nor webhooks.")
    return name


def _outline_of_json(text: str) -> Outline:
    document = from_json(text)
    if not isinstance(document, dict):
        raise ParseError("It isn't an object.")
    return {name: set(value) if isinstance(value, dict) else str(value) for name, value in document.items()}


def _outline_of_yaml(text: str) -> Outline:
    outline: Outline = {}
    try:
        for (name, *inner), value in parse_values(text):
            item = outline.setdefault(name, set() if value is None else value)
            if inner and isinstance(item, set):
                item.add(inner[0])
    except ValueError as error:
        raise ParseError(f"It {error}.") from error
    return outline


def list_operations(text: str) -> list[SpecOperation]:
    """List operations in document order, except those behind YAML aliases."""
    try:
        values = _names_of_json(from_json(text))
    except ValueError:
        values = parse_values(text, _SUMMARY_DEPTH)
    summaries: dict[tuple[str, str], str] = {}
    for path, value in values:
        if path[0] == "paths" and len(path) > 2 and path[2] in _METHODS:  # noqa: PLR2004 paths, the path, the method
            summary = value if path[-1] == "summary" and value else ""
            own = (path[2], path[1])
            summaries[own] = summaries.get(own) or summary
    return [SpecOperation(method.upper(), path, summary) for (method, path), summary in summaries.items()]


def _names_of_json(value: JsonValue, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str | None]]:
    for name, item in value.items() if isinstance(value, dict) else ():
        path = (*above, name)
        yield path, item if isinstance(item, str) else None
        if len(path) < _SUMMARY_DEPTH:
            yield from _names_of_json(item, path)
