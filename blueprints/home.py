"""The start page, which redirects to the person's only organization or to the list."""

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from masthead.web.person.guards import signed_in
from masthead.web.places import Place

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@signed_in
def index() -> Response:
    """Redirect to the list of organizations, which redirects on if there is only one."""
    return redirect(url_for("organizations.index", only=1), 303)


PLACE = Place(blueprints=(blueprint,))
