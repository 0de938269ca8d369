"""Pages of a space with the changes of a change request."""

from flask import Blueprint
from werkzeug.wrappers import Response

from blueprints.spaces.content import find_content
from blueprints.spaces.space_pages import show_page, show_tree
from masthead.web.person.guards import signed_in

blueprint = Blueprint(
    "proposed_pages",
    __name__,
    url_prefix="/orgs/<organization_id>/spaces/<space_id>/change-requests/<change_request_id>/pages",
)


@blueprint.get("")
@signed_in
def index(organization_id: str, space_id: str, change_request_id: str) -> Response:
    """Show the page tree, or the pages that match a filter."""
    return show_tree(find_content(organization_id, space_id, change_request_id))


@blueprint.get("/<page_id>")
@signed_in
def show(organization_id: str, space_id: str, change_request_id: str, page_id: str) -> Response:
    return show_page(find_content(organization_id, space_id, change_request_id), page_id)
