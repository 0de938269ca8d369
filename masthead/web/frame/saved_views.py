"""Saved views: URLs of lists with their filters and order, saved by a person under names."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from flask import Flask, g, request, url_for

from masthead.store.errors import StoreError
from masthead.store.notes import SavedView
from masthead.web.http.paths import request_path, request_url
from masthead.web.person.portal import portal
from masthead.web.person.session import person


class ViewLinks(NamedTuple):
    """The saved views of the current list, as names and URLs, and the URL for saving the current view."""

    views: Sequence[tuple[str, str]]
    save: str


def read_saved_views(organization_id: str) -> list[SavedView]:
    """Return this person's views in the organization. Empty if the store can't be read."""
    with suppress(StoreError):
        return portal().store.saved_views.find(person().owner, organization_id)
    return []


def view_url(view: SavedView) -> str:
    """Return the URL that a view was saved for."""
    return f"{request.root_path}{view.path}{f'?{view.query}' if view.query else ''}"


def load_view_links() -> None:
    """Load the page's views for its template, which doesn't read the store itself."""
    organization = g.get("organization")
    if organization is None or g.get("person") is None:
        return
    here = request_path().removeprefix(request.root_path)
    views = [(each.name, view_url(each)) for each in read_saved_views(organization.id) if each.path == here]
    g.view_links = ViewLinks(views, url_for("saved_views.index", organization_id=organization.id, of=request_url()))


def _view_links() -> ViewLinks | None:
    links: ViewLinks | None = g.get("view_links")
    return links


def init_app(app: Flask) -> None:
    """Register the template function."""
    app.jinja_env.globals.update(view_links=_view_links)
