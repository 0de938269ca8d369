"""Validates values of custom fields."""

from collections.abc import Callable, Mapping
from typing import cast

from pydantic import JsonValue

from contract.authoring.custom_fields import VALUE_MAX
from service.storage.documents import Fields


def find_error(field: Fields, value: JsonValue) -> str | None:
    """The end of a sentence; None where the value fits."""
    options = cast("list[str]", field.get("options", []))
    return _CHECKS[str(field["type"])](value, options)


def _text(value: JsonValue, _options: list[str]) -> str | None:
    return None if isinstance(value, str) else "is a text"


def _number(value: JsonValue, _options: list[str]) -> str | None:
    return None if isinstance(value, int | float) and not isinstance(value, bool) else "is a number"


def _boolean(value: JsonValue, _options: list[str]) -> str | None:
    return None if isinstance(value, bool) else "is true or false"


def _tags(value: JsonValue, _options: list[str]) -> str | None:
    if not isinstance(value, list):
        return "is a list of texts"
    if not all(0 < len(cast("str", tag)) <= VALUE_MAX for tag in value):
        return f"each of its texts has 1 to {VALUE_MAX} characters"
    return _check_unique(value)


def _single(value: JsonValue, options: list[str]) -> str | None:
    return None if value in options else f"is one of {', '.join(options)}"


def _multi(value: JsonValue, options: list[str]) -> str | None:
    if not isinstance(value, list) or not all(each in options for each in value):
        return f"is a list out of {', '.join(options)}"
    return _check_unique(value)


def _check_unique(value: list[JsonValue]) -> str | None:
    return "has something twice" if len(set(cast("list[str]", value))) < len(value) else None


_CHECKS: Mapping[str, Callable[[JsonValue, list[str]], str | None]] = {
    "text": _text,
    "number": _number,
    "boolean": _boolean,
    "tags": _tags,
    "select:single": _single,
    "select:multi": _multi,
}
