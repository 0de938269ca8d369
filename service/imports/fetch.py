"""Fetches pages to import: one document, or the documents of a website below its first one."""

import mimetypes
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import SplitResult, urldefrag, urlsplit

from contract.authoring.content import ContentImport
from fetching import Fetcher, FetchError
from service.content.drafts import PageDraft
from service.imports.pages import HTML, MARKDOWN, ImportedPage, UnreadablePageError, parse_page

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
    def count(self) -> int:
        return len(self.pages)

    @property
    def drafts(self) -> tuple[PageDraft, ...]:
        """The pages as a tree."""
        return tuple(replace(page, pages=self.pages[1:]) for page in self.pages[:1])


def fetch_pages(asked: ContentImport, fetcher: Fetcher) -> FetchedPages:
    """Fetch the pages at an address, within the time limit for one document.

    Documents that can't be fetched or parsed are left out. Only a website leads to further documents.
    """
    deadline = time.monotonic() + fetcher.seconds
    waiting = [asked.url]
    known, read = {asked.url}, set[str]()
    pages: list[PageDraft] = []
    site: SplitResult | None = None
    # The list grows while it is walked: each page of a website may add links.
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
        if asked.source == "website":
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
