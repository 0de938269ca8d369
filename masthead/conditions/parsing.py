"""Parses a condition into a syntax tree, using a subset of the JavaScript grammar.

`at` and `end` of a node or token are character offsets from 0.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from masthead.i18n import gettext


class Absent:
    """JavaScript's undefined: the value of a claim that a visitor lacks."""

    def __repr__(self) -> str:
        return "undefined"


ABSENT = Absent()
Scalar = bool | int | float | str | None | Absent
Operator = Literal["==", "!=", "===", "!=="]


class Constant(NamedTuple):
    value: Scalar
    at: int
    end: int


class MemberAccess(NamedTuple):
    """A path such as `visitor.claims.isCarrier`."""

    path: tuple[str, ...]
    at: int
    end: int


class Not(NamedTuple):
    inside: "Node"
    at: int
    end: int


class Compare(NamedTuple):
    left: "Node"
    operator: Operator
    right: "Node"
    at: int
    end: int


class Every(NamedTuple):
    parts: "tuple[Node, ...]"
    at: int
    end: int


class Some(NamedTuple):
    parts: "tuple[Node, ...]"
    at: int
    end: int


Node = Constant | MemberAccess | Not | Compare | Every | Some


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and its descendants, in text order."""
    yield node
    match node:
        case Not(inside=inside):
            yield from walk(inside)
        case Compare(left=left, right=right):
            yield from walk(left)
            yield from walk(right)
        case Every(parts=parts) | Some(parts=parts):
            for part in parts:
                yield from walk(part)


class ConditionError(Exception):
    """The condition can't be parsed. `at` and `end` are character offsets from 0; the message is for people."""

    def __init__(self, message: str, at: int, end: int) -> None:
        super().__init__(message)
        self.message, self.at, self.end = message, at, end


class BrokenError(ConditionError):
    """The condition is incomplete or unbalanced, so no service can accept it."""


class UnsupportedError(ConditionError):
    """The condition isn't covered by this grammar. The service may accept it."""


Kind = Literal["text", "number", "name", "operator", "foreign"]

# Other escapes depend on the service, so a text with one can't be evaluated.
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


class Token(NamedTuple):
    """A token; `at` and `end` are character offsets from 0."""

    kind: Kind
    word: str
    at: int

    @property
    def end(self) -> int:
        return self.at + len(self.word)

    @property
    def value(self) -> str:
        """The text between the quotes, unescaped."""
        return _ESCAPED.sub(lambda found: _PLAIN.get(found[1], found[1]), self.word[1:-1])


def tokenize(condition: str) -> list[Token]:
    """Split a condition into tokens, without white space. Raises BrokenError for an unterminated string."""
    return list(_split_tokens(condition))


def _split_tokens(condition: str) -> Iterator[Token]:
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


MAX_CHARACTERS = 20_000
MAX_NESTED = 40
EQUALITY: dict[str, Operator] = {"==": "==", "!=": "!=", "===": "===", "!==": "!=="}
CONSTANTS: dict[str, Scalar] = {"true": True, "false": False, "null": None, "undefined": ABSENT}
# Operators of other languages, with those to use here.
INSTEAD = {"=": "==", "&": "&&", "|": "||", "and": "&&", "or": "||", "not": "!"}
PAIRS = {")": "(", "]": "["}


def parse(condition: str) -> Node:
    """Parse a condition. Raises BrokenError or UnsupportedError."""
    if len(condition) > MAX_CHARACTERS:
        raise UnsupportedError(gettext("This condition is too long for Masthead to check."), 0, len(condition))
    words = tokenize(condition)
    if not words:
        raise BrokenError(gettext("The condition is empty."), 0, len(condition))
    # Check first, because an unbalanced bracket makes all later messages confusing.
    _check_balance(words)
    _ensure_known_words(words)
    return _Parser(words, len(condition)).parse()


def _check_balance(words: list[Token]) -> None:
    opened: list[Token] = []
    for word in words:
        if word.kind == "operator" and word.word in PAIRS.values():
            opened.append(word)
        elif word.kind == "operator" and word.word in PAIRS:
            if not opened or opened[-1].word != PAIRS[word.word]:
                raise BrokenError(
                    gettext("This %(word)s has no matching %(pair)s.", word=word.word, pair=PAIRS[word.word]),
                    word.at,
                    word.end,
                )
            opened.pop()
    if opened:
        raise BrokenError(gettext("This %(word)s isn't closed.", word=opened[-1].word), opened[-1].at, opened[-1].end)


def _ensure_known_words(words: list[Token]) -> None:
    for word in words:
        if word.kind == "foreign":
            raise UnsupportedError(
                gettext("Masthead doesn't know “%(word)s”.%(hint)s", word=f"{word.word:.20}", hint=_word_hint(word)),
                word.at,
                word.end,
            )


