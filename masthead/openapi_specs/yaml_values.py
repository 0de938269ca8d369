"""Parses YAML into JSON values; dates, yes and no of YAML 1.1 stay text.

It reads the parser's events, so that hostile text is rejected before its aliases are expanded.
"""

import re
from typing import Any

import yaml

from masthead.i18n import format_number, gettext
from masthead.openapi_specs.document import MAX_DEPTH, MAX_VALUES, SpecTextError

_PARSER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,300})(\.[0-9]{1,300})?([eE][-+]?[0-9]{1,3})?")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("null", "Null", "NULL", "~", "")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TEXT_TAG = "tag:yaml.org,2002:str"
MERGE = "<<"
Path = tuple[str | None, ...]
VERSIONS: set[Path] = {("openapi",), ("swagger",), ("info", "version")}
"""Paths of versions, which stay text: without quotes they look like numbers, and 1.10 isn't 1.1."""


def parse_yaml(text: str) -> Any:  # noqa: ANN401 - JSON
    """Return the value of the first document. Raises SpecTextError."""
    loader = _PARSER(text)
    try:
        while loader.check_event(yaml.StreamStartEvent, yaml.DocumentStartEvent):
            loader.get_event()
        return None if loader.check_event(yaml.StreamEndEvent) else _EventReader(loader).read(())
    except yaml.MarkedYAMLError as error:
        raise SpecTextError(_position_message(error)) from error
    except (yaml.YAMLError, RecursionError, MemoryError) as error:
        raise SpecTextError(gettext("It isn't valid YAML.")) from error
    finally:
        loader.dispose()


class _EventReader:
    """Builds values from events. `anchors` maps each anchor to its value and the number of values in it."""

    def __init__(self, loader: Any) -> None:  # noqa: ANN401 - in C or in Python
        self._loader = loader
        self._count = 0
        self._anchors: dict[str, tuple[Any, int]] = {}

    def read(self, path: Path) -> Any:  # noqa: ANN401 - JSON
        event = self._loader.get_event()
        if isinstance(event, yaml.AliasEvent):
            return self._resolve_alias(event.anchor)
        start = self._count
        self._count_values(1)
        # An alias within its own anchor would be a cycle, so the anchor isn't known until its end.
        self._anchors.pop(event.anchor or "", None)
        if isinstance(event, yaml.ScalarEvent):
            plain = event.implicit[0] and event.tag != _TEXT_TAG and path not in VERSIONS
            value = _parse_scalar(event.value) if plain else event.value
        elif len(path) >= MAX_DEPTH:
            raise SpecTextError(gettext("The text is nested deeper than %(most)s levels.", most=MAX_DEPTH))
        elif isinstance(event, yaml.SequenceStartEvent):
            value = self._read_list(path)
        else:
            value = self._read_object(path)
        if event.anchor:
            self._anchors[event.anchor] = (value, self._count - start)
        return value

    def _read_list(self, path: Path) -> list[Any]:
        value = []
        while not self._loader.check_event(yaml.SequenceEndEvent):
            value.append(self.read((*path, None)))
        self._loader.get_event()
        return value

    def _read_object(self, path: Path) -> dict[str, Any]:
        value: dict[str, Any] = {}
        merged: list[Any] = []
        while not self._loader.check_event(yaml.MappingEndEvent):
            name = _key_text(self.read((*path, None)))
            each = self.read((*path, name))
            if name == MERGE:
                merged += each if isinstance(each, list) else [each]
            else:
                value[name] = each
        self._loader.get_event()
        for other in merged:
            if isinstance(other, dict):
                value.update({name: each for name, each in other.items() if name not in value})
        return value

    def _resolve_alias(self, anchor: str | None) -> Any:  # noqa: ANN401 - JSON
        if anchor not in self._anchors:
            raise SpecTextError(gettext("An alias of the YAML contains itself, or stands for nothing."))
        value, weight = self._anchors[anchor]
        self._count_values(weight)
        return value

    def _count_values(self, weight: int) -> None:
        self._count += weight
        if self._count > MAX_VALUES:
            raise SpecTextError(gettext("The text comes to more than %(most)s values.", most=format_number(MAX_VALUES)))


def _position_message(error: yaml.MarkedYAMLError) -> str:
    mark = error.problem_mark
    if mark is None:
        return gettext("It isn't valid YAML.")
    return gettext(
        "It isn't valid YAML at line %(line)s, column %(column)s.", line=mark.line + 1, column=mark.column + 1
    )


def _key_text(value: Any) -> str:  # noqa: ANN401 - JSON
    """Return an object's name as text: YAML allows any value there, such as an unquoted status code."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _parse_scalar(text: str) -> Any:  # noqa: ANN401 - JSON
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "-0123456789" and _NUMBER.fullmatch(text):
        return float(text) if any(sign in text for sign in ".eE") else int(text)
    return text
