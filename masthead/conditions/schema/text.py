"""Parses a schema strictly as JSON, and finds the line of each part."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from masthead.i18n import N_, gettext

MAX_LENGTH = 100_000
DEEPEST = 24
Place = tuple[str | int, ...]
"""Path of names and indexes in the schema."""

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
# Python's json accepts these, the standard doesn't.
_NO_NUMBERS = {"NaN", "Infinity", "-Infinity"}
NO_COMMENTS = N_("JSON has no comments. Remove this one.")
_WORDS = {
    "Expecting property name enclosed in double quotes": N_("A name in double quotes is missing here."),
    "Expecting ',' delimiter": N_("A comma is missing before this."),
    "Expecting ':' delimiter": N_("A colon is missing before this."),
    "Expecting value": N_("A value is missing here."),
    "Unterminated string starting at": N_("This text has no closing quotation mark."),
    "Invalid control character at": N_("A text can't continue on the next line."),
    "Illegal trailing comma before end of object": N_("Remove this comma: nothing follows it."),
    "Illegal trailing comma before end of array": N_("Remove this comma: nothing follows it."),
    "Extra data": N_("Remove the text after the end of the schema."),
}


class SchemaTextError(Exception):
    """The schema can't be parsed. The message is for people; `line` counts from 1."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.message, self.line = message, line


class ParsedSchema(NamedTuple):
    """A schema, and the line number of each of its parts."""

    schema: dict[str, Any]
    lines: Mapping[Place, int] = MappingProxyType({})

    def line_of(self, place: Place) -> int:
        """Return the line of a part, or of its nearest ancestor."""
        return next((self.lines[place[:end]] for end in range(len(place), 0, -1) if place[:end] in self.lines), 1)


def format_schema(schema: Mapping[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False)


def parse_schema(text: str) -> ParsedSchema:
    """Parse a schema from JSON. Raises SchemaTextError."""
    if len(text) > MAX_LENGTH:
        raise SchemaTextError(
            gettext(
                "The schema has %(count)s characters. Masthead can edit schemas of up to %(max_length)s.",
                count=len(text),
                max_length=MAX_LENGTH,
            )
        )
    try:
        value = json.loads(text)
    except json.JSONDecodeError as wrong:
        is_comment = text.startswith(("//", "/*", "#"), wrong.pos)
        words = NO_COMMENTS if is_comment else _WORDS.get(wrong.msg, f"{wrong.msg}.")
        raise SchemaTextError(gettext(words), wrong.lineno) from wrong
    except RecursionError as wrong:
        raise SchemaTextError(
            gettext("The schema is nested more than %(deepest)s levels deep.", deepest=DEEPEST)
        ) from wrong
    except ValueError as wrong:
        raise SchemaTextError(gettext("The schema has a number with too many digits.")) from wrong
    lines = dict(_part_lines(text))
    if not isinstance(value, dict):
        raise SchemaTextError(gettext("A schema is an object: it begins with { and ends with }."))
    return ParsedSchema(value, lines)


@dataclass
class _Frame:
    """An open object or array; `at` is the current name or index."""

    at: str | int
    awaits_name: bool
    names: set[str] = field(default_factory=set)


def _part_lines(text: str) -> Iterator[tuple[Place, int]]:
    """Yield each part's path and line. Raises SchemaTextError for duplicate names, NaN and lone surrogates."""
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    frames: list[_Frame] = []
    for found in _WORD.finditer(text):
        word, line = found[0], bisect_right(starts, found.start())
        top = frames[-1] if frames else None
        if word in "]}":
            frames.pop()
            continue
        if word == "," and top is not None:
            top.awaits_name = isinstance(top.at, str)
            top.at = top.at if isinstance(top.at, str) else top.at + 1
            continue
        if word == ":":
            continue
        if top is not None and top.awaits_name:
            _read_name(top, word, line)
            yield tuple(frame.at for frame in frames), line
            continue
        if top is not None and isinstance(top.at, int):
            yield tuple(frame.at for frame in frames), line
        _read_value(frames, word, line)


def _read_name(frame: _Frame, word: str, line: int) -> None:
    _refuse_half_characters(word, line)
    frame.at, frame.awaits_name = json.loads(word), False
    if frame.at in frame.names:
        raise SchemaTextError(gettext("“%(at)s” appears more than once.", at=f"{frame.at:.60}"), line)
    frame.names.add(str(frame.at))


def _read_value(frames: list[_Frame], word: str, line: int) -> None:
    _refuse_half_characters(word, line)
    if word in _NO_NUMBERS:
        raise SchemaTextError(gettext("JSON doesn't allow %(word)s.", word=word), line)
    if word in "{[":
        frames.append(_Frame("" if word == "{" else 0, awaits_name=word == "{"))
        if len(frames) > DEEPEST:
            raise SchemaTextError(
                gettext("The schema is nested more than %(deepest)s levels deep.", deepest=DEEPEST), line
            )


def _refuse_half_characters(word: str, line: int) -> None:
    # JSON can escape half of a surrogate pair, which UTF-8 can't encode.
    if "\\u" not in word:
        return
    try:
        json.loads(word).encode()
    except UnicodeEncodeError as wrong:
        raise SchemaTextError(gettext("This text has an incomplete character."), line) from wrong