def _word_hint(word: Token) -> str:
    known = INSTEAD.get(word.word.lower())
    return gettext(" Did you mean %(known)s?", known=known) if known else ""


class _Parser:
    """Recursive descent parser, with a method for each precedence level."""

    def __init__(self, words: list[Token], length: int) -> None:
        self._words = words
        self._place = 0
        self._length = length
        self._depth = 0

    def parse(self) -> Node:
        tree = self._parse_or()
        left = self._peek_token()
        if left is not None:
            if left.kind == "operator" and left.word == "(":
                raise UnsupportedError(gettext("Masthead can't check function calls."), left.at, left.end)
            message = gettext(
                "An operator such as && is missing before “%(word)s”.%(hint)s",
                word=f"{left.word:.20}",
                hint=_word_hint(left),
            )
            raise UnsupportedError(message, left.at, left.end)
        return tree

    def _peek_token(self, *wanted: str) -> Token | None:
        """Return the next token if it is one of the `wanted` operators, or any next token if none are given."""
        word = self._words[self._place] if self._place < len(self._words) else None
        if word is None or not wanted:
            return word
        return word if word.kind == "operator" and word.word in wanted else None

    def _accept_token(self, *wanted: str) -> Token | None:
        word = self._peek_token(*wanted)
        self._place += word is not None
        return word

    def _parse_or(self) -> Node:
        parts = [self._parse_and()]
        while self._accept_token("||"):
            parts.append(self._parse_and())
        return parts[0] if len(parts) == 1 else Some(tuple(parts), parts[0].at, parts[-1].end)

    def _parse_and(self) -> Node:
        parts = [self._parse_comparison()]
        while self._accept_token("&&"):
            parts.append(self._parse_comparison())
        return parts[0] if len(parts) == 1 else Every(tuple(parts), parts[0].at, parts[-1].end)

    def _parse_comparison(self) -> Node:
        # `a == b == c` nests to the left. The depth is limited, since the tree is walked recursively.
        before = self._depth
        left = self._parse_unary()
        while operator := self._accept_token(*EQUALITY):
            self._enter_nesting(operator)
            right = self._parse_unary()
            left = Compare(left, EQUALITY[operator.word], right, left.at, right.end)
        self._depth = before
        return left

    def _enter_nesting(self, word: Token) -> None:
        self._depth += 1
        if self._depth > MAX_NESTED:
            raise UnsupportedError(
                gettext("This condition is nested too deeply for Masthead to check."), word.at, word.end
            )

    def _parse_unary(self) -> Node:
        if mark := self._accept_token("!"):
            self._enter_nesting(mark)
            inside = self._parse_unary()
            self._depth -= 1
            return Not(inside, mark.at, inside.end)
        if opened := self._accept_token("("):
            self._enter_nesting(opened)
            inside = self._parse_or()
            self._expect_sign(")")
            self._depth -= 1
            return inside
        return self._parse_operand()

    def _expect_sign(self, sign: str) -> Token:
        word = self._accept_token(sign)
        if word is None:
            found = self._peek_token()
            at = self._length if found is None else found.at
            where = "" if found is None else gettext(", not “%(word)s”", word=f"{found.word:.20}")
            raise UnsupportedError(
                gettext("The condition needs %(sign)s here%(where)s.", sign=sign, where=where), at, at + 1
            )
        return word

    def _parse_operand(self) -> Node:
        word = self._peek_token()
        if word is None:
            raise BrokenError(gettext("Something is missing at the end of the condition."), self._length, self._length)
        if word.kind == "operator":
            raise BrokenError(gettext("Something is missing before %(word)s.", word=word.word), word.at, word.end)
        self._place += 1
        if word.kind == "text":
            return Constant(word.value, word.at, word.end)
        if word.kind == "number":
            # JavaScript has one type of numbers; integers are only nicer to show.
            number = float(word.word)
            return Constant(int(number) if number.is_integer() else number, word.at, word.end)
        if word.word in CONSTANTS and not self._peek_token(".", "["):
            return Constant(CONSTANTS[word.word], word.at, word.end)
        return self._parse_member(word)

    def _parse_member(self, first: Token) -> MemberAccess:
        path, end = [first.word], first.end
        while step := self._accept_token(".", "["):
            name = self._peek_token()
            kind = "name" if step.word == "." else "text"
            if name is None or name.kind != kind:
                at = name or step
                raise UnsupportedError(
                    gettext("The name of a claim is missing after “%(word)s”.", word=step.word), at.at, at.end
                )
            self._place += 1
            path.append(name.word if kind == "name" else name.value)
            end = name.end if kind == "name" else self._expect_sign("]").end
        return MemberAccess(tuple(path), first.at, end)
