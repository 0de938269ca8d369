"""Parses Markdown (CommonMark with tables and strikethrough), splits it into sections, and strips its markup."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from service.slugs import FreeSlugs, build_slug

MAX_REMEMBERED = 20_000
"""Longest token list that is cached."""

_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_LINE_ENDS = re.compile(r"\r\n?|\n")  # as the parser splits lines
_FENCE = re.compile(r"^ {0,3}(?:```|~~~).*$", re.MULTILINE)

_MARKS = (
    # Bounded, so that a text made of brackets doesn't take quadratic time.
    (re.compile(r"(?<!\\)!?\[([^\[\]]{0,1000})\]\([^()\n]{0,2000}\)"), r"\1"),  # keep the text of links and pictures
    (re.compile(r"(?<!\\)<[^<>\n]*>"), " "),
    (re.compile(r"^[ \t]*(?:[-+*>]|\d+[.)])[ \t]+", re.MULTILINE), ""),  # list items and quotations
    (re.compile(r"^[ \t|:-]*\|[ \t|:-]*$", re.MULTILINE), ""),  # the line under a table's header
    (re.compile(r"(?<!\\)[*_`~|]+"), " "),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),  # an escaped character
    (re.compile(r"\s+"), " "),
)


class _TooManyError(Exception):
    """Too many tokens to cache: even a small hostile text can produce very many."""

    def __init__(self, found: tuple[Token, ...]) -> None:
        super().__init__(len(found))
        self.found = found


def parse_tokens(markdown: str) -> tuple[Token, ...]:
    """Parse Markdown. The tokens are cached, so don't change them."""
    try:
        return _parse_cached(markdown)
    except _TooManyError as too_many:
        return too_many.found


@lru_cache(maxsize=256)
def _parse_cached(markdown: str) -> tuple[Token, ...]:
    found = tuple(_PARSER.parse(markdown))
    if len(found) > MAX_REMEMBERED:
        raise _TooManyError(found)
    return found


@dataclass(frozen=True)
class Section:
    """A section of a page. The text before the first heading has the anchor None and no title."""

    anchor: str | None
    title: str
    written: str

    @property
    def body(self) -> str:
        """The text without markup, on one line."""
        return to_plain_text(_FENCE.sub("", self.written))


def split_sections(markdown: str) -> list[Section]:
    """Split a page at its headings."""
    lines = _LINE_ENDS.split(markdown)
    heads = [*_list_headings(markdown), (len(lines), len(lines), "")]
    found = [Section(None, "", "\n".join(lines[: heads[0][0]]))]
    anchors = FreeSlugs()
    for (_, after, title), (following, *_) in pairwise(heads):
        found.append(Section(anchors.take(build_slug(title)), title, "\n".join(lines[after:following])))
    return found


def to_plain_text(markdown: str) -> str:
    """Remove markup and line breaks."""
    for mark, instead in _MARKS:
        markdown = mark.sub(instead, markdown)
    return markdown.strip()


def _list_headings(markdown: str) -> list[tuple[int, int, str]]:
    found = parse_tokens(markdown)
    return [
        (token.map[0], token.map[1], to_plain_text(found[place + 1].content))
        for place, token in enumerate(found)
        if token.type == "heading_open" and token.level == 0 and token.map
    ]
