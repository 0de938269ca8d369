"""Optional columns of the site list, and the rows of its CSV file."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from contract.publishing.sites import AdaptiveContent, Site, SiteProxy, SiteUrls
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext
from masthead.web.descriptions.labels import VISIBILITY, enum_label, translate_rows
from masthead.web.frame.fragment_cache import CachedHtml, render_rows
from masthead.web.frame.organization import has_permission


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
