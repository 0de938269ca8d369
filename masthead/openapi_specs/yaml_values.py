"""Values of a YAML text as JSON has them: what YAML 1.1 takes for dates, or for yes and no, stays text.

It is read event by event, so that a text that would come to too much is refused before it is built.
"""

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from i18n import format_number, gettext
from masthead.openapi_specs.document import MAX_DEPTH, MAX_VALUES, SpecTextError

_PARSER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,300})(\.[0-9]{1,300})?([eE][-+]?[0-9]{1,3})?")
_WORDS: dict[str, Any] = {
    "null": None,
    "Null": None,
    "NULL": None,
    "~": None,
    "": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_TEXT_TAG = "tag:yaml.org,2002:str"
MERGE = "<<"
VERSIONS = {("openapi",), ("swagger",), ("info", "version")}
DEEPEST_VERSION = 2


@dataclass(slots=True)
class _Open:
    """A list or an object that is not complete. `start` is the count of values before it, `name` of its next value."""

    value: Any
    anchor: str | None
    start: int
    named: bool = False
    name: Any = None
    merged: list[Any] = field(default_factory=list)


class _Builder:
    def __init__(self) -> None:
        self.root: Any = None
        self.count = 0
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Any, int]] = {}

    def put(self, value: Any, anchor: str | None, weight: int) -> None:  # noqa: ANN401 - JSON
        """Take a complete value."""
        if anchor is not None:
            self._anchors[anchor] = (value, weight)
        if not self._open:
            self.root = value
            return
        into = self._open[-1]
        if isinstance(into.value, list):
            into.value.append(value)
        elif not into.named:
            into.name, into.named = _name_of(value), True
        else:
            self._set(into, value)

    def _set(self, into: _Open, value: Any) -> None:  # noqa: ANN401 - JSON
        if into.name == MERGE:
            into.merged.extend(value if isinstance(value, list) else [value])
        else:
            into.value[into.name] = value
        into.named = False

    def scalar(self, event: Any) -> None:  # noqa: ANN401 - an event of the parser
        self._add(1)
        plain = event.implicit[0] and event.tag != _TEXT_TAG and not self._is_version()
        self.put(_scalar(event.value) if plain else event.value, event.anchor, 1)

    def _is_version(self) -> bool:
        """Of OpenAPI or of the API: a version without quotes looks like a number, and 1.10 is none."""
        return len(self._open) <= DEEPEST_VERSION and tuple(each.name for each in self._open if each.named) in VERSIONS

    def alias(self, event: Any) -> None:  # noqa: ANN401 - an event of the parser
        if event.anchor not in self._anchors:
            raise SpecTextError(gettext("An alias of the YAML contains itself, or stands for nothing."))
        value, weight = self._anchors[event.anchor]
        self._add(weight)
        self.put(value, None, weight)

    def begin(self, value: Any, anchor: str | None) -> None:  # noqa: ANN401 - an empty list or object
        if len(self._open) >= MAX_DEPTH:
            raise SpecTextError(gettext("The text is nested deeper than %(most)s levels.", most=MAX_DEPTH))
        self._anchors.pop(anchor or "", None)
        self._open.append(_Open(value, anchor, self.count))
        self._add(1)

    def end(self) -> None:
        done = self._open.pop()
        for merged in done.merged:
            if isinstance(merged, dict):
                done.value.update({name: each for name, each in merged.items() if name not in done.value})
        self.put(done.value, done.anchor, self.count - done.start)

    def _add(self, weight: int) -> None:
        self.count += weight
        if self.count > MAX_VALUES:
            raise SpecTextError(gettext("The text comes to more than %(most)s values.", most=format_number(MAX_VALUES)))


def parse_yaml(text: str) -> Any:  # noqa: ANN401 - JSON
    """The value of the first document in it. Raises SpecTextError."""
    builder = _Builder()
    loader = _PARSER(text)
    try:
        while (event := loader.get_event()) is not None:
            match event:
                case yaml.ScalarEvent():
                    builder.scalar(event)
                case yaml.MappingStartEvent():
                    builder.begin({}, event.anchor)
                case yaml.SequenceStartEvent():
                    builder.begin([], event.anchor)
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    builder.end()
                case yaml.AliasEvent():
                    builder.alias(event)
                case yaml.DocumentEndEvent():
                    break
    except yaml.MarkedYAMLError as error:
        raise SpecTextError(_where(error)) from error
    except (yaml.YAMLError, RecursionError, MemoryError) as error:
        raise SpecTextError(gettext("It isn't valid YAML.")) from error
    finally:
        loader.dispose()
    return builder.root


def _where(error: yaml.MarkedYAMLError) -> str:
    mark = error.problem_mark
    if mark is None:
        return gettext("It isn't valid YAML.")
    return gettext(
        "It isn't valid YAML at line %(line)s, column %(column)s.", line=mark.line + 1, column=mark.column + 1
    )


def _name_of(value: Any) -> str:  # noqa: ANN401 - JSON
    """The name in an object: YAML allows any value there, and OpenAPI writes status codes without quotes."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _scalar(text: str) -> Any:  # noqa: ANN401 - JSON
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "-0123456789" and _NUMBER.fullmatch(text):
        return float(text) if any(sign in text for sign in ".eE") else int(text)
    return text
