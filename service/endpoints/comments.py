"""Comments on a space: listing, posting, changing, resolving, deletion."""

from pydantic import MISSING
from sqlalchemy import bindparam

from contract.authoring.comments import (
    CREATE_COMMENT,
    DELETE_COMMENT,
    GET_COMMENT,
    GROUP,
    LIST_COMMENTS,
    UPDATE_COMMENT,
    CommentCreate,
    CommentQuery,
    CommentsQuery,
    CommentUpdate,
)
from service.comments.answers import comment_rows, comment_texts
from service.comments.bodies import Body
from service.comments.changes import update_comment_text
from service.comments.repository import Posted, add_comment, find_comment, remove, resolve
from service.comments.targets import resolve_target
from service.content.versions import current_version
from service.http.paging import PagedListing, envelope
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.tables.comments import comment

group = RouteGroup(GROUP, __name__)

_FILTERS = {
    "status": comment.c.status == bindparam("status"),
    "target_page": comment.c.page == bindparam("target_page"),
    "authors": comment.c.posted_by.in_(bindparam("authors", expanding=True)),
}
NEWEST_FIRST = PagedListing("comments", comment_rows(), [comment.c.number], _FILTERS, downwards=True)
OLDEST_FIRST = PagedListing("comments from the first on", comment_rows(), [comment.c.number], _FILTERS)


@group.serves(LIST_COMMENTS)
def list_comments(call: RequestContext, space_id: str, query: CommentsQuery) -> str:
    """The comments of the space and of its change requests, newest first unless it is asked for otherwise."""
    listing = OLDEST_FIRST if query.order == "asc" else NEWEST_FIRST
    narrowed: dict[str, object] = {"current": current_version(call.connection, space_id).revision}
    if query.status is not MISSING and query.status != "all":
        narrowed["status"] = query.status
    if query.targetPage is not MISSING:
        narrowed["target_page"] = query.targetPage
    if query.authors is not MISSING:
        narrowed["authors"] = query.authors
    rows, following = listing.rows(call, query, {"space": space_id}, narrowed)
    return call.render(envelope(comment_texts(call, rows, as_document=query.format == "document"), following))


@group.serves(CREATE_COMMENT)
def create_comment(call: RequestContext, space_id: str, body: CommentCreate) -> str:
    """Post a comment on the space, on a page of it, or on a part of a page."""
    version = current_version(call.connection, space_id)
    posted = Posted(space_id, call.person, call.now, Body.from_request(body.body))
    return _answered(
        call, space_id, add_comment(call.connection, posted, resolve_target(call.connection, version, body))
    )


@group.serves(GET_COMMENT)
def get_comment(call: RequestContext, space_id: str, comment_id: str, query: CommentQuery) -> str:
    """The comment."""
    find_comment(call.connection, space_id, comment_id)
    return _answered(call, space_id, comment_id, as_document=query.format == "document")


@group.serves(UPDATE_COMMENT)
def update_comment(call: RequestContext, space_id: str, comment_id: str, body: CommentUpdate) -> str:
    """Change the text, which only who wrote it may; resolve it or open it again; give and take back reactions."""
    row = find_comment(call.connection, space_id, comment_id)
    update_comment_text(call, row, body)
    if body.resolved is not MISSING:
        resolve(call, row, resolved=body.resolved)
    return _answered(call, space_id, comment_id)


@group.serves(DELETE_COMMENT)
def delete_comment(call: RequestContext, space_id: str, comment_id: str) -> None:
    """Delete the comment with its replies; who wrote it may, and administrators."""
    remove(call, find_comment(call.connection, space_id, comment_id))


def _answered(call: RequestContext, space_id: str, comment_id: str, *, as_document: bool = False) -> str:
    current = current_version(call.connection, space_id).revision
    rows = comment_rows().where(comment.c.id == comment_id)
    found = call.connection.execute(rows, {"space": space_id, "current": current}).all()
    return call.render(comment_texts(call, found, as_document=as_document)[0])
