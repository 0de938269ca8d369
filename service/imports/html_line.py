"""A line of words as it is put together from HTML: runs with their marks, links, pictures and breaks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import quote, urljoin, urlsplit

from pydantic import JsonValue

from service.storage.documents import Fields

MAX_ADDRESS_LENGTH = 2048

_MARKS = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "s": "strikethrough", "del": "strikethrough"}
_CODE = frozenset({"code", "kbd", "samp", "tt"})
_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
_SPACES = re.compile(r"[ \t\n\r\f]+")
_MEANS_SOMETHING = re.compile(r"[\\`*\[|]|~(?=~)|(?<!\w)_|_(?!\w)|<(?=[a-zA-Z/!?])|&(?=#?\w+;)")
_BEGINS_A_BLOCK = re.compile(r"(#{1,6}(?= |$)|[-+>=]|\d{1,9}(?=[.)]))")


def text_node(words: str, marks: tuple[str, ...] = ()) -> Fields:
    carried: list[JsonValue] = [{"object": "mark", "type": mark} for mark in marks]
    return {"object": "text", "leaves": [{"object": "leaf", "text": words, "marks": carried}]}


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

    nodes: list[JsonValue] = field(default_factory=list)
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
            data: Fields = {"ref": {"kind": "url", "url": address}, "alt": _escape(_SPACES.sub(" ", words))}
            self.nodes.append({"object": "inline", "type": "inline-image", "data": data, "nodes": []})
            self._at_start = self._after_space = False

    def _add_text(self, said: str, style: Style) -> None:
        if style.is_code and "`" not in said:
            text = text_node(said, (*style.marks, "code"))
        else:
            escaped = _escape(said)
            # What a block begins with could be taken for the mark of another kind of block.
            text = text_node(
                _BEGINS_A_BLOCK.sub(_escape_block_mark, escaped, count=1)
                if self._would_begin_block(escaped)
                else escaped,
                style.marks,
            )
        self._at_start = False
        if style.address:
            data: Fields = {"ref": {"kind": "url", "url": style.address}}
            self.nodes.append({"object": "inline", "type": "link", "data": data, "nodes": [text]})
        else:
            self.nodes.append(text)

    def _would_begin_block(self, escaped: str) -> bool:
        return self._at_start and _BEGINS_A_BLOCK.match(escaped) is not None


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
