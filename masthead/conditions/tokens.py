"""The words of a condition: names, texts, numbers, operators, each with its place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from i18n import gettext
from masthead.conditions.faults import BrokenError

Kind = Literal["text", "number", "name", "operator", "foreign"]

# A text with an escape beyond the plain ones is read as something foreign: what it means is for the service to say.
_WORDS = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<text>"(?:[^"\\\n]|\\["'\\/nrt])*"|'(?:[^'\\\n]|\\["'\\/nrt])*')
  | (?P<odd>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
  | (?P<unended>["'])
  | (?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?(?![\w$]))
  | (?P<name>[^\W\d][\w$]*|\$[\w$]*)
  | (?P<operator>===|!==|==|!=|&&|\|\||[!().\[\]])
  | (?P<foreign>\d[\w$.]*|=>|[<>]=?|\?\?|\?\.|[^\w\s])
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)")
_PLAIN = {"n": "\n", "r": "\r", "t": "\t"}


@dataclass(frozen=True, slots=True)
class Token:
    """`at` and `end` count characters of the condition from 0."""

    kind: Kind
    word: str
    at: int

    @property
    def end(self) -> int:
        return self.at + len(self.word)

    @property
    def value(self) -> str:
        """The text between the quotes, without escapes."""
        return _ESCAPED.sub(lambda found: _PLAIN.get(found[1], found[1]), self.word[1:-1])


def tokens(condition: str) -> list[Token]:
    """Without white space. Raises BrokenError for a text without an end."""
    return list(_split(condition))


def _split(condition: str) -> Iterator[Token]:
    at = 0
    while found := _WORDS.match(condition, at):
        kind = found.lastgroup
        if kind == "unended":
            raise BrokenError(gettext("This text has no closing %(found)s.", found=found[0]), at, len(condition))
        if kind == "odd":
            yield Token("foreign", found[0], at)
        elif kind in {"text", "number", "name", "operator", "foreign"}:
            yield Token(kind, found[0], at)  # type: ignore[arg-type] # one of the names above
        at = found.end()
