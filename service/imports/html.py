"""Converts HTML to rich text: blocks, marks, links, pictures and line breaks.

Scripts and navigation are left out.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast
from urllib.parse import quote, urljoin, urlsplit

from service.content.rich_text import build_block, build_image, build_link, build_text
from service.storage.documents import Fields

MAX_ADDRESS_LENGTH = 2048
_MARKS = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "s": "strikethrough", "del": "strikethrough"}
_CODE = frozenset({"code", "kbd", "samp", "tt"})
_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
_SPACES = re.compile(r"[ \t\n\r\f]+")
_MARKDOWN_SIGN = re.compile(r"[\\`*\[|]|~(?=~)|(?<!\w)_|_(?!\w)|<(?=[a-zA-Z/!?])|&(?=#?\w+;)")
_BEGINS_A_BLOCK = re.compile(r"(#{1,6}(?= |$)|[-+>=]|\d{1,9}(?=[.)]))")
BREAK = build_text("\n")

Element = Any
"""A node of justhtml's tree, which has no types: name, attrs, children, data."""

DEEPEST = 12
"""Deepest nesting of lists, quotations and tables; deeper content becomes plain paragraphs."""

_LEFT_OUT = """script style template noscript head svg math iframe object embed applet audio video canvas map
    input button select textarea dialog nav footer aside"""

_BLOCKS = """address article body center dd details div dl dt fieldset figcaption figure form header hgroup html li main
    p section summary tbody td tfoot th thead tr ul ol table blockquote pre h1 h2 h3 h4 h5 h6 caption"""

_DROPPED = frozenset(_LEFT_OUT.split())
_BREAKING = frozenset(_BLOCKS.split())
_HEADINGS = {f"h{level}": f"heading-{level}" for level in range(1, 7)}

_ANCHOR_SIGNS = frozenset({"¶", "#"})
"""Texts of permalinks beside a heading."""

_SPACE = build_text(" ")
_LISTS = {"ul": "list-unordered", "ol": "list-ordered"}


@dataclass(frozen=True)
class Style:
    """The formatting of a piece of text, and the URL that it links to."""

    marks: tuple[str, ...] = ()
    is_code: bool = False
    address: str = ""

    def within(self, name: str, attributes: Mapping[str, str | None], base: str) -> "Style":
        """Return the style of text inside a child element."""
        if name in _CODE:
            return replace(self, is_code=True)
        if name == "a":
            return replace(self, address=absolute_url(base, attributes.get("href")))
        mark = _MARKS.get(name)
        return self if mark is None or mark in self.marks else replace(self, marks=(*self.marks, mark))


@dataclass
class HtmlLine:
    """A paragraph, heading or cell; `nodes` are rich-text nodes."""

    nodes: list[Fields] = field(default_factory=list)
    _at_start: bool = True
    _after_space: bool = True

    def add(self, words: str, style: Style) -> None:
        content = _SPACES.sub(" ", words)
        if self._after_space:
            content = content.removeprefix(" ")
        if not content:
            return
        # Markdown marks must touch a word: "**so **" is not bold.
        for part in re.split("(^ | $)", content):
            if part:
                self._add_text(part, style if part != " " else replace(style, marks=(), is_code=False))
        self._after_space = content.endswith(" ")

    def add_break(self) -> None:
        if self.nodes:
            self.nodes.append(BREAK)
            self._at_start = self._after_space = True

    def add_picture(self, address: str, words: str) -> None:
        if address:
            self.nodes.append(build_image(address, _escape_markdown(_SPACES.sub(" ", words))))
            self._at_start = self._after_space = False

    def _add_text(self, content: str, style: Style) -> None:
        if style.is_code and "`" not in content:
            text = build_text(content, (*style.marks, "code"))
        else:
            escaped = _escape_markdown(content)
            # Text at the start of a block could be mistaken for a block mark, such as "1.".
            if self._at_start and _BEGINS_A_BLOCK.match(escaped):
                escaped = _BEGINS_A_BLOCK.sub(_escape_block_mark, escaped, count=1)
            text = build_text(escaped, style.marks)
        self._at_start = False
        self.nodes.append(build_link(style.address, [text]) if style.address else text)


def absolute_url(base: str, written: str | None) -> str:
    """Return an absolute URL that is safe in Markdown, or an empty string if pages may not link to it."""
    try:
        address = urljoin(base, (written or "").strip())
        known = urlsplit(address).scheme in _SCHEMES
    except ValueError:
        return ""
    quoted = quote(address, safe="/%:=&?~+!$,;'@*[]#")
    return quoted if known and len(quoted) <= MAX_ADDRESS_LENGTH else ""


def _escape_block_mark(found: re.Match[str]) -> str:
    sign: str = found[1]
    return f"{sign}\\" if sign.isdigit() else f"\\{sign}"


