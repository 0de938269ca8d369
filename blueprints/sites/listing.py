"""Reads a page of sites, either in the API's order or with all sites sorted by a column."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import MISSING

from contract.publishing.sites import LIST_SITES, Site, SitesQuery
from contract.schema.endpoint import LIMIT_MAX, Endpoint, Listing, NextPage
from masthead.client import Cached, CachedRead, Problem
from masthead.i18n import sort_key
from masthead.web.descriptions.labels import VISIBILITY
from masthead.web.frame.organization import ROWS, read_further_pages, read_in_organization
from masthead.web.frame.sorting import requested_order, sort_rows
from masthead.web.http.paths import parse_int

MAX_PAGES = 20
"""The most pages of 1,000 sites to sort or to write into a CSV file."""
ORDERS: Mapping[str, Callable[[Site], Any]] = {
    "title": lambda site: sort_key(site.title),
    "state": lambda site: (site.published is not True, sort_key(site.title)),
    "readers": lambda site: list(VISIBILITY).index(site.visibility) if site.visibility in VISIBILITY else -1,
    "spaces": lambda site: site.siteSpaces,
    "created": lambda site: site.createdAt,
}


def read_sites(
    organization_id: str, query: SitesQuery, endpoint: Endpoint[Listing[Site]] = LIST_SITES, *, refresh: bool
) -> Cached[Listing[Site]] | Problem:
    """Set the organization, and read the sites that match `query`. `endpoint` may be the tolerant form.

    If the request asks for an order, all sites are read and sorted, and their pages are numbered.
    """
    ids, sorts = (organization_id,), query.limit == ROWS and bool(requested_order(ORDERS))
    asked = query.model_copy(update={"limit": LIMIT_MAX, "page": MISSING}) if sorts else query
    read = CachedRead(endpoint, ids, asked, refresh)
    first = read_in_organization(organization_id, read)
    if not sorts or isinstance(first, Problem):
        return first
    everything = read_further_pages(read, first, MAX_PAGES)
    number = (parse_int(query.page) or 1) if query.page is not MISSING else 1
    rows, until = sort_rows(everything.items, ORDERS), number * ROWS
    onward = NextPage(page=str(number + 1)) if len(rows) > until else MISSING
    listing = first.value.model_copy(update={"items": rows[until - ROWS : until], "next": onward})
    listing.set_unreadable_items(tuple(everything.unread))
    return replace(everything.oldest, value=listing)
