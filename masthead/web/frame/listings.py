"""Listings of the organization that a page belongs to: one page of a listing, or all of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from flask import request
from pydantic import MISSING

from contract.schema.endpoint import Endpoint
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from contract.schema.unreadable import UnreadableItem
from masthead.client import Cached, CachedRead, Problem
from masthead.web.frame.organization import is_refresh_requested, or_raise, organization_read, set_organization
from masthead.web.person.portal import api

T = TypeVar("T")
ROWS = 100
"""Of a page."""


@dataclass(frozen=True, slots=True)
class WholeListing(Generic[T]):
    """`first` is its first page, which has its age; `more` says that the API has more than was read."""

    first: Cached[Listing[T]]
    items: Sequence[T]
    unread: Sequence[UnreadableItem]
    more: bool


def is_first_page() -> bool:
    """Whether the address asks for the beginning of the listing."""
    return not request.args.get("page")


def page_query() -> ListQuery:
    """A hundred rows of a listing, from where the address of the page says."""
    return ListQuery(limit=ROWS) if is_first_page() else ListQuery(limit=ROWS, page=request.args["page"])


def read_listing_page(endpoint: Endpoint[Listing[T]], organization_id: str) -> Cached[Listing[T]]:
    """The page of the listing that the address asks for, and the organization. Raises the Problem in their place."""
    organization, read = api().gather(
        organization_read(organization_id),
        CachedRead(endpoint.tolerant_listing, (organization_id,), page_query(), is_refresh_requested()),
    )
    set_organization(organization)
    return or_raise(read)


def read_whole_listing(endpoint: Endpoint[Listing[T]], organization_id: str, pages: int) -> WholeListing[T]:
    """So many pages of a thousand at most, and the organization. Raises the Problem of the first page."""
    organization, first = api().gather(organization_read(organization_id), _read_of(endpoint, organization_id))
    set_organization(organization)
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
    """A page of something: its number, how many pages there are, of how many things, and which of them it has."""

    number: int
    pages: int
    count: int
    first: int
    last: int


def slice_page(things: Sequence[T], number: int, size: int) -> tuple[PageSlice, Sequence[T]]:
    """A page of things, the nearest to the one asked for, and what is on it."""
    pages = max(1, -(-len(things) // size))
    number = min(number, pages)
    start, end = (number - 1) * size, min(number * size, len(things))
    return PageSlice(number, pages, len(things), min(start + 1, end), end), things[start:end]
