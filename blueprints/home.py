"""The start: straight to a person's only organization, else to the list of them."""

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from masthead.web.person.access import signed_in
from masthead.web.places import Place

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@signed_in
def index() -> Response:
    """Go to where the organizations are; with one alone that page goes on to it."""
    return redirect(url_for("organizations.index", only=1), 303)


PLACE = Place(blueprints=(blueprint,))
