"""The organization that a page belongs to and its listings, read together with the page."""

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple, TypeVar, overload

from flask import g, request
from pydantic import MISSING

from contract.organization.organizations import GET_ORGANIZATION, Organization
from contract.schema.endpoint import LIMIT_MAX, Endpoint, Listing, ListQuery, UnreadableItem
from masthead.client import Cached, CachedRead, Problem, TokenRefused, TooMany
from masthead.client.reads import ReadRequest
from masthead.web.person.portal import api

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")


def is_refresh_requested() -> bool:
    """Return whether the URL asks for fresh reads."""
    return request.args.get("refresh") == "1"


def organization_read(organization_id: str, *, anew: bool = False) -> CachedRead[Organization]:
    """Build the read of the organization, to be sent with the page's own reads. `anew` skips the cache."""
    return CachedRead(GET_ORGANIZATION, (organization_id,), refresh=anew or is_refresh_requested())


def or_raise(answer: A | Problem) -> A:
    """Return the answer, or raise it if it is a Problem."""
    if isinstance(answer, Problem):
        raise answer
    return answer


def set_organization(answer: Cached[Organization] | Problem) -> Cached[Organization]:
    """Show the organization's areas in the layout. Raises the answer if it is a Problem."""
    remembered = or_raise(answer)
    g.organization = remembered.value
    return remembered


def load_organization(organization_id: str, *, anew: bool = False) -> Cached[Organization]:
    """Read only the organization. `anew` skips the cache. Raises a Problem if the read fails."""
    return set_organization(
        api().read_cached(GET_ORGANIZATION, organization_id, refresh=anew or is_refresh_requested())
    )


def read_in_organization(organization_id: str, read: ReadRequest[A], *, anew: bool = False) -> A | Problem:
    """Read an object and its organization, and show its areas. `anew` skips the cache for the organization."""
    organization, answer = api().gather(organization_read(organization_id, anew=anew), read)
    set_organization(organization)
    return answer


@overload
def gather_in_organization(
    organization_id: str, first: ReadRequest[A], second: ReadRequest[B], /, *, anew: bool = False
) -> tuple[A | Problem, B | Problem]: ...
@overload
def gather_in_organization(
    organization_id: str, first: ReadRequest[A], second: ReadRequest[B], third: ReadRequest[C], /, *, anew: bool = False
) -> tuple[A | Problem, B | Problem, C | Problem]: ...
@overload
def gather_in_organization(organization_id: str, *reads: ReadRequest[Any], anew: bool = False) -> tuple[Any, ...]: ...
def gather_in_organization(organization_id: str, *reads: ReadRequest[Any], anew: bool = False) -> tuple[Any, ...]:
    """Read several objects and their organization, and show the organization's areas."""
    organization, *answers = api().gather(organization_read(organization_id, anew=anew), *reads)
    set_organization(organization)
    return tuple(answers)


def has_permission(permission: str) -> bool:
    """Return whether the API reports this permission for the page's organization. The API has the final say."""
    return getattr(g.organization.permissions, permission, None) is True


T = TypeVar("T")
ROWS = 100
"""Rows on a page."""


class WholeListing(NamedTuple, Generic[T]):
    """A listing read page by page. `first` is the first page, with its age. `more` means that pages are left.

    `oldest` is the oldest page, or the last page that the API couldn't reload.
    """

    first: Cached[Listing[T]]
    items: Sequence[T]
    unread: Sequence[UnreadableItem]
    more: bool
    oldest: Cached[Listing[T]]


def is_first_page() -> bool:
    return not request.args.get("page")


def page_query() -> ListQuery:
    """Build the query for the listing page requested in the URL."""
    return ListQuery(limit=ROWS) if is_first_page() else ListQuery(limit=ROWS, page=request.args["page"])


def read_listing_page(endpoint: Endpoint[Listing[T]], organization_id: str) -> Cached[Listing[T]]:
    """Read the organization and the listing page requested in the URL. Raises a Problem if a read fails."""
    read = read_in_organization(
        organization_id, CachedRead(endpoint.tolerant_listing, (organization_id,), page_query(), is_refresh_requested())
    )
    return or_raise(read)


def read_listing_in_organization(endpoint: Endpoint[Listing[T]], organization_id: str, pages: int) -> WholeListing[T]:
    """Read the organization and up to `pages` pages of 1,000 items. Raises a Problem if the first reads fail."""
    query = ListQuery(limit=LIMIT_MAX)
    asked = CachedRead(endpoint.tolerant_listing, (organization_id,), query, is_refresh_requested())
    first = read_in_organization(organization_id, asked)
    return read_further_pages(asked, or_raise(first), pages)


def read_further_pages(asked: CachedRead[Listing[T]], first: Cached[Listing[T]], pages: int) -> WholeListing[T]:
    """Read the pages after `first`, the answer to `asked`, up to `pages` in total. Stops at a Problem."""
    items, unread, oldest = list(first.value.items), list(first.value.unreadable_items), first
    following, tokens = first.value.next, set[str]()
    # The API might repeat a page's token.
    while following is not MISSING and following.page not in tokens and len(tokens) < pages - 1:
        tokens.add(following.page)
        query = (asked.query or ListQuery()).model_copy(update={"page": following.page})
        (answer,) = api().gather(replace(asked, query=query))
        if isinstance(answer, Problem):
            break
        oldest = answer if answer.age > oldest.age or answer.problem else oldest
        items += answer.value.items
        unread += answer.value.unreadable_items
        following = answer.value.next
    return WholeListing(first, items, unread, following is not MISSING, oldest)


AT_ONCE, MOST_CALLS, MOST_SECONDS = 8, 48, 3.0
"""Concurrent reads that don't queue, and the calls and seconds that a page spends on many reads."""


def read_within_budget(asked: Sequence[CachedRead[A]]) -> list[Cached[A] | Problem | None]:
    """Answer reads from the cache, and send as many as a page has time for: unknown ones first, then the oldest.

    Answers that are still unknown are None. Raises TokenRefused.
    """
    last = api().get_last_responses(asked)
    found: list[Cached[A] | Problem | None] = [each[0] if each else None for each in last]
    ages = [each[0].age if each else math.inf for each in last]
    waiting = sorted((at for at, each in enumerate(last) if each is None or not each[1]), key=lambda at: -ages[at])
    until = time.monotonic() + MOST_SECONDS
    for start in range(0, min(len(waiting), MOST_CALLS), AT_ONCE):
        some = waiting[start : start + AT_ONCE]
        for at, answer in zip(some, api().gather(*(asked[at] for at in some)), strict=True):
            if isinstance(answer, TokenRefused):
                raise answer
            found[at] = answer
        if time.monotonic() > until or api().trouble is not None or any(isinstance(found[at], TooMany) for at in some):
            break
    return found
