"""Full-text search in one space."""

from flask import Blueprint
from werkzeug.wrappers import Response

from blueprints.spaces.content_search import page_hits, parse_query, search_context
from contract.authoring.content import SEARCH_SPACE
from masthead.client import CachedRead
from masthead.web.directory.places import SPACE, find_place
from masthead.web.frame.organization import is_refresh_requested, load_organization, or_raise, read_in
from masthead.web.frame.pages import page
from masthead.web.person.guards import signed_in

blueprint = Blueprint("space_search", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/search")


@blueprint.get("")
@signed_in
def index(organization_id: str, space_id: str) -> Response:
    place = find_place(organization_id, SPACE, space_id)
    query, problem = parse_query()
    if query is None:
        load_organization(organization_id)
        return page("space_search/index.html", **search_context(problem), space=place, listing=None, pages=())
    listing = read_in(organization_id, CachedRead(SEARCH_SPACE, (space_id,), query, is_refresh_requested()))
    read = or_raise(listing)
    pages = list(page_hits(organization_id, space_id, read.value.items, query.query))
    return page("space_search/index.html", **search_context(""), space=place, listing=read, pages=pages)
