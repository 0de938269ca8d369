"""Fetches pages to import and parses them: one document, or a website's documents below the first one."""

import mimetypes
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from email.message import Message
from pathlib import PurePosixPath
from urllib.parse import SplitResult, unquote, urldefrag, urlsplit

from justhtml import JustHTML
from justhtml.parser.encoding import decode_html

from contract.authoring.content import ContentImport
from fetching.failures import FetchError
from fetching.fetcher import FetchedDocument, Fetcher
from service.content.links import find_links
from service.content.markdown import MAX_REMEMBERED, parse_tokens, to_plain_text
from service.content.pages import PageDraft
from service.content.rich_text import to_markdown
from service.imports.html import Element, absolute_url, parse_blocks
from service.storage.documents import Fields

MAX_PAGE = 100_000
"""Longest Markdown of a page: hostile texts take the parser more than linear time."""

MAX_TITLE_LENGTH, MAX_DESCRIPTION_LENGTH = 200, 500

HTML = frozenset({"text/html", "application/xhtml+xml"})
MARKDOWN = frozenset({"text/markdown", "text/x-markdown", "text/plain"})
_ANY = frozenset({"", "application/octet-stream", "binary/octet-stream"})

_NO_TAG = re.compile("<(?![a-zA-Z/!?])")
_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<fields>.{0,10000}?)\n---[ \t]*\n", re.DOTALL)
_FRONT_MATTER_LINE = re.compile(r"""^(title|description):[ \t]*(["']?)(.+?)\2[ \t]*$""", re.MULTILINE)
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


class UnreadablePageError(Exception):
    """The document isn't HTML or Markdown that we can parse."""


@dataclass(frozen=True)
class ImportedPage:
    """A parsed page; `links` are the URLs in it, each once."""

    draft: PageDraft
    links: tuple[str, ...] = ()


def parse_page(fetched: FetchedDocument) -> ImportedPage:
    """Parse a page. Raises UnreadablePageError."""
    metadata = Message()
    metadata["Content-Type"] = fetched.content_type
    kind = metadata.get_content_type() if fetched.content_type else ""
    if kind in _ANY:
        kind = mimetypes.guess_type(urlsplit(fetched.url).path)[0] or ""
    if kind in HTML:
        return _cache_links(_parse_html(fetched, metadata.get_content_charset()))
    if kind in MARKDOWN:
        return _cache_links(_parse_markdown(fetched))
    raise UnreadablePageError(kind)


def _cache_links(read: ImportedPage) -> ImportedPage:
    # Fills the cache now, so that the later write doesn't block others while it parses.
    find_links(read.draft.markdown)
    return read


def _parse_html(fetched: FetchedDocument, charset: str | None) -> ImportedPage:
    text, _ = decode_html(fetched.content, charset)
    # The parser would start over at each "<" that begins no tag.
    document = JustHTML(_NO_TAG.sub("&lt;", text), sanitize=False)
    base = absolute_url(fetched.url, _find_attribute(document, "base[href]", "href")) or fetched.url
    body = _find_first(document, "main", "article", "body")
    content: Fields = {"nodes": list(parse_blocks(body, base))} if body is not None else {}
    draft = _split_heading(to_markdown(content))
    title = draft.title or _element_text(document.query_one("title")) or _title_from_url(fetched.url)
    description = draft.description or _find_attribute(document, 'meta[name="description"]', "content")
    found = (absolute_url(base, (link.attrs or {}).get("href")) for link in document.query("a[href]"))
    return ImportedPage(
        _build_draft(title, description, draft.markdown), tuple(dict.fromkeys(each for each in found if each))
    )


def _parse_markdown(fetched: FetchedDocument) -> ImportedPage:
    try:
        text = fetched.content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadablePageError from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    front = _FRONT_MATTER.match(text)
    metadata = {name: value for name, _, value in _FRONT_MATTER_LINE.findall(front["fields"])} if front else {}
    draft = _split_heading(text[front.end() :] if front else text)
    title = metadata.get("title") or draft.title or _title_from_url(fetched.url)
    found = (absolute_url(fetched.url, link.address) for link in find_links(draft.markdown))
    return ImportedPage(
        _build_draft(title, metadata.get("description", ""), draft.markdown), tuple(each for each in found if each)
    )


