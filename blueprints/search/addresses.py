"""Parses URLs pasted into the command palette: pages of this portal, and objects of the documentation service."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import current_app, g, request, url_for

from masthead.i18n import gettext
from masthead.lookup.references import InvalidReferenceError, ObjectReference, parse_reference
from masthead.store.directory.objects import DirectoryQuery
from masthead.web.directory.entries import entry_url, kind_labels, known_hosts, suggest_entries
from masthead.web.frame.navigation import CREATE, FILE, Destination, area_pages
from masthead.web.frame.organization import has_permission
from masthead.web.http.paths import local_path, match_route
from masthead.web.person.guards import PUBLIC, get_access
from masthead.web.places import SearchableForm, places

PORTS = {"http": 80, "https": 443}


class Address(NamedTuple):
    """The target of a pasted URL: `url`, or the message `wrong` if there is none."""

    label: str = ""
    hint: str = ""
    icon: str = "box-arrow-right"
    url: str = ""
    wrong: str = ""


def parse_address(typed: str) -> Address | None:
    """Parse a pasted URL or path; return None for text that is neither."""
    text = typed.strip()
    if "/" not in text or len(text.split()) > 1:
        return None
    if page := _portal_path(text):
        return Address(gettext("Open this page"), page, url=page)
    try:
        named = parse_reference(text, known_hosts())
    except InvalidReferenceError as wrong:
        is_address = "://" in text or text.startswith("/")
        return Address(wrong=str(wrong)) if is_address else None
    return _service_address(named)


def _portal_path(text: str) -> str:
    try:
        parts = urlsplit(text if "://" in text or text.startswith("/") else f"{request.scheme}://{text}")
        own = urlsplit(request.host_url)
        here = (parts.hostname, parts.port or PORTS.get(parts.scheme)) == (own.hostname, own.port or PORTS[own.scheme])
    except ValueError:
        return ""
    if not (text.startswith("/") or (here and parts.scheme in PORTS and "@" not in parts.netloc)):
        return ""
    path = local_path(f"{parts.path}{f'?{parts.query}' if parts.query else ''}", "")
    return path if path and match_page_path(parts.path) is not None else ""


def match_page_path(path: str) -> Mapping[str, Any] | None:
    """Return the ids in a path of the portal, or None if it isn't a page."""
    endpoint, values = match_route(path)
    if not endpoint or endpoint == "static" or get_access(current_app.view_functions[endpoint]) == PUBLIC:
        return None
    return values


def _service_address(named: ObjectReference) -> Address:
    here = g.get("organization")
    organization = named.inside("organization") or (here.id if here is not None else "")
    url = entry_url(named.kind, named.id, organization, named.inside("site") or named.inside("space"))
    label, _, icon = kind_labels(named.kind)
    known = suggest_entries(DirectoryQuery(kinds=(named.kind,), ids=(named.id,)), limit=1)
    title = known[0].title if known else named.id
    if not url and organization:
        url = url_for("directory.index", organization_id=organization, q=named.id)
    if not url:
        return Address(wrong=gettext("First open the organization that this belongs to, then paste the address there."))
    return Address(gettext("Open %(title)s", title=title), label, icon, url)


def destinations(site_id: str = "") -> Iterator[tuple[Destination, str]]:
    """List the pages that the person may use, with their URLs: pages of the organization, and pages outside.

    `site_id` is the site of the current page, whose settings are included.
    """
    if organization := g.get("organization"):
        for each in (*area_pages(), *list_organization_destinations()):
            if not each.needs or has_permission(each.needs):
                yield each, url_for(each.endpoint, organization_id=organization.id, **each.values)
        yield from _list_setting_destinations(organization.id, site_id)
    for each in _list_declared_destinations(anywhere=True):
        yield each, url_for(each.endpoint)


def list_organization_destinations() -> list[Destination]:
    """List pages of an organization that are not areas: forms that create first, files last."""
    return sorted(
        _list_declared_destinations(anywhere=False), key=lambda each: (each.hint != CREATE, each.hint == FILE)
    )


def _list_declared_destinations(*, anywhere: bool) -> list[Destination]:
    found = [(place, each) for place in places() for each in place.destinations if each.anywhere is anywhere]
    return [each if anywhere else place.with_permission(each) for place, each in found]


def _list_setting_destinations(organization_id: str, site_id: str) -> Iterator[tuple[Destination, str]]:
    forms = [form for place in places() for form in place.searchable if site_id or not form.of_site]
    for form in sorted(forms, key=lambda each: each.of_site):
        site = site_id if form.of_site else None
        address = url_for(form.endpoint, organization_id=organization_id, site_id=site, _anchor=form.anchor or None)
        for each in _list_field_destinations(form):
            yield each, address


def _list_field_destinations(found: SearchableForm) -> Iterator[Destination]:
    for name in found.form.body.model_fields:
        unbound = getattr(found.form, name, None)
        if unbound is not None:
            keywords = found.keywords.get(name, "")
            yield Destination(unbound.args[0], found.endpoint, "sliders", keywords, found.hint)
