"""Finds a page's links, the sections that contain them, and their targets within the revision.

A target is stored as a JSON object: `kind` is `page` (with `page`, perhaps `anchor`), `file` (with `file`), `app` (a
place in one of the organization's spaces: `space`, `path`, `anchor`, and `url` as it was written) or `url`.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from urllib.parse import unquote, urlsplit

from markdown_it.token import Token

from service.content.markdown import parse_tokens, split_sections
from service.content.pages import Leaf
from service.storage.documents import Fields

_LINKS = {"link_open": "href", "image": "src"}
_HTML = {"html_block", "html_inline"}
_SOURCES = {"a": "href", "img": "src", "source": "src", "video": "src", "audio": "src"}

# Bounded quantifiers, so that hostile text can't cause quadratic time. An unclosed comment extends to the end.
_TAG = re.compile(
    r"""<!--.*?(?:-->|\Z)|<([a-z][a-z0-9-]*+)((?:[^<>"']{1,1000}+|"[^"]{0,4000}+"|'[^']{0,4000}+'){0,40}+)>""",
    re.IGNORECASE | re.DOTALL,
)

_ATTRIBUTE = re.compile(r"""(?<![^\s"'/])([^\s"'=<>/]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'<>]++))""")

_TEMPLATE_TAG = re.compile(
    r"""^[ \t]*+\{%[ \t]*+(?:content-ref|embed|file)\b[^\n"]{0,200}?\b(?:src|url)="([^"\n]++)\"""", re.MULTILINE
)
"""A link such as `{% file src="a.pdf" %}`, which is plain text in Markdown."""

OK, BROKEN, IN_APP = "ok", "broken", "in-app"

FILES = "files/"
"""Prefix of the paths of files, from the top of their space."""

_DOWNLOAD_PATH = re.compile(r"/files/([^/]+)/[^/]+")
_ENDINGS = (".md", ".markdown")
_INDEX_NAMES = {"readme", "index"}


@dataclass(frozen=True)
class ContentLink:
    """A link as written. `anchors` are the sections that contain it; None is the text before the first heading."""

    address: str
    anchors: tuple[str | None, ...]


@lru_cache(maxsize=4096)
def find_links(markdown: str) -> tuple[ContentLink, ...]:
    """Find the links on a page, including those in HTML: each address once, in order of first occurrence."""
    anchors = iter(section.anchor for section in split_sections(markdown))
    here = next(anchors)
    found: dict[str, dict[str | None, None]] = {}
    for token in parse_tokens(markdown):
        if token.type == "heading_open" and token.level == 0:
            here = next(anchors)
        for address in _link_addresses(token):
            found.setdefault(address, {})[here] = None
    return tuple(ContentLink(address, tuple(places)) for address, places in found.items())


@lru_cache(maxsize=4096)
def find_anchors(markdown: str) -> frozenset[str]:
    """Find the anchors of a page: its sections, and ids and names in its HTML."""
    named = {
        each[name]
        for token in parse_tokens(markdown)
        for part in (token, *(token.children or ()))
        for _, each in _html_tags(part)
        for name in ("id", "name")
        if each.get(name)
    }
    return frozenset(section.anchor for section in split_sections(markdown) if section.anchor) | named


def _link_addresses(token: Token) -> Iterator[str]:
    if token.type == "inline":
        yield from _TEMPLATE_TAG.findall(token.content)
    for part in (token, *(token.children or ())):
        if part.type in _LINKS:
            yield str(part.attrGet(_LINKS[part.type]) or "")
        for name, attributes in _html_tags(part):
            if attributes.get(_SOURCES.get(name, "")):
                yield attributes[_SOURCES[name]]
            yield from (each.split()[0] for each in re.split(r",\s+", attributes.get("srcset", "")) if each)


def _html_tags(part: Token) -> Iterator[tuple[str, dict[str, str]]]:
    for tag in _TAG.finditer(part.content) if part.type in _HTML else ():
        found = _ATTRIBUTE.findall(tag[2] or "")
        yield (tag[1] or "").lower(), {name.lower(): unescape("".join(value)).strip() for name, *value in found}


def space_url(organization_id: object, space_id: object) -> str:
    return f"/o/{organization_id}/s/{space_id}"


def page_url(organization_id: object, space_id: object, path: str) -> str:
    """Build the URL of a page; `path` may end with the `#anchor` of a section."""
    return f"{space_url(organization_id, space_id)}/{path}"


def change_request_url(organization_id: object, space_id: object, number: object) -> str:
    return page_url(organization_id, space_id, f"~/changes/{number}")


@dataclass(frozen=True)
class KnownFile:
    """A file that links can point to; `key` is the secret in its download URL."""

    id: str
    name: str
    key: str


class Targets:
    """The pages and files of one revision, for resolving links."""

    def __init__(self, organization_id: str, leaves: Iterable[Leaf], files: Iterable[KnownFile]) -> None:
        pages = [leaf for leaf in leaves if leaf.fields["type"] != "link"]
        self._in_app = re.compile(rf"/o/{re.escape(organization_id)}(?:/s/(?P<space>[^/]+)(?P<path>/.*)?)?(?:/.*)?")
        self._first = pages[0] if pages else None
        self._by_path = {leaf.path: leaf for leaf in pages}
        known = list(files)
        # Reversed, so that the first of several files with the same name wins.
        self._by_name: Mapping[str, str] = {file.name: file.id for file in reversed(known)}
        self._ids = {file.id for file in known}
        self._by_key: Mapping[str, str] = {file.key: file.id for file in known}

    def resolve_cover(self, leaf: Leaf) -> tuple[str, Fields] | None:
        """Return the status and the target of a page's cover; None unless it is a file."""
        cover = leaf.fields.get("cover")
        picture = cover.get("ref") if isinstance(cover, dict) else None
        file = picture.get("file") if isinstance(picture, dict) else None
        return None if file is None else (OK if file in self._ids else BROKEN, {"kind": "file", "file": file})

    def resolve(self, leaf: Leaf, address: str) -> tuple[str, Fields]:
        """Return the status and the target of a link on this page."""
        elsewhere: Fields = {"kind": "url", "url": address}
        try:
            parts = urlsplit(address)
        except ValueError:
            return BROKEN, elsewhere
        path, anchor = unquote(parts.path), unquote(parts.fragment)
        download = _DOWNLOAD_PATH.fullmatch(path)
        if download and download[1] in self._by_key:
            return OK, {"kind": "file", "file": self._by_key[download[1]]}
        in_app = self._in_app.fullmatch(path)
        if in_app and parts.scheme in {"", "http", "https"}:
            space, below = in_app["space"] or "", (in_app["path"] or "").strip("/")
            return IN_APP, {"kind": "app", "space": space, "path": below, "anchor": anchor, "url": address}
        if parts.scheme or parts.netloc:
            return OK, elsewhere
        return self._resolve_in_space(leaf, path, anchor) or (BROKEN, elsewhere)

    def _resolve_in_space(self, leaf: Leaf, path: str, anchor: str) -> tuple[str, Fields] | None:
        if not path:
            return _page_target(leaf, anchor)
        place = _resolve_path(leaf, path)
        file = self._by_name.get(place.removeprefix(FILES)) if place.startswith(FILES) else None
        if file:
            return OK, {"kind": "file", "file": file}
        named = _page_path(place)
        page = self._by_path.get(named) if named else self._first
        return _page_target(page, anchor) if page else None


def _page_target(page: Leaf, anchor: str) -> tuple[str, Fields]:
    target: Fields = {"kind": "page", "page": page.id}
    if not anchor:
        return OK, target
    return OK if anchor in find_anchors(page.markdown) else BROKEN, target | {"anchor": anchor}


def _resolve_path(leaf: Leaf, path: str) -> str:
    whole = path if path.startswith("/") else f"/{posixpath.dirname(leaf.path)}/{path}"
    return posixpath.normpath(whole).lstrip("/")


def _page_path(place: str) -> str:
    for ending in _ENDINGS:
        place = place.removesuffix(ending)
    above, _, name = place.rpartition("/")
    return above if name.lower() in _INDEX_NAMES else place
