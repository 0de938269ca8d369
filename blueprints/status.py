"""The API's status: a message on pages while the API doesn't answer, and a way to check again at once."""

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from masthead.i18n import N_
from masthead.web.frame.layout import unreachable_status
from masthead.web.frame.navigation import PAGE, Destination
from masthead.web.frame.pages import no_content, page
from masthead.web.http.paths import local_path
from masthead.web.http.responses import redirect_to, wants_fragment
from masthead.web.person.guards import public, signed_in
from masthead.web.person.portal import portal
from masthead.web.places import Place

blueprint = Blueprint("status", __name__, url_prefix="/status")


@blueprint.get("")
@public
def index() -> Response:
    """Show the API's status. Fragment requests get a 204 if the message on the page is still right.

    `is_back` in the query means that the message already says that the API answers again.
    """
    answers = portal().transport.check_health()
    is_back = request.args.get("is_back") == "1"
    if answers is is_back and wants_fragment("status-line"):
        return no_content()
    return page(
        "status/index.html",
        fragment="line",
        service_status={
            "answers": answers,
            "trouble": None if answers or g.get("person") is None else unreachable_status(),
            "back": local_path(request.args.get("page"), ""),
        },
    )


@blueprint.get("/try")
@signed_in
def try_now() -> Response:
    """Check the API now, and redirect to the page on which the button was pressed."""
    portal().transport.check_health(at_once=True)
    return redirect_to(local_path(request.args.get("page"), url_for("home.index")))


PLACE = Place(
    blueprints=(blueprint,),
    destinations=(
        Destination(
            N_("Status of the documentation service"),
            "status.index",
            "wifi-off",
            N_("status of the service, health, outage, down"),
            PAGE,
            anywhere=True,
        ),
    ),
)
