"""Listings of an organization: one page of them, or all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from flask import request
from pydantic import MISSING

from contract.schema.endpoint import Endpoint
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from contract.schema.unreadable import UnreadableItem
from masthead.client import Cached, CachedRead, Problem
from masthead.web.frame.organization import is_refresh_requested, or_raise, read_in
from masthead.web.person.portal import api

T = TypeVar("T")
ROWS = 100
"""Rows on a page."""


@dataclass(frozen=True, slots=True)
class WholeListing(Generic[T]):
    """A listing read page by page: `first` is the first page, with its age; `more`: pages are left."""

    first: Cached[Listing[T]]
    items: Sequence[T]
    unread: Sequence[UnreadableItem]
    more: bool


def is_first_page() -> bool:
    return not request.args.get("page")


def page_query() -> ListQuery:
    """Query the page of a listing that the URL asks for."""
    return ListQuery(limit=ROWS) if is_first_page() else ListQuery(limit=ROWS, page=request.args["page"])


def read_listing_page(endpoint: Endpoint[Listing[T]], organization_id: str) -> Cached[Listing[T]]:
    """Read the organization and the page of the listing that the URL asks for. Raises the Problem."""
    read = read_in(
        organization_id, CachedRead(endpoint.tolerant_listing, (organization_id,), page_query(), is_refresh_requested())
    )
    return or_raise(read)


def read_whole_listing(endpoint: Endpoint[Listing[T]], organization_id: str, pages: int) -> WholeListing[T]:
    """Read the organization and up to `pages` pages of a thousand. Raises the Problem of the first page."""
    first = read_in(organization_id, _read_of(endpoint, organization_id))
    read = or_raise(first)
    items, unread, following = list(read.value.items), list(read.value.unread), read.value.next
    for _ in range(pages - 1):
        if following is MISSING:
            break
        (answer,) = api().gather(_read_of(endpoint, organization_id, following.page))
        if isinstance(answer, Problem):
            break
        items += answer.value.items
        unread += answer.value.unread
        following = answer.value.next
    return WholeListing(read, items, unread, following is not MISSING)


def _read_of(endpoint: Endpoint[Listing[T]], organization_id: str, page: str | None = None) -> CachedRead[Listing[T]]:
    query = ListQuery(limit=LIMIT_MAX) if page is None else ListQuery(limit=LIMIT_MAX, page=page)
    return CachedRead(endpoint.tolerant_listing, (organization_id,), query, is_refresh_requested())


@dataclass(frozen=True, slots=True)
class PageSlice:
    """`first` and `last` number the items on this page, of `count` in all."""

    number: int
    pages: int
    count: int
    first: int
    last: int


def slice_page(things: Sequence[T], number: int, size: int) -> tuple[PageSlice, Sequence[T]]:
    """Return the page nearest to `number`, and its items."""
    pages = max(1, -(-len(things) // size))
    number = min(number, pages)
    start, end = (number - 1) * size, min(number * size, len(things))
    return PageSlice(number, pages, len(things), min(start + 1, end), end), things[start:end]
