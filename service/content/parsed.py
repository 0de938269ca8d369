"""Markdown as a parser reads it: CommonMark with tables and struck out text."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


@lru_cache(maxsize=256)
def tokens(markdown: str) -> tuple[Token, ...]:
    """The blocks of a text in the parser's order, each opened and closed; they must not be changed."""
    return tuple(_PARSER.parse(markdown))


def inline(found: Sequence[Token]) -> Iterator[tuple[int, Token]]:
    """The runs of text among these, each with its place."""
    yield from ((place, token) for place, token in enumerate(found) if token.type == "inline")


def attribute(token: Token, name: str) -> str:
    """An attribute as text, empty where there is none."""
    return str(token.attrGet(name) or "")
