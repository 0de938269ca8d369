"""Markdown as a parser reads it: CommonMark with tables and struck out text."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

MAX_REMEMBERED = 20_000
"""Blocks and runs of one text."""

_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


class _TooManyError(Exception):
    """The text has more parts than we keep: a small text can be built to have a great many."""

    def __init__(self, found: tuple[Token, ...]) -> None:
        super().__init__(len(found))
        self.found = found


def tokens(markdown: str) -> tuple[Token, ...]:
    """In the parser's order, each opened and closed; shared, so nobody may change them."""
    try:
        return _remembered(markdown)
    except _TooManyError as too_many:
        return too_many.found


@lru_cache(maxsize=256)
def _remembered(markdown: str) -> tuple[Token, ...]:
    found = tuple(_PARSER.parse(markdown))
    if len(found) > MAX_REMEMBERED:
        raise _TooManyError(found)
    return found


def inline(found: Sequence[Token]) -> Iterator[tuple[int, Token]]:
    """With the index of each."""
    yield from ((place, token) for place, token in enumerate(found) if token.type == "inline")


def attribute(token: Token, name: str) -> str:
    """Empty where there is none."""
    return str(token.attrGet(name) or "")
