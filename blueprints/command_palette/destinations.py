"""Pages that the command palette offers, with their keywords."""

from collections.abc import Iterator

from flask import g, url_for

from masthead.web.frame.destinations import CREATE, FILE, Destination
from masthead.web.frame.navigation import declared_areas
from masthead.web.frame.organization import has_permission
from masthead.web.places import SearchableForm, places


def destinations(site_id: str = "") -> Iterator[tuple[Destination, str]]:
    """Pages of the current organization that the person may use, and pages outside organizations, with their URLs.

    `site_id` is the site of the current page: its settings are included.
    """
    if organization := g.get("organization"):
        for each in (*declared_areas(), *organization_destinations()):
            if not each.needs or has_permission(each.needs):
                yield each, url_for(each.endpoint, organization_id=organization.id, **each.values)
        yield from _setting_destinations(organization.id, site_id)
    for each in _declared_destinations(anywhere=True):
        yield each, url_for(each.endpoint)


def organization_destinations() -> list[Destination]:
    """Pages of an organization that are not areas: forms that create first, files last."""
    return sorted(_declared_destinations(anywhere=False), key=lambda each: (each.hint != CREATE, each.hint == FILE))


def _declared_destinations(*, anywhere: bool) -> list[Destination]:
    found = [(place, each) for place in places() for each in place.destinations if each.anywhere is anywhere]
    return [each if anywhere else place.open_to(each) for place, each in found]


def _setting_destinations(organization_id: str, site_id: str) -> Iterator[tuple[Destination, str]]:
    """A page for each setting: the organization's first, then the site's."""
    forms = [form for place in places() for form in place.searchable if site_id or not form.of_site]
    for form in sorted(forms, key=lambda each: each.of_site):
        site = site_id if form.of_site else None
        address = url_for(form.endpoint, organization_id=organization_id, site_id=site, _anchor=form.anchor or None)
        for each in _field_destinations(form):
            yield each, address


def _field_destinations(found: SearchableForm) -> Iterator[Destination]:
    """Fields of the form that are sent to the API; fields that only confirm are left out."""
    for name in found.form.body.model_fields:
        unbound = getattr(found.form, name, None)
        if unbound is not None:
            keywords = found.keywords.get(name, "")
            yield Destination(unbound.args[0], found.endpoint, "sliders", keywords, found.hint)
