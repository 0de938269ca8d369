"""Declares change requests of a space."""

from collections.abc import Iterable

from contract.authoring.change_requests import (
    CREATE_CHANGE_REQUEST,
    GET_CHANGE_REQUEST,
    LIST_CHANGE_REQUESTS,
    UPDATE_CHANGE_REQUEST,
    ChangeRequest,
)
from masthead.i18n import N_
from masthead.resources.resource import Endpoints, Lookup, Mention, Place, PortalPage, Resource


def _mentions(answer: ChangeRequest, place: Place) -> Iterable[Mention]:
    yield Mention("change-request", answer.id, answer.subject, f"#{answer.number}", "", place.get("space", ""))


CHANGE_REQUEST = Resource(
    kind="change-request",
    one=N_("change request"),
    many=N_("change requests"),
    name="subject",
    endpoints=Endpoints(LIST_CHANGE_REQUESTS, CREATE_CHANGE_REQUEST, GET_CHANGE_REQUEST, UPDATE_CHANGE_REQUEST),
    lookup=Lookup(
        icon="pencil",
        extractors={ChangeRequest: _mentions},
        address_words=("change-requests",),
        page=PortalPage("change_requests.show", "change_request_id", parent_name="space_id"),
    ),
    without={
        "undo_create": N_("Change requests can't be deleted. Archive it on its own page."),
    },
)
