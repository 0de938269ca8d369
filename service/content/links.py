"""The links in a page's text, pictures among them, and where on the page they stand."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from markdown_it.token import Token

from service.content.markdown import sections
from service.content.parsed import attribute, tokens

_LINKS = {"link_open": "href", "image": "src"}
_HTML = {"html_block", "html_inline"}
_SOURCES = {"a": "href", "img": "src", "source": "src", "video": "src", "audio": "src"}
# Bounded, so that no text makes it read on from each of its signs. A comment that is never closed goes to the end.
_TAG = re.compile(
    r"""<!--.*?(?:-->|\Z)|<([a-z][a-z0-9-]*+)((?:[^<>"']{1,1000}+|"[^"]{0,4000}+"|'[^']{0,4000}+'){0,40}+)>""",
    re.IGNORECASE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""(?<![^\s"'/])([^\s"'=<>/]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'<>]++))""")
_TEMPLATE_TAG = re.compile(
    r"""^[ \t]*+\{%[ \t]*+(?:content-ref|embed|file)\b[^\n"]{0,200}?\b(?:src|url)="([^"\n]++)\"""", re.MULTILINE
)
"""A link of the kind `{% file src="a.pdf" %}`, which Markdown takes for words."""


@dataclass(frozen=True)
class ContentLink:
    """`anchors` are those of the sections that link to the address, None before the first heading."""

    address: str
    anchors: tuple[str | None, ...]


@lru_cache(maxsize=4096)
def links(markdown: str) -> tuple[ContentLink, ...]:
    """Each address once, in the order in which they come first, those of HTML in the text too."""
    anchors = iter(section.anchor for section in sections(markdown))
    here = next(anchors)
    found: dict[str, dict[str | None, None]] = {}
    for token in tokens(markdown):
        if token.type == "heading_open" and token.level == 0:
            here = next(anchors)
        for address in _addresses(token):
            found.setdefault(address, {})[here] = None
    return tuple(ContentLink(address, tuple(places)) for address, places in found.items())


@lru_cache(maxsize=4096)
def anchors(markdown: str) -> frozenset[str]:
    """The names that a link can point to on the page: its sections, and ids and names in its HTML."""
    named = {
        each[name]
        for token in tokens(markdown)
        for part in (token, *(token.children or ()))
        for _, each in _tags(part)
        for name in ("id", "name")
        if each.get(name)
    }
    return frozenset(section.anchor for section in sections(markdown) if section.anchor) | named


def _addresses(token: Token) -> Iterator[str]:
    if token.type == "inline":
        yield from _TEMPLATE_TAG.findall(token.content)
    for part in (token, *(token.children or ())):
        if part.type in _LINKS:
            yield attribute(part, _LINKS[part.type])
        for name, told in _tags(part):
            if told.get(_SOURCES.get(name, "")):
                yield told[_SOURCES[name]]
            yield from (each.split()[0] for each in re.split(r",\s+", told.get("srcset", "")) if each)


def _tags(part: Token) -> Iterator[tuple[str, dict[str, str]]]:
    """The tags in a piece of HTML, each with its attributes."""
    for tag in _TAG.finditer(part.content) if part.type in _HTML else ():
        found = _ATTRIBUTE.findall(tag[2] or "")
        yield (tag[1] or "").lower(), {name.lower(): unescape("".join(value)).strip() for name, *value in found}
