"""Markdown as far as a search needs it: the sections of a page, and their text without marks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from service.slugs import free_slug, slug

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_MARKS = (
    (re.compile(r"!?\[([^\]]*)\]\([^)]*\)"), r"\1"),  # a link or a picture: its words
    (re.compile(r"<[^>\n]*>"), " "),
    (re.compile(r"^[ \t]*(?:[-+*>]|\d+[.)])[ \t]+", re.MULTILINE), ""),  # items of lists, quotations
    (re.compile(r"^[ \t|:-]*\|[ \t|:-]*$", re.MULTILINE), ""),  # the rule under a table's head
    (re.compile(r"[*_`~|]+"), " "),
    (re.compile(r"\s+"), " "),
)


@dataclass
class Section:
    """A part of a page under a heading; `anchor` is None and `title` empty for what stands before the first."""

    anchor: str | None
    title: str
    lines: list[str] = field(default_factory=list)

    @property
    def body(self) -> str:
        return plain("\n".join(self.lines))


def sections(markdown: str) -> list[Section]:
    """The parts of a page in order. A heading within code is none."""
    found = [Section(None, "")]
    anchors: set[str] = set()
    for line, is_code in _lines(markdown):
        heading = None if is_code else _HEADING.match(line)
        if heading is None:
            found[-1].lines.append(line)
        else:
            title = plain(heading[2])
            anchor = free_slug(slug(title), anchors)
            anchors.add(anchor)
            found.append(Section(anchor, title))
    return found


def plain(markdown: str) -> str:
    """The words alone, in one line."""
    for mark, instead in _MARKS:
        markdown = mark.sub(instead, markdown)
    return markdown.strip()


def _lines(markdown: str) -> Iterator[tuple[str, bool]]:
    fence: str | None = None
    for line in markdown.splitlines():
        mark = _FENCE.match(line)
        if mark is not None and fence in {None, mark[1]}:
            fence = mark[1] if fence is None else None
            continue
        yield line, fence is not None
