"""Where a page belongs: its area of the organization, and the pages above it."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from flask import Flask, current_app, g, request, url_for

from i18n import N_, gettext
from masthead.web.frame.inbox_count import INBOX, InboxCount
from masthead.web.frame.organization import has_permission
from masthead.web.http.paths import match_route, request_path
from masthead.web.person.access import return_url
from masthead.web.person.locale import zone_cookie

CREATE, FILE, PAGE = N_("Create"), N_("Download"), N_("Page")
PUBLISH, WRITE, PEOPLE, ORGANIZATION = N_("Publish"), N_("Write"), N_("People"), N_("Organization")
"""The groups of areas in the navigation of an organization."""


@dataclass(frozen=True, slots=True)
class Destination:
    """A page without an object of its own. `keywords` are phrases with commas between; `needs` is a permission.

    `anywhere` says that it belongs to no organization.
    """

    label: str
    endpoint: str
    icon: str
    keywords: str
    hint: str = N_("Page of the organization")
    needs: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class ObjectPage:
    """A page that each object of a kind has; `parameter` is what its address calls the id of the object."""

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
        # Else a link inside what htmx replaces puts its whole page there; `hx-inherit` names what is passed on.
        "disableInheritance": True,
        "historyCacheSize": 0,
        "refreshOnHistoryMiss": True,
        # Not `style`, which htmx would copy as an attribute: a browser writes the size of a resized text area there,
        # and the policy refuses it.
        "attributesToSettle": ["class", "width", "height"],
        "scrollIntoViewOnBoost": False,  # it would scroll a message out of sight again: see focusPage in masthead.js
        # Every answer of the portal is a whole page or the part that was asked for, refusals included.
        "responseHandling": [{"code": "204", "swap": False}, {"code": "[2345]..", "swap": True}],
    },
)


@dataclass(frozen=True, slots=True)
class DeclaredArea:
    """An area of an organization, and the names of the blueprints that belong to it.

    A phone has those that are `in_bar` at the bottom of its screen. People without the permission `page.needs` don't
    see it.
    """

    page: Destination
    group: str
    blueprints: Collection[str]
    in_bar: bool

    @property
    def is_open(self) -> bool:
        """Whether the person may open its page, as far as the organization of this page is known."""
        return not self.page.needs or g.get("organization") is None or has_permission(self.page.needs)


@dataclass(frozen=True, slots=True)
class Area:
    """One line of the navigation. `current` is `page`, `true` (a page inside the area) or empty."""

    label: str
    icon: str
    url: str
    current: str
    in_bar: bool
    count: InboxCount | None = None


@dataclass(frozen=True, slots=True)
class AreaGroup:
    """Areas below a heading."""

    label: str
    areas: list[Area]


def init_app(app: Flask) -> None:
    """Tell all templates of the app whose page it is."""
    app.context_processor(_around)


def set_areas(app: Flask, declared: Sequence[DeclaredArea]) -> None:
    """The areas of the app's organizations, in the order in which they are shown."""
    app.extensions["areas"] = declared


def area_pages() -> list[Destination]:
    """The pages that the areas lead to."""
    return [each.page for each in _declared()]


def _declared() -> Sequence[DeclaredArea]:
    return cast("Sequence[DeclaredArea]", current_app.extensions["areas"])


def open_areas() -> tuple[bool, ...]:
    """Which of the areas the person may open, in their order."""
    return tuple(each.is_open for each in _declared())


def area_groups(count: InboxCount | None = None) -> list[AreaGroup]:
    """The areas of the organization that this page belongs to, none outside one; `count` is that of the inbox."""
    organization = g.get("organization")
    if organization is None:
        return []
    return [
        AreaGroup(gettext(label), [_area(each, organization.id, _current(each), count) for each in inside])
        for label, inside in groupby((each for each in _declared() if each.is_open), key=lambda each: each.group)
    ]


def show_in_area_of(address: str) -> Area | None:
    """Let this page belong to the area of the page at another address, and give that area; None where it has none."""
    blueprint = match_route(unquote(urlsplit(address).path))[0].rpartition(".")[0]
    for each in _declared():
        if blueprint in each.blueprints:
            g.shown_in = blueprint
            return _area(each, g.organization.id, "")
    return None


def area_above() -> Area | None:
    """The area that this page belongs to, for a page that cannot be shown; none outside one, and for its first page."""
    organization_id = (request.view_args or {}).get("organization_id")
    for each in _declared():
        if each.is_open and organization_id is not None and request.endpoint != each.page.endpoint and _current(each):
            return _area(each, organization_id, "")
    return None


def overview_area() -> Area | None:
    """The first area of the organization that this page belongs to; none outside one, and for its first page."""
    organization, first = g.get("organization"), _declared()[0]
    if organization is None or request.endpoint == first.page.endpoint:
        return None
    return _area(first, organization.id, "")


def page_above() -> str:
    """The nearest address above this one that shows a page, for an address that only takes a form."""
    address = request_path()
    while address := address.rpartition("/")[0]:
        if match_route(unquote(address))[0]:
            return address
    return url_for("home.index")


def form_address() -> str:
    """Where the form of this request is shown."""
    return request_path() if match_route(request.root_path + request.path)[0] else page_above()


def _area(declared: DeclaredArea, organization_id: str, current: str, count: InboxCount | None = None) -> Area:
    page = declared.page
    url = url_for(page.endpoint, organization_id=organization_id)
    own = count if page.endpoint == INBOX else None
    return Area(gettext(page.label), page.icon, url, current, declared.in_bar, own)


def navigation_place() -> tuple[str | None, str | None]:
    """The endpoint of this page, if it is in its own area, and the name of the blueprint that it belongs to."""
    return (None, g.shown_in) if "shown_in" in g else (request.endpoint, request.blueprint)


def _current(declared: DeclaredArea) -> str:
    endpoint, blueprint = navigation_place()
    if endpoint == declared.page.endpoint:
        return "page"
    return "true" if blueprint in declared.blueprints else ""


def _around() -> dict[str, Any]:
    return {
        "organization": g.get("organization"),
        "person": g.get("person"),
        "here": return_url() if request.endpoint else url_for("home.index"),
        "zone_cookie": zone_cookie(),
        "htmx_config": HTMX_CONFIG,
        "largest_form": current_app.config["MAX_CONTENT_LENGTH"],
    }
