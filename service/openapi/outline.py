"""Tells whether a text is an OpenAPI document, in JSON or in YAML, and which operations it describes."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pydantic import JsonValue
from pydantic_core import from_json

from service.openapi.yaml_names import named_values

_VERSION = re.compile(r"3\.\d+(\.\d+)?(-[\w.]+)?")
_PARTS = ("paths", "components", "webhooks")

Outline = dict[str, str | set[str]]
"""The top of a document: by name a value as it is written, of an object the names in it."""


_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_SUMMARY_DEPTH = 4
"""The length of the path that leads to it: paths, the path, the method, the summary."""


class Operation(NamedTuple):
    """`method` in capitals, `summary` empty where there is none."""

    method: str
    path: str
    summary: str


class ParseError(Exception):
    """It is no OpenAPI document; the message says why."""


def decode_text(content: bytes) -> str:
    """In UTF-8, or in UTF-16 with a byte order mark. Raises ParseError."""
    in_utf_16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return content.decode("utf-16" if in_utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError("It isn't text in UTF-8.") from error


def detect_file_name(text: str) -> str:
    """`openapi.json` or `openapi.yaml`. Raises ParseError for what is no OpenAPI document."""
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
        for (name, *inner), value in named_values(text):
            held = outline.setdefault(name, set() if value is None else value)
            if inner and isinstance(held, set):
                held.add(inner[0])
    except ValueError as error:
        raise ParseError(f"It {error}.") from error
    return outline


def operations(text: str) -> list[Operation]:
    """In the order of the document; what an alias stands for is left out."""
    try:
        told = _names_of_json(from_json(text))
    except ValueError:
        told = named_values(text, _SUMMARY_DEPTH)
    summaries: dict[tuple[str, str], str] = {}
    for path, value in told:
        if path[0] == "paths" and len(path) > 2 and path[2] in _METHODS:  # noqa: PLR2004 paths, the path, the method
            summary = value if path[-1] == "summary" and value else ""
            own = (path[2], path[1])
            summaries[own] = summaries.get(own) or summary
    return [Operation(method.upper(), path, summary) for (method, path), summary in summaries.items()]


def _names_of_json(value: JsonValue, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str | None]]:
    """Like `named_values` for YAML."""
    for name, held in value.items() if isinstance(value, dict) else ():
        path = (*above, name)
        yield path, held if isinstance(held, str) else None
        if len(path) < _SUMMARY_DEPTH:
            yield from _names_of_json(held, path)
