"""Parses YAML into JSON values. Dates, yes and no stay strings, unlike in YAML 1.1.

It reads the parser's events, so that hostile input is rejected before its aliases are expanded.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import yaml

from masthead.i18n import format_number, gettext

_PARSER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,300})(\.[0-9]{1,300})?([eE][-+]?[0-9]{1,3})?")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("null", "Null", "NULL", "~", "")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_CHARACTERS = 100
"""So many of a text count as a value, since aliases repeat long texts as well as many values."""
_MAX_REASON = 120
_TEXT_TAG = "tag:yaml.org,2002:str"
MERGE = "<<"
NAME = ""
"""Stands for a name in the path of a name."""
Path = tuple[str | int, ...]
Position = tuple[int, int]
"""Line and column, both from 1."""


class YamlError(ValueError):
    """The text can't be parsed. `position` is None if unknown, and isn't part of `message`."""

    def __init__(self, message: str, position: Position | None = None, with_position: str = "") -> None:
        super().__init__(with_position or message)
        self.message, self.position = message, position


@dataclass(frozen=True)
class YamlRules:
    """Limits and options for parsing. `texts` are the paths of unquoted scalars that stay strings.

    A `strict` parse refuses duplicate names in an object, and fills `positions`: the position of a member is that of
    its name. The values that an alias stands for have no positions of their own.
    """

    max_depth: int
    max_values: int
    texts: Collection[Path] = frozenset()
    strict: bool = False
    positions: dict[Path, Position] = field(default_factory=dict)


def parse_yaml(text: str, rules: YamlRules) -> Any:  # noqa: ANN401 - JSON
    """Return the value of the first document. Raises YamlError."""
    loader = _PARSER(text)
    try:
        while loader.check_event(yaml.StreamStartEvent, yaml.DocumentStartEvent):
            loader.get_event()
        return None if loader.check_event(yaml.StreamEndEvent) else _EventReader(loader, rules).read(())
    except (yaml.YAMLError, RecursionError, MemoryError) as error:
        raise _build_error(error) from error
    finally:
        loader.dispose()


class _EventReader:
    """Builds values from events. `anchors` maps each anchor to its value and the number of values it contains."""

    def __init__(self, loader: Any, rules: YamlRules) -> None:  # noqa: ANN401 - in C or in Python
        self._loader, self._rules = loader, rules
        self._count = 0
        self._anchors: dict[str, tuple[Any, int]] = {}

    def read(self, path: Path) -> Any:  # noqa: ANN401 - JSON
        event = self._loader.get_event()
        if self._rules.strict:
            self._rules.positions[path] = _position(event.start_mark)
        if isinstance(event, yaml.AliasEvent):
            return self._resolve_alias(event)
        start = self._count
        self._count_values(1)
        # An alias within its own anchor would be a cycle, so the anchor isn't known until its end.
        self._anchors.pop(event.anchor or "", None)
        if isinstance(event, yaml.ScalarEvent):
            self._count_values(len(event.value) // _CHARACTERS)
            plain = event.implicit[0] and event.tag != _TEXT_TAG and path not in self._rules.texts
            value = parse_scalar(event.value) if plain else event.value
        elif len(path) >= self._rules.max_depth:
            message = gettext("The text is nested deeper than %(most)s levels.", most=self._rules.max_depth)
            raise YamlError(message, _position(event.start_mark))
        elif isinstance(event, yaml.SequenceStartEvent):
            value = self._read_list(path)
        else:
            value = self._read_object(path)
        if event.anchor:
            self._anchors[event.anchor] = (value, self._count - start)
        return value

    def _read_list(self, path: Path) -> list[Any]:
        value: list[Any] = []
        while not self._loader.check_event(yaml.SequenceEndEvent):
            value.append(self.read((*path, len(value))))
        self._loader.get_event()
        return value

    def _read_object(self, path: Path) -> dict[str, Any]:
        value: dict[str, Any] = {}
        merged: list[Any] = []
        while not self._loader.check_event(yaml.MappingEndEvent):
            name = _key_text(self.read((*path, NAME)))
            start = self._rules.positions.get((*path, NAME))
            if self._rules.strict and name in value:
                raise YamlError(gettext("“%(name)s” occurs twice.", name=name), start)
            each = self.read((*path, name))
            if start:
                self._rules.positions[*path, name] = start
            if name == MERGE:
                merged += each if isinstance(each, list) else [each]
            else:
                value[name] = each
        self._loader.get_event()
        for other in merged:
            if isinstance(other, dict):
                value.update({name: each for name, each in other.items() if name not in value})
        return value

    def _resolve_alias(self, event: yaml.AliasEvent) -> Any:  # noqa: ANN401 - JSON
        if event.anchor not in self._anchors:
            message = gettext("An alias of the YAML contains itself, or stands for nothing.")
            raise YamlError(message, _position(event.start_mark))
        value, weight = self._anchors[event.anchor]
        self._count_values(weight)
        return value

    def _count_values(self, weight: int) -> None:
        self._count += weight
        if self._count > self._rules.max_values:
            most = format_number(self._rules.max_values)
            raise YamlError(gettext("The text comes to more than %(most)s values.", most=most))


def _position(mark: Any) -> Position:  # noqa: ANN401 - in C or in Python
    return mark.line + 1, mark.column + 1


def _build_error(error: Exception) -> YamlError:
    # Errors of the reader have a reason, those of the scanner and the parser a problem and mostly a context.
    parts = [getattr(error, name, None) for name in ("problem", "context", "reason")]
    reason, mark = " ".join(filter(None, parts))[:_MAX_REASON], getattr(error, "problem_mark", None)
    message = gettext("It isn't valid YAML.")
    if reason:
        message = gettext("It isn't valid YAML: “%(reason)s”.", reason=reason)
    if mark is None:
        return YamlError(message)
    line, column = _position(mark)
    words = gettext("It isn't valid YAML at line %(line)s, column %(column)s", line=line, column=column)
    return YamlError(message, (line, column), f"{words}: “{reason}”.")


def _key_text(value: Any) -> str:  # noqa: ANN401 - JSON
    """Return an object key as a string: YAML allows any value there, such as an unquoted status code."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def parse_scalar(text: str) -> Any:  # noqa: ANN401 - JSON
    """Return the value of an unquoted scalar: a string unless it is a number, true, false or null."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "-0123456789" and _NUMBER.fullmatch(text):
        return float(text) if any(sign in text for sign in ".eE") else int(text)
    return text
