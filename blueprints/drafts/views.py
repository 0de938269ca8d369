"""What was typed and not saved: listed, shown in its form again, thrown away when it is not wanted."""

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.drafts.parked_inputs import parked_by_others
from blueprints.drafts.words import line_of, titles
from web import parked
from web.access import person, signed_in
from web.pages import done, page
from web.portal import portal
from web.return_path import local_path

blueprint = Blueprint("drafts", __name__, url_prefix="/drafts")


@blueprint.get("")
@signed_in
def index() -> Response:
    """All of a person's, the newest first."""
    kept = sorted(portal().drafts.of_owner(person().owner).values(), key=lambda draft: -draft.at)
    named = titles() if kept else {}
    return page("drafts/index.html", lines=[line_of(draft, named) for draft in kept], **parked_by_others())


@blueprint.post("/parked/discard")
@signed_in
def discard_parked() -> Response:
    """Forget what was typed in this browser with another token."""
    parked.drop([request.form.get("id", "")])
    return done("The text was discarded.", url_for("drafts.index"))


@blueprint.post("/discard")
@signed_in
def discard() -> Response:
    """Forget what was typed into the form that goes to `page`."""
    address = request.form.get("page", "")
    portal().drafts.drop(person().owner, address)
    onward = local_path(request.form.get("next"), url_for("drafts.index"))
    return done("What you had typed was thrown away.", onward)