def _split_heading(markdown: str) -> PageDraft:
    found = parse_tokens(markdown) if len(markdown) <= MAX_PAGE else ()
    if not 0 < len(found) <= MAX_REMEMBERED:
        raise UnreadablePageError
    if not (found and found[0].type == "heading_open" and found[0].tag == "h1" and found[0].map):
        return _build_draft("", "", markdown)
    return _build_draft(to_plain_text(found[1].content), "", "\n".join(markdown.split("\n")[found[0].map[1] :]))


def _build_draft(title: str, description: str, markdown: str) -> PageDraft:
    shown = [" ".join(_CONTROLS.sub("", each).split()) for each in (title, description)]
    return PageDraft(
        shown[0][:MAX_TITLE_LENGTH], shown[1][:MAX_DESCRIPTION_LENGTH], _CONTROLS.sub("", markdown).strip()
    )


def _find_first(document: JustHTML, *names: str) -> Element | None:
    return next((found for name in names if (found := document.query_one(name)) is not None), None)


def _find_attribute(document: JustHTML, selector: str, name: str) -> str:
    found = document.query_one(selector)
    return (found.attrs or {}).get(name) or "" if found is not None else ""


def _element_text(element: Element | None) -> str:
    return "" if element is None else str(element.to_text())


def _title_from_url(url: str) -> str:
    parts = urlsplit(url)
    stem = PurePosixPath(unquote(parts.path)).stem
    return stem.replace("-", " ").replace("_", " ").strip().capitalize() or parts.hostname or url


MAX_DOCUMENT = 512 * 1024
"""Maximum size of a document in bytes."""

MAX_DOCUMENTS = 20
"""Most documents of a website."""


@dataclass(frozen=True)
class FetchedPages:
    """Imported pages; `total` also counts documents that failed. The first page is the parent of the others."""

    pages: tuple[PageDraft, ...]
    total: int

    @property
    def page_tree(self) -> tuple[PageDraft, ...]:
        """The pages as a tree."""
        return tuple(replace(page, pages=self.pages[1:]) for page in self.pages[:1])


def fetch_pages(request: ContentImport, fetcher: Fetcher) -> FetchedPages:
    """Fetch the pages at an address, within the time limit for one document.

    Documents that can't be fetched or parsed are left out. Links are followed only if the source is `website`.
    """
    deadline = time.monotonic() + fetcher.seconds
    waiting = [request.url]
    known, read = {request.url}, set[str]()
    pages: list[PageDraft] = []
    site: SplitResult | None = None
    # The list grows during the loop: each page of a website may add links.
    for address in waiting:
        rest = deadline - time.monotonic()
        found = _fetch_page(replace(fetcher, seconds=rest, largest=MAX_DOCUMENT), address) if rest > 0 else None
        if found is None or found[0] in read:
            continue
        place, page = found
        site = site or urlsplit(place)
        if not _is_in_site(site, place):
            continue
        read.add(place)
        pages.append(page.draft)
        if request.source == "website":
            more = [
                link for link in _page_addresses(page.links) if link not in known | read and _is_in_site(site, link)
            ]
            more = more[: MAX_DOCUMENTS - len(waiting)]
            known.update(more)
            waiting += more
    return FetchedPages(tuple(pages), len(waiting))


def _fetch_page(fetcher: Fetcher, address: str) -> tuple[str, ImportedPage] | None:
    try:
        fetched = fetcher.fetch(address)
        return urldefrag(fetched.url).url, parse_page(fetched)
    except (FetchError, UnreadablePageError):
        return None


def _page_addresses(links: Iterable[str]) -> list[str]:
    places = dict.fromkeys(urldefrag(link).url for link in links)
    return [place for place in places if mimetypes.guess_type(urlsplit(place).path)[0] in {None, *HTML, *MARKDOWN}]


def _is_in_site(site: SplitResult, address: str) -> bool:
    parts = urlsplit(address)
    folder = site.path.rpartition("/")[0] + "/"
    return (parts.scheme, parts.netloc) == (site.scheme, site.netloc) and (parts.path or "/").startswith(folder)
