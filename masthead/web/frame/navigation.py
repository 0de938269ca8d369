"""Navigation: an organization's areas with the inbox count, and the area and parents of each page."""

import json
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple, cast
from urllib.parse import unquote, urlsplit

from flask import Flask, current_app, g, request, session, url_for

from masthead.i18n import N_, format_number, gettext, ngettext
from masthead.web.frame.organization import has_permission
from masthead.web.http.paths import match_route, request_path
from masthead.web.person.guards import return_url
from masthead.web.person.locale import zone_cookie

INBOX = "inbox.index"
KEPT_SECONDS = 600
MAX_ORGANIZATIONS = 5
_KEY = "inbox-counts"


class InboxCount(NamedTuple):
    """The inbox count. `at` is when the oldest item was read; `entry` is the newest journal entry at that time."""

    items: int
    more: bool
    at: float
    entry: int

    @property
    def short(self) -> str:
        """Return the count as `12`, or `100+` if there are more."""
        return format_number(self.items) + ("+" if self.more else "")

    @property
    def words(self) -> str:
        if self.more:
            return gettext("more than %(count)s open items", count=format_number(self.items))
        return ngettext("%(n)s open item", "%(n)s open items", self.items)


def remember_inbox_count(count: InboxCount) -> None:
    """Store the inbox count for the page's organization in the session."""
    own = {g.organization.id: [count.items, count.more, round(count.at), count.entry]}
    others = [(name, values) for name, values in session.get(_KEY, {}).items() if name not in own]
    counts = dict([*others[1 - MAX_ORGANIZATIONS :], *own.items()])
    if counts != session.get(_KEY):
        session[_KEY] = counts


def get_inbox_count() -> InboxCount | None:
    """Return the inbox count for the page's organization, if it was read in the last ten minutes."""
    organization = g.get("organization")
    values = session.get(_KEY, {}).get(organization.id) if organization is not None else None
    count = InboxCount(*values) if values else None
    return count if count is not None and time.time() - count.at < KEPT_SECONDS else None


CREATE, FILE, PAGE = N_("Create"), N_("Download"), N_("Page")
FIRST, CONTENT, PEOPLE, ORGANIZATION = "", N_("Content"), N_("People"), N_("Organization")


@dataclass(frozen=True, slots=True)
class Destination:
    """A page that doesn't belong to an object. `keywords` are comma-separated phrases; `needs` is a permission.

    `anywhere` means that it doesn't belong to an organization. `text_filter` is the URL parameter that filters its list
    by text. The search offers it where it can't find the items themselves.
    """

    label: str
    endpoint: str
    icon: str
    keywords: str
    hint: str = N_("Page of the organization")
    needs: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    anywhere: bool = False
    text_filter: str = ""


@dataclass(frozen=True, slots=True)
class ObjectPage:
    """A page that each object of a kind has. `parameter` is the URL parameter for the object's id."""

    kind: str
    parameter: str
    label: str
    endpoint: str
    icon: str
    keywords: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


HTMX_CONFIG = json.dumps(
    {
        "includeIndicatorStyles": False,
        "allowEval": False,
        "selfRequestsOnly": True,
        # Otherwise a link in a replaced part would load its whole page there; `hx-inherit` lists inherited attributes.
        "disableInheritance": True,
        "historyCacheSize": 0,
        "refreshOnHistoryMiss": True,
        # Leave out `style`: browsers write the size of a resized text area there, which htmx would copy as an
        # attribute, and the content security policy refuses that.
        "attributesToSettle": ["class", "width", "height"],
        "scrollIntoViewOnBoost": False,  # it would scroll a message out of sight: see focusPage in masthead.js
        # Every response of the portal, refusals included, is a whole page or the requested part.
        "responseHandling": [{"code": "204", "swap": False}, {"code": "[2345]..", "swap": True}],
    },
)


class DeclaredArea(NamedTuple):
    """An area with its blueprints and tabs.

    On phones, areas that are `in_bar` are shown at the bottom. People without the permission `page.needs` don't see the
    area.
    """

    page: Destination
    group: str
    blueprints: Collection[str]
    in_bar: bool
    tabs: Sequence[Destination] = ()

    @property
    def is_open(self) -> bool:
        """Return whether, as far as is known, the person may open the area's page."""
        return _is_open(self.page)


def _is_open(page: Destination) -> bool:
    return not page.needs or g.get("organization") is None or has_permission(page.needs)


@dataclass(frozen=True, slots=True)
class Area:
    """An entry in the navigation. `current` is `page`, `true` (a page inside the area) or empty."""

    label: str
    icon: str
    url: str
    current: str
    in_bar: bool
    count: InboxCount | None = None


class AreaGroup(NamedTuple):
    label: str
    areas: list[Area]


