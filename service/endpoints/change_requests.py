"""Change requests: listing, creation, subject and state, contributors and reviewers."""

from pydantic import MISSING
from sqlalchemy import bindparam, exists
from werkzeug.exceptions import Conflict

from contract.authoring import change_requests
from contract.schema.endpoint import ListQuery
from service.change_requests import (
    UNTITLED,
    add_change_request,
    change_request_json,
    change_request_rows,
    contributors_json,
    find_change_request,
    merge_into_space,
    pull_from_space,
    record_contribution,
    request_reviews,
    reviewer_json,
    reviewer_rows,
    save_change_request,
    stored_json,
)
from service.content.spaces import find_space
from service.http.paging import PagedListing, envelope_json
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.storage.documents import array_json, as_json, extend_json
from service.tables.change_requests import change_request, contribution, requested_reviewer

group = RouteGroup(__name__)

_BY_CONTRIBUTOR = exists().where(
    contribution.c.change_request == change_request.c.id, contribution.c.person == bindparam("contributor")
)

LISTING = PagedListing(
    "change requests",
    change_request_rows().where(change_request.c.space == bindparam("space")),
    [change_request.c.number],
    {"status": change_request.c.status == bindparam("status"), "contributor": _BY_CONTRIBUTOR},
)

REVIEWERS = PagedListing(
    "requested reviewers",
    reviewer_rows().where(requested_reviewer.c.change_request == bindparam("change_request")),
    [requested_reviewer.c.number],
)


@group.serves(change_requests.LIST_CHANGE_REQUESTS)
def list_change_requests(call: RequestContext, space_id: str, query: change_requests.ChangeRequestsQuery) -> str:
    """List change requests by status, open ones by default, oldest first."""
    current = str(find_space(call.connection, space_id)["revision"])
    narrowed = {"status": "open" if query.status is MISSING else query.status}
    if query.contributor is not MISSING:
        narrowed["contributor"] = query.contributor
    return LISTING.page(call, query, {"space": space_id}, narrowed, lambda row: change_request_json(row, current))


@group.serves(change_requests.CREATE_CHANGE_REQUEST)
def create_change_request(call: RequestContext, space_id: str, body: change_requests.ChangeRequestCreate) -> str:
    """Create a draft change request from the current content of the space."""
    made = add_change_request(
        call.connection,
        find_space(call.connection, space_id),
        call.person,
        call.now,
        subject=UNTITLED if body.subject is MISSING else body.subject,
        agent_task=None if body.agentTaskId is MISSING else body.agentTaskId,
    )
    record_contribution(call.connection, made.id, call.person, call.now)
    return stored_json(call.connection, made)


@group.serves(change_requests.GET_CHANGE_REQUEST)
def get_change_request(call: RequestContext, space_id: str, change_request_id: str) -> str:
    """Return a change request by its id or number."""
    return stored_json(call.connection, find_change_request(call.connection, space_id, change_request_id))


@group.serves(change_requests.UPDATE_CHANGE_REQUEST, conflicts=True)
def update_change_request(
    call: RequestContext, space_id: str, change_request_id: str, body: change_requests.ChangeRequestUpdate
) -> str:
    """Change the subject or the status. A merged change request keeps its status."""
    found = find_change_request(call.connection, space_id, change_request_id)
    if body.status is not MISSING and found.status == "merged":
        raise Conflict("status: this change request is merged, and stays so.")
    given = body.model_dump()
    if any(found.fields[name] != value for name, value in given.items()):
        save_change_request(call.connection, found.with_fields(call.now, **given))
    return stored_json(call.connection, found)


@group.serves(change_requests.MERGE_CHANGE_REQUEST, conflicts=True)
def merge_change_request(call: RequestContext, space_id: str, change_request_id: str) -> str:
    """Merge the change request into the space. 409 if it is merged or archived, or if the changes conflict."""
    found = find_change_request(call.connection, space_id, change_request_id)
    return as_json({"revision": merge_into_space(call.connection, found, call.now), "result": "merge"})


@group.serves(change_requests.PULL_INTO_CHANGE_REQUEST, conflicts=True)
def pull_into_change_request(call: RequestContext, space_id: str, change_request_id: str) -> str:
    """Update the change request from the space. 409 if it is merged or archived, or if the changes conflict."""
    found = find_change_request(call.connection, space_id, change_request_id)
    changed = pull_from_space(call.connection, found, call.now)
    if changed is not found:
        record_contribution(call.connection, found.id, call.person, call.now)
    return as_json({"revision": changed.revision, "result": "update"})


@group.serves(change_requests.LIST_CONTRIBUTORS)
def list_contributors(call: RequestContext, space_id: str, change_request_id: str) -> str:
    """List the people who edited the content, in order of their first contribution."""
    found = find_change_request(call.connection, space_id, change_request_id)
    return envelope_json(contributors_json(call.connection, found.id), None)


@group.serves(change_requests.LIST_REQUESTED_REVIEWERS)
def list_requested_reviewers(call: RequestContext, space_id: str, change_request_id: str, query: ListQuery) -> str:
    """List the requested reviewers, oldest request first."""
    found = find_change_request(call.connection, space_id, change_request_id)
    return REVIEWERS.page(call, query, {"change_request": found.id}, document=reviewer_json)


@group.serves(change_requests.REQUEST_REVIEWERS, conflicts=True)
def request_reviewers(
    call: RequestContext, space_id: str, change_request_id: str, body: change_requests.ReviewersRequest
) -> str:
    """Request reviews of the current content; a subject renames the change request."""
    found = find_change_request(call.connection, space_id, change_request_id)
    found.ensure_open()
    if body.subject is not MISSING and body.subject != found.fields["subject"]:
        save_change_request(call.connection, found.with_fields(call.now, subject=body.subject))
    requests = request_reviews(call.connection, found, body.users, call.person, call.now)
    return extend_json("{}", users=array_json(requests))
