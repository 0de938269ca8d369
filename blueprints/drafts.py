"""What was typed and not saved: thrown away when it is not wanted."""

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from web.access import person, signed_in
from web.pages import done
from web.portal import portal
from web.return_path import local_path

blueprint = Blueprint("drafts", __name__, url_prefix="/drafts")


@blueprint.post("/discard")
@signed_in
def discard() -> Response:
    """Forget what was typed into the form that goes to `page`."""
    page = request.form.get("page", "")
    portal().drafts.drop(person().owner, page)
    return done("What you had typed was thrown away.", local_path(page, url_for("home.index")))