def init_app(app: Flask) -> None:
    """Provide each page's navigation to templates."""
    app.context_processor(_template_context)


def set_areas(app: Flask, declared: Sequence[DeclaredArea]) -> None:
    """Declare the areas in display order."""
    app.extensions["areas"] = declared


def area_pages() -> list[Destination]:
    """Return the pages of all areas, including their other tabs."""
    return [
        page
        for each in _list_declared_areas()
        for page in (each.page, *(tab for tab in each.tabs if tab.endpoint != each.page.endpoint))
    ]


def _list_declared_areas() -> Sequence[DeclaredArea]:
    return cast("Sequence[DeclaredArea]", current_app.extensions["areas"])


def open_areas() -> tuple[bool, ...]:
    """Return whether the person may open each area."""
    return tuple(each.is_open for each in _list_declared_areas())


def area_groups(count: InboxCount | None = None) -> list[AreaGroup]:
    """Return the areas of the page's organization. Empty outside an organization."""
    organization = g.get("organization")
    if organization is None:
        return []
    return [
        AreaGroup(
            gettext(label) if label else "",
            [_build_area(each, organization.id, _aria_current(each), count) for each in inside],
        )
        for label, inside in groupby(
            (each for each in _list_declared_areas() if each.is_open), key=lambda each: each.group
        )
    ]


def area_tabs() -> list[Area]:
    """Return the tabs of the page's area. Empty on a page that isn't a tab, or is the only one."""
    endpoint, _ = navigation_place()
    tabs = next(
        (each.tabs for each in _list_declared_areas() if any(tab.endpoint == endpoint for tab in each.tabs)), ()
    )
    shown = [each for each in tabs if _is_open(each)]
    if g.get("organization") is None or len(shown) < 2:  # noqa: PLR2004 - a choice needs two
        return []
    return [
        Area(
            gettext(each.label),
            each.icon,
            url_for(each.endpoint, organization_id=g.organization.id),
            "page" if each.endpoint == endpoint else "",
            in_bar=False,
        )
        for each in shown
    ]


def select_area_of(address: str) -> Area | None:
    """Show this page in the area that another URL's page belongs to. Returns that area, or None."""
    blueprint = match_route(unquote(urlsplit(address).path))[0].rpartition(".")[0]
    for each in _list_declared_areas():
        if blueprint in each.blueprints:
            g.shown_in = blueprint
            return _build_area(each, g.organization.id, "")
    return None


def find_parent_area() -> Area | None:
    """Return the area of a page that can't be shown. None outside an area and on the area's first page."""
    organization_id = (request.view_args or {}).get("organization_id")
    for each in _list_declared_areas():
        if (
            each.is_open
            and organization_id is not None
            and request.endpoint != each.page.endpoint
            and _aria_current(each)
        ):
            return _build_area(each, organization_id, "")
    return None


def overview_area() -> Area | None:
    """Return the organization's first area. None outside an organization and on that area's page."""
    organization, first = g.get("organization"), _list_declared_areas()[0]
    if organization is None or request.endpoint == first.page.endpoint:
        return None
    return _build_area(first, organization.id, "")


def find_parent_url() -> str:
    """Return the closest URL above this one that has a page."""
    address = request_path()
    while address := address.rpartition("/")[0]:
        if match_route(unquote(address))[0]:
            return address
    return url_for("home.index")


def form_url() -> str:
    """Return the URL of the page that shows this request's form."""
    return request_path() if match_route(request.root_path + request.path)[0] else find_parent_url()


def _build_area(declared: DeclaredArea, organization_id: str, current: str, count: InboxCount | None = None) -> Area:
    page = declared.page
    url = url_for(page.endpoint, organization_id=organization_id)
    own = count if page.endpoint == INBOX else None
    return Area(gettext(page.label), page.icon, url, current, declared.in_bar, own)


def navigation_place() -> tuple[str | None, str | None]:
    """Return the page's endpoint and blueprint. The endpoint is None if the page is shown in another area."""
    return (None, g.shown_in) if "shown_in" in g else (request.endpoint, request.blueprint)


def _aria_current(declared: DeclaredArea) -> str:
    endpoint, blueprint = navigation_place()
    if endpoint == declared.page.endpoint:
        return "page"
    return "true" if blueprint in declared.blueprints else ""


def _template_context() -> dict[str, Any]:
    return {
        "organization": g.get("organization"),
        "person": g.get("person"),
        "area_tabs": area_tabs,
        "here": return_url() if request.endpoint else url_for("home.index"),
        "zone_cookie": zone_cookie(),
        "htmx_config": HTMX_CONFIG,
        "largest_form": current_app.config["MAX_CONTENT_LENGTH"],
    }
