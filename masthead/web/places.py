"""Declarations of places, for features that list all places: navigation, journal, command palette."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from flask import Blueprint, Flask, current_app, request, url_for

from masthead.i18n import gettext
from masthead.store.entries import Entry
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import ContractForm, PageForm, list_blank_fields
from masthead.web.frame import navigation
from masthead.web.frame.navigation import DeclaredArea, Destination, ObjectPage
from masthead.web.http.paths import local_path, match_route
from masthead.web.people import permission_help as who_can


@dataclass(frozen=True, slots=True)
class RecordedChange:
    """Rules for showing a sent change. `page` returns the URL of the changed object, or of its list.

    `forms` have its fields. `sends` limits the rules to changes that send that field. `forget` drops the portal's own
    data about a deleted object, by its ids, and raises StoreError. `unsent` has the values that a request sets by
    leaving their fields out.
    """

    page: Callable[[Entry], str]
    forms: tuple[type[ContractForm], ...] = ()
    sends: str = ""
    forget: Callable[[tuple[str, ...]], None] | None = None
    unsent: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchableForm:
    """A form whose fields are found by their labels and `keywords`, by field name.

    Each links to `endpoint`, at `anchor`; with `of_site`, to the form of the site that the person is viewing.
    """

    form: type[ContractForm]
    endpoint: str
    hint: str
    keywords: Mapping[str, str]
    anchor: str = ""
    of_site: bool = False


DraftTitle = Callable[[Mapping[str, Any]], str]
"""Builds a title from the parameters in a form's path."""
Draft = tuple[str | DraftTitle, *tuple[type[PageForm], ...]]
"""The title of a form's drafts, and the forms that have the fields."""


def entry_page(endpoint: str, subject: str = "", without: str = "", **ids: int) -> Callable[[Entry], str]:
    """Build the URL of a page from an entry of the journal.

    `subject` is the URL parameter for the object's id; if that is unknown, the URL is that of the page `without`. `ids`
    has further parameters with their positions among the ids of the call.
    """

    def page(entry: Entry) -> str:
        if without and not entry.object_id:
            return url_for(without, organization_id=entry.intent.organization)
        values: dict[str, Any] = {name: entry.intent.ids[at] for name, at in ids.items()}
        values |= {subject: entry.object_id} if subject else {}
        return url_for(endpoint, organization_id=entry.intent.organization, **values)

    return page


@dataclass(frozen=True, slots=True)
class Place:
    """A package or a module of `blueprints/`.

    `area` is the line in the navigation of an organization, below the heading `group`; with `in_bar`, it is also at the
    bottom on phones. `within` is the label of the area of another place to which this one belongs. `tab` is its page
    among the tabs of the area `tab_of`, to which the page's blueprint belongs. `changes` has the changes that it sends,
    by endpoint name. `drafts` has the title of drafts and the forms with their fields, by the endpoint to which a form
    is sent. `draft_actions` has the actions of a form's buttons, by the first word of `do`, if these are the change:
    such a form isn't shown again after sending, so a separate page shows the draft. `needs` is the permission on the
    organization that the reads of its pages require; people without it get no links to them. The command palette finds
    its `destinations`, its `object_pages` by the object's title, and the fields of `searchable` forms.
    """

    blueprints: tuple[Blueprint, ...]
    area: Destination | None = None
    group: str = ""
    in_bar: bool = False
    within: str = ""
    tab: Destination | None = None
    tab_of: str = ""
    changes: Mapping[str, RecordedChange] = field(default_factory=dict)
    drafts: Mapping[str, Draft] = field(default_factory=dict)
    draft_actions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    needs: str = ""
    destinations: tuple[Destination, ...] = ()
    object_pages: tuple[ObjectPage, ...] = ()
    searchable: tuple[SearchableForm, ...] = ()

    def with_permission(self, page: Destination) -> Destination:
        """Return a page of this place, with the permission that the place requires."""
        return replace(page, needs=page.needs or self.needs)


def register_places(app: Flask, declared: Sequence[Place]) -> None:
    """Add the pages and declarations of all places to the app."""
    for blueprint in (each for place in declared for each in place.blueprints):
        app.register_blueprint(blueprint)
    navigation.set_areas(
        app,
        [
            DeclaredArea(
                place.with_permission(place.area),
                place.group,
                _list_area_blueprints(place.area, declared),
                place.in_bar,
                [each.with_permission(each.tab) for each in declared if each.tab and each.tab_of == place.area.label],
            )
            for place in declared
            if place.area
        ],
    )
    who_can.set_needs(app, {each.name: place.needs for place in declared for each in place.blueprints})
    app.extensions["places"] = declared


def places() -> Sequence[Place]:
    """Return the places of the running app."""
    return cast("Sequence[Place]", current_app.extensions["places"])


def list_display_rules(endpoint: str) -> Iterator[RecordedChange]:
    """List the rules for showing changes of a call, those for any field before those for one."""
    found = [place.changes[endpoint] for place in places() if endpoint in place.changes]
    yield from sorted(found, key=lambda each: bool(each.sends))


def draft_title(endpoint: str, parts: Mapping[str, Any]) -> str:
    """Return the title of a form's drafts by endpoint and path parameters; empty if undeclared."""
    title = next((place.drafts[endpoint][0] for place in places() if endpoint in place.drafts), "")
    return gettext(title) if isinstance(title, str) else title(parts)


def draft_fields(endpoint: str) -> list[WireField]:
    """List the fields of a form's drafts; none if no place declares them."""
    return [field for form in draft_forms(endpoint) for field in list_blank_fields(form)]


def draft_forms(endpoint: str) -> tuple[type[PageForm], ...]:
    """Return the declared forms that are sent to an endpoint."""
    return next((place.drafts[endpoint][1:] for place in places() if endpoint in place.drafts), ())


def draft_actions(endpoint: str) -> Mapping[str, str]:
    """Return the actions of a form's buttons, if these are the change; else empty."""
    return next((place.draft_actions[endpoint] for place in places() if endpoint in place.draft_actions), {})


def page_label(address: str) -> str:
    """Return the label of the page at an address; empty if no place declares one."""
    endpoint, _ = match_route(unquote(urlsplit(address).path))
    declared = [each for place in places() for each in (place.tab, place.area, *place.destinations) if each is not None]
    return next((gettext(each.label) for each in declared if each.endpoint == endpoint), "")


def back_link() -> str:
    """Return the URL of the page that led to this one; empty if the request has none."""
    return local_path(request.values.get("next"), "")


def back_link_context() -> dict[str, Any]:
    """Return the template variables for the link back."""
    address = back_link()
    return {"back_link": address, "back_link_label": page_label(address)}


def _list_area_blueprints(area: Destination, declared: Sequence[Place]) -> frozenset[str]:
    found = ((place, blueprint.name) for place in declared for blueprint in place.blueprints)
    return frozenset(name for place, name in found if _find_area_label(place, name) == area.label)


def _find_area_label(place: Place, blueprint: str) -> str:
    for page, label in ((place.tab, place.tab_of), (place.area, place.area.label if place.area else "")):
        if page is not None and (not place.within or page.endpoint.partition(".")[0] == blueprint):
            return label
    return place.within
