"""The page of saved views: name and save the list that the person came from; rename and delete views."""

from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from masthead.i18n import N_, gettext
from masthead.store.notes import MAX_NAME_LENGTH, MAX_VIEWS, SavedView, TooManyError
from masthead.web.frame.navigation import Destination
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import page, redirect_info, redirect_saved
from masthead.web.frame.saved_views import read_saved_views, view_url
from masthead.web.http.paths import local_path, match_route
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.places import Place, page_label

blueprint = Blueprint("saved_views", __name__, url_prefix="/orgs/<organization_id>/views")
OF_PAGE = {"page", "before", "refresh", "item", "then", "next"}
"""Parameters that say which part of a list is shown, rather than which list."""


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    load_organization(organization_id)
    view = parse_view(organization_id, _current_address())
    views = [(each, view_url(each), _list_label(each)) for each in read_saved_views(organization_id)]
    return page(
        "saved_views/index.html",
        views=views,
        address=view_url(view) if view else "",
        next=local_path(request.args.get("next"), ""),
        label=_list_label(view) if view else "",
        longest=MAX_NAME_LENGTH,
    )


@blueprint.post("")
@signed_in
def change(organization_id: str) -> Response:
    """Save a view under a name, and return to `next` or the view.

    `was` is the previous name when renaming; with `delete`, delete that view.
    """
    load_organization(organization_id)
    here = url_for("saved_views.index", organization_id=organization_id)
    name, was = " ".join(request.form.get("name", "").split())[:MAX_NAME_LENGTH], request.form.get("was", "")
    view = parse_view(organization_id, request.form.get("of", ""), name)
    store, owner = portal().store.saved_views, person().owner
    if view is None or not (name or was):
        return redirect_info(gettext("Enter a name. Nothing was saved."), f"{here}?{urlencode(request.form)}")
    if was:
        store.drop(owner, organization_id, view.path, was)
    if "delete" in request.form:
        return redirect_saved(gettext("The view %(name)s was deleted.", name=was), here)
    try:
        store.save(owner, organization_id, view._replace(name=name or was))
    except TooManyError:
        return redirect_info(gettext("You have %(n)s views. Delete one before you save another.", n=MAX_VIEWS), here)
    back = here if was else local_path(request.form.get("next"), view_url(view))
    return redirect_saved(gettext("The view %(name)s was saved.", name=name or was), back)


def _current_address() -> str:
    """Return the list's address, with current filters if a script sent them: the link may have outdated ones."""
    drawn = request.args.get("of", "")
    current = urlsplit(request.headers.get("HX-Current-URL", ""))
    return f"{current.path}?{current.query}" if current.path == urlsplit(drawn).path else drawn


def parse_view(organization_id: str, address: str, name: str = "") -> SavedView | None:
    """Parse the address of a list in the organization; None for any other address."""
    parts = urlsplit(local_path(address, ""))
    endpoint, ids = match_route(unquote(parts.path))
    if not endpoint or ids.get("organization_id") != organization_id:
        return None
    query = urlencode([(key, value) for key, value in parse_qsl(parts.query) if key not in OF_PAGE])
    return SavedView(parts.path.removeprefix(request.root_path), name, query)


def _list_label(view: SavedView) -> str:
    return page_label(view_url(view)) or gettext("List")


PLACE = Place(
    blueprints=(blueprint,),
    destinations=(
        Destination(N_("Saved views"), "saved_views.index", "bookmark", N_("saved filters, rename view, delete view")),
    ),
)
