"""The list of sites: its optional columns and CSV rows, in the API's order or with all sites sorted by a column."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pydantic import MISSING

from contract.publishing.sites import LIST_SITES, AdaptiveContent, Site, SiteProxy, SitesQuery, SiteUrls
from contract.schema.endpoint import LIMIT_MAX, Endpoint, Listing, NextPage
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, Problem
from masthead.i18n import N_, gettext, sort_key
from masthead.web.descriptions.labels import VISIBILITY, enum_label, translate_rows
from masthead.web.frame.fragment_cache import CachedHtml, render_rows
from masthead.web.frame.organization import ROWS, has_permission, read_further_pages, read_in_organization
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


class SiteColumn(NamedTuple):
    """A column. `text` returns the cell's text for a site, empty if it has no value."""

    heading: str
    text: Callable[[Site], str]

    @property
    def label(self) -> str:
        return gettext(self.heading)


def _adaptive_label(site: Site) -> str:
    found = value_or_none((value_or_none(site.adaptiveContent) or AdaptiveContent()).enabled)
    return "–" if found is None else gettext("On") if found else gettext("Off")


COLUMNS: Mapping[str, SiteColumn] = {
    "agents": SiteColumn(N_("AI agents"), lambda site: site.agentsContext.capitalize()),
    "adaptive": SiteColumn(N_("Adaptive content"), _adaptive_label),
    "type": SiteColumn(N_("Type"), lambda site: enum_label(site.type)),
    "basename": SiteColumn(N_("Base name"), lambda site: value_or_none(site.basename) or ""),
    "path": SiteColumn(
        N_("Custom path"), lambda site: value_or_none((value_or_none(site.proxy) or SiteProxy()).origin) or ""
    ),
    "address": SiteColumn(
        N_("Address"), lambda site: value_or_none((value_or_none(site.urls) or SiteUrls()).published) or ""
    ),
    "id": SiteColumn(N_("Id"), lambda site: site.id),
}
"""Columns by their name in the query of the list."""

ALWAYS = ("title", "state", "readers", "spaces", "created")
HEADINGS = (*ALWAYS, *COLUMNS)
"""Headings of the CSV file."""


def parse_columns(asked: Iterable[str]) -> list[str]:
    """Return the selected columns, in table order. A query value may name several, separated by commas."""
    named = {name for words in asked for name in words.split(",")}
    return [name for name in COLUMNS if name in named]


def csv_row(site: Site) -> tuple[str, ...]:
    state = gettext("published") if site.published else gettext("not published")
    first = (site.title, state, site.visibility, str(site.siteSpaces), site.createdAt.date().isoformat())
    return (*first, *(column.text(site) for column in COLUMNS.values()))


def table_rows(sites: Sequence[Site], columns: Iterable[str], here: str) -> CachedHtml:
    """Render the list's rows as HTML, with the actions that the person may take. `here` is the list's URL."""
    return render_rows(
        "sites/_table_rows.html",
        sites,
        here=here,
        columns=tuple(COLUMNS[name] for name in columns),
        may_create=has_permission("createContent"),
        may_delete=has_permission("admin"),
        visibilities=tuple(translate_rows(VISIBILITY, 2).items()),
    )


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