def _escape_markdown(words: str) -> str:
    return _MARKDOWN_SIGN.sub(lambda sign: f"\\{sign[0]}", words)


def parse_blocks(element: Element, base: str, depth: int = 0) -> list[Fields]:
    """Convert the blocks of an element. URLs are resolved against `base`."""
    reading = _BlockParser(base, depth)
    waiting: list[tuple[Element | None, Style]] = [(child, Style()) for child in reversed(element.children or ())]
    while waiting:
        child, style = waiting.pop()
        if child is None:
            reading.end_line()
        elif not reading.convert_child(child, style):
            inner = style.within(child.name, child.attrs or {}, base)
            below = [(each, inner) for each in reversed(child.children or ())]
            apart = [(None, style)] if child.name in _BREAKING else []
            waiting += [*apart, *below, *apart]
    reading.end_line()
    return reading.found


def parse_inline(element: Element, base: str) -> list[Fields]:
    """Convert the text of an element to a single line."""
    nodes: list[Fields] = []
    for items in parse_blocks(element, base, DEEPEST):
        nodes += [_SPACE] if nodes else []
        nodes += [_SPACE if node == BREAK else node for node in cast("list[Fields]", items["nodes"])]
    return nodes


@dataclass
class _BlockParser:
    base: str
    depth: int
    found: list[Fields] = field(default_factory=list)
    line: HtmlLine = field(default_factory=HtmlLine)

    def end_line(self) -> None:
        if self.line.nodes:
            self.found.append(build_block("paragraph", self.line.nodes))
        self.line = HtmlLine()

    def convert_child(self, child: Element, style: Style) -> bool:
        """Convert a child element; return False if its children are to be converted instead."""
        name: str = child.name
        if name == "#text":
            self.line.add(child.data or "", style)
        elif name == "br":
            self.line.add_break()
        elif name == "img":
            self.line.add_picture(absolute_url(self.base, child.attrs.get("src")), child.attrs.get("alt") or "")
        elif _is_left_out(child):
            pass
        elif name in _CONVERTERS and self.depth < DEEPEST:
            self.end_line()
            self.found += _CONVERTERS[name](child, self.base, self.depth + 1)
        else:
            return False
        return True


def _is_left_out(child: Element) -> bool:
    if child.name in _DROPPED or child.name.startswith(("#", "!")):
        return True
    if child.name == "a" and child.to_text().strip() in _ANCHOR_SIGNS:
        return True
    return "hidden" in child.attrs or child.attrs.get("aria-hidden") == "true"


def _convert_heading(element: Element, base: str, _depth: int) -> list[Fields]:
    words = parse_inline(element, base)
    return [build_block(_HEADINGS[element.name], words)] if words else []


def _convert_list(element: Element, base: str, depth: int) -> list[Fields]:
    parts = [parse_blocks(child, base, depth) for child in element.children if child.name not in {"#text", "#comment"}]
    items: list[Fields] = [build_block("list-item", inner) for inner in parts if inner]
    return [build_block(_LISTS[element.name], items)] if items else []


def _convert_quotation(element: Element, base: str, depth: int) -> list[Fields]:
    inner = parse_blocks(element, base, depth)
    return [build_block("blockquote", inner)] if inner else []


def _convert_code(element: Element, _base: str, _depth: int) -> list[Fields]:
    written = element.to_text(separator="", strip=False).strip("\n")
    named = [each for each in [element, *element.children] if each.name in {"pre", "code"}]
    classes = " ".join(each.attrs.get("class") or "" for each in named).split()
    languages = [each.partition("-")[2] for each in classes if each.startswith(("language-", "lang-"))]
    syntax: Fields = {"syntax": languages[0]} if languages and languages[0].isalnum() else {}
    return [build_block("code", [build_text(written)], syntax)] if written.strip() else []


def _convert_table(element: Element, base: str, _depth: int) -> list[Fields]:
    parts = [part for part in element.children if part.name in {"thead", "tbody", "tfoot"}]
    rows = [row for part in parts for row in part.children if row.name == "tr"]
    cells = [[cell for cell in row.children if cell.name in {"td", "th"}] for row in rows]
    shown = [
        build_block("table-row", [build_block("table-cell", parse_inline(cell, base)) for cell in items])
        for items in cells
        if items
    ]
    return [build_block("table", shown)] if shown else []


_CONVERTERS: dict[str, Callable[[Element, str, int], list[Fields]]] = {
    **dict.fromkeys(_HEADINGS, _convert_heading),
    **dict.fromkeys(_LISTS, _convert_list),
    "blockquote": _convert_quotation,
    "pre": _convert_code,
    "table": _convert_table,
    "hr": lambda _element, _base, _depth: [build_block("divider", [])],
}
