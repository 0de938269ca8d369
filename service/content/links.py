"""The links in a page's text, pictures among them, and where on the page they stand."""

from dataclasses import dataclass
from functools import lru_cache

from service.content.markdown import sections
from service.content.parsed import attribute, tokens

_LINKS = {"link_open": "href", "image": "src"}


@dataclass(frozen=True)
class ContentLink:
    """`anchors` are those of the sections that link to the address, None before the first heading."""

    address: str
    anchors: tuple[str | None, ...]


@lru_cache(maxsize=4096)
def links(markdown: str) -> tuple[ContentLink, ...]:
    """Each address once, in the order in which they come first."""
    anchors = iter(section.anchor for section in sections(markdown))
    here = next(anchors)
    found: dict[str, dict[str | None, None]] = {}
    for token in tokens(markdown):
        if token.type == "heading_open" and token.level == 0:
            here = next(anchors)
        for part in token.children or ():
            if part.type in _LINKS:
                found.setdefault(attribute(part, _LINKS[part.type]), {})[here] = None
    return tuple(ContentLink(address, tuple(places)) for address, places in found.items())
