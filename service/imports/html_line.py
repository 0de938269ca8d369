"""A line of words as it is put together from HTML: runs with their marks, links, pictures and breaks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import quote, urljoin, urlsplit

from service.content.rich_text import image_node, link_node, text_node
from service.storage.documents import Fields

MAX_ADDRESS_LENGTH = 2048

_MARKS = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "s": "strikethrough", "del": "strikethrough"}
_CODE = frozenset({"code", "kbd", "samp", "tt"})
_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
_SPACES = re.compile(r"[ \t\n\r\f]+")
_MEANS_SOMETHING = re.compile(r"[\\`*\[|]|~(?=~)|(?<!\w)_|_(?!\w)|<(?=[a-zA-Z/!?])|&(?=#?\w+;)")
_BEGINS_A_BLOCK = re.compile(r"(#{1,6}(?= |$)|[-+>=]|\d{1,9}(?=[.)]))")


BREAK = text_node("\n")


@dataclass(frozen=True)
class Style:
    """Formatting of text within some elements, and the URL that it links to."""

    marks: tuple[str, ...] = ()
    is_code: bool = False
    address: str = ""

    def within(self, name: str, attributes: Mapping[str, str | None], base: str) -> "Style":
        """Inside one more element."""
        if name in _CODE:
            return replace(self, is_code=True)
        if name == "a":
            return replace(self, address=absolute_url(base, attributes.get("href")))
        mark = _MARKS.get(name)
        return self if mark is None or mark in self.marks else replace(self, marks=(*self.marks, mark))


@dataclass
class HtmlLine:
    """One paragraph, heading or cell; `nodes` are those of a rich text."""

    nodes: list[Fields] = field(default_factory=list)
    _at_start: bool = True
    _after_space: bool = True

    def add(self, words: str, style: Style) -> None:
        said = _SPACES.sub(" ", words)
        if self._after_space:
            said = said.removeprefix(" ")
        if not said:
            return
        # Marks must stand right at a word: "**so **" is not bold.
        for part in re.split("(^ | $)", said):
            if part:
                self._add_text(part, style if part != " " else replace(style, marks=(), is_code=False))
        self._after_space = said.endswith(" ")

    def add_break(self) -> None:
        if self.nodes:
            self.nodes.append(BREAK)
            self._at_start = self._after_space = True

    def picture(self, address: str, words: str) -> None:
        if address:
            self.nodes.append(image_node(address, _escape(_SPACES.sub(" ", words))))
            self._at_start = self._after_space = False

    def _add_text(self, said: str, style: Style) -> None:
        if style.is_code and "`" not in said:
            text = text_node(said, (*style.marks, "code"))
        else:
            escaped = _escape(said)
            # What a block begins with could be taken for the mark of another kind of block.
            if self._at_start and _BEGINS_A_BLOCK.match(escaped):
                escaped = _BEGINS_A_BLOCK.sub(_escape_block_mark, escaped, count=1)
            text = text_node(escaped, style.marks)
        self._at_start = False
        self.nodes.append(link_node(style.address, [text]) if style.address else text)


def absolute_url(base: str, written: str | None) -> str:
    """In characters that Markdown takes; empty for what a page may not link to."""
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


def _escape(words: str) -> str:
    return _MEANS_SOMETHING.sub(lambda sign: f"\\{sign[0]}", words)
