"""Declarations of places, for features that cover every place: navigation, journal, command palette."""

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
    """Rules for displaying a sent change. `page` returns the URL of the changed object or of its list.

    `forms` contain its fields. `sends` limits the rules to changes that send that field. `forget` deletes the portal's
    own data about a deleted object, given its ids, and raises StoreError. `unsent` contains the values that a request
    sets by omitting their fields.
    """

    page: Callable[[Entry], str]
    forms: tuple[type[ContractForm], ...] = ()
    sends: str = ""
    forget: Callable[[tuple[str, ...]], None] | None = None
    unsent: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchableForm:
    """A form whose fields can be searched for by label and by `keywords`, which are given per field name.

    Each result links to `endpoint`, at `anchor`. With `of_site`, it links to the form of the site that is being viewed.
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
    """Return a function that builds a page's URL from a journal entry.

    `subject` is the URL parameter for the object's id. If the id is unknown, the URL is that of the page `without`.
    `ids` maps further URL parameters to their positions among the call's ids.
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
    bottom on phones. `within` is the label of another place's area, if this place belongs to it. `tab` is its page
    among the tabs of the area with the label `tab_of`, which includes the page's blueprint. `changes` maps endpoint
    names to the changes that the place sends. `drafts` maps the endpoint that receives a form to the title of its
    drafts and the forms with their fields. `draft_actions` maps endpoints to the actions of a form's buttons, by the
    first word of `do`, if the buttons are the change. Such a form isn't shown again after sending, so a separate page
    shows the draft. `needs` is the organization permission required to read its pages; people without it see no links
    to them. The command palette searches its `destinations`, its `object_pages` by object title, and the fields of
    `searchable` forms.
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
        """Return one of this place's pages with the permission that the place requires."""
        return replace(page, needs=page.needs or self.needs)


def register_places(app: Flask, declared: Sequence[Place]) -> None:
    """Register the pages and declarations of all places with the app."""
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
    """List the rules for displaying a call's changes; rules for a specific field come last."""
    found = [place.changes[endpoint] for place in places() if endpoint in place.changes]
    yield from sorted(found, key=lambda each: bool(each.sends))


def draft_title(endpoint: str, parts: Mapping[str, Any]) -> str:
    """Return the title for a form's drafts, given its endpoint and path parameters. Empty if undeclared."""
    title = next((place.drafts[endpoint][0] for place in places() if endpoint in place.drafts), "")
    return gettext(title) if isinstance(title, str) else title(parts)


def draft_fields(endpoint: str) -> list[WireField]:
    """List the fields that a form's drafts contain. Empty if no place declares them."""
    return [field for form in draft_forms(endpoint) for field in list_blank_fields(form)]


def draft_forms(endpoint: str) -> tuple[type[PageForm], ...]:
    """Return the forms declared for an endpoint."""
    return next((place.drafts[endpoint][1:] for place in places() if endpoint in place.drafts), ())


def draft_actions(endpoint: str) -> Mapping[str, str]:
    """Return the actions of a form's buttons if the buttons are the change. Empty otherwise."""
    return next((place.draft_actions[endpoint] for place in places() if endpoint in place.draft_actions), {})


def page_label(address: str) -> str:
    """Return the label of the page at an address; empty if no place declares one."""
    endpoint, _ = match_route(unquote(urlsplit(address).path))
    declared = [
        each for place in places() for each in (place.tab, place.area, *place.destinations, *place.object_pages)
    ]
    return next((gettext(each.label) for each in declared if each and each.endpoint == endpoint), "")


def back_link() -> str:
    """Return the URL of the page that led to this one, or an empty string if the request has none."""
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
