"""Files of a space with the changes of a change request."""

from flask import Blueprint
from werkzeug.wrappers import Response

from blueprints.spaces.content import find_content
from blueprints.spaces.space_files import show_file, show_files
from masthead.web.person.guards import signed_in

blueprint = Blueprint(
    "proposed_files",
    __name__,
    url_prefix="/orgs/<organization_id>/spaces/<space_id>/change-requests/<change_request_id>/files",
)


@blueprint.get("")
@signed_in
def index(organization_id: str, space_id: str, change_request_id: str) -> Response:
    """List the files; unused ones first, as far as uses are known."""
    return show_files(find_content(organization_id, space_id, change_request_id))


@blueprint.get("/<file_id>")
@signed_in
def show(organization_id: str, space_id: str, change_request_id: str, file_id: str) -> Response:
    return show_file(find_content(organization_id, space_id, change_request_id), file_id)
