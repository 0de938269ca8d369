"""Who is asked to review a change request."""

from pydantic import MISSING
from sqlalchemy import bindparam

from contract.authoring.change_requests import GROUP, LIST_REQUESTED_REVIEWERS, REQUEST_REVIEWERS, ReviewersRequest
from contract.schema.listing import ListQuery
from service.change_requests.repository import find_change_request, save_change_request
from service.change_requests.reviewers import request_reviews, reviewer_rows, reviewer_text
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.tables.change_requests import requested_reviewer

group = RouteGroup(GROUP, __name__)

LISTING = PagedListing(
    "requested reviewers",
    reviewer_rows().where(requested_reviewer.c.change_request == bindparam("change_request")),
    [requested_reviewer.c.number],
)


@group.serves(LIST_REQUESTED_REVIEWERS)
def list_requested_reviewers(call: RequestContext, space_id: str, change_request_id: str, query: ListQuery) -> str:
    """Who is asked for a review, in the order in which they were asked."""
    found = find_change_request(call.connection, space_id, change_request_id)
    return call.render(LISTING.page(call, query, {"change_request": found.id}, document=reviewer_text))


@group.serves(REQUEST_REVIEWERS, conflicts=True)
def request_reviewers(call: RequestContext, space_id: str, change_request_id: str, body: ReviewersRequest) -> str:
    """Ask people for a review of the content as it is; a subject renames the change request."""
    found = find_change_request(call.connection, space_id, change_request_id)
    found.check_open()
    if body.subject is not MISSING and body.subject != found.fields["subject"]:
        save_change_request(call.connection, found.with_fields(call.now, subject=body.subject))
    asked = request_reviews(call.connection, found, body.users, call.person, call.now)
    return call.render(f'{{"users":[{",".join(asked)}]}}')
