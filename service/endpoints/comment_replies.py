"""Replies to a comment."""

from contract.authoring.comments import (
    CREATE_COMMENT_REPLY,
    GET_COMMENT_REPLY,
    GROUP,
    LIST_COMMENT_REPLIES,
    UPDATE_COMMENT_REPLY,
    CommentQuery,
    CommentReplyCreate,
    CommentReplyUpdate,
    RepliesQuery,
)
from service.comments.answers import reply_rows, reply_texts
from service.comments.bodies import Body
from service.comments.changes import update_comment_text
from service.comments.repository import Posted, add_reply, find_comment, find_reply
from service.http.paging import PagedListing, envelope
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.tables.comments import comment

group = RouteGroup(GROUP, __name__)

LISTING = PagedListing("comment replies", reply_rows(), [comment.c.number])


@group.serves(LIST_COMMENT_REPLIES)
def list_comment_replies(call: RequestContext, space_id: str, comment_id: str, query: RepliesQuery) -> str:
    """The replies, in the order in which they were posted."""
    find_comment(call.connection, space_id, comment_id)
    rows, following = LISTING.rows(call, query, {"thread": comment_id})
    return call.render(envelope(reply_texts(call, rows, as_document=query.format == "document"), following))


@group.serves(CREATE_COMMENT_REPLY)
def create_comment_reply(call: RequestContext, space_id: str, comment_id: str, body: CommentReplyCreate) -> str:
    """Reply to the comment, resolved or not."""
    find_comment(call.connection, space_id, comment_id)
    posted = Posted(space_id, call.person, call.now, Body.from_request(body.body))
    return _answered(call, comment_id, add_reply(call.connection, posted, comment_id))


@group.serves(GET_COMMENT_REPLY)
def get_comment_reply(
    call: RequestContext, space_id: str, comment_id: str, comment_reply_id: str, query: CommentQuery
) -> str:
    """The reply."""
    find_reply(call.connection, space_id, comment_id, comment_reply_id)
    return _answered(call, comment_id, comment_reply_id, as_document=query.format == "document")


@group.serves(UPDATE_COMMENT_REPLY)
def update_comment_reply(
    call: RequestContext, space_id: str, comment_id: str, comment_reply_id: str, body: CommentReplyUpdate
) -> str:
    """Change the text, which only who wrote it may; give and take back reactions."""
    update_comment_text(call, find_reply(call.connection, space_id, comment_id, comment_reply_id), body)
    return _answered(call, comment_id, comment_reply_id)


def _answered(call: RequestContext, comment_id: str, reply_id: str, *, as_document: bool = False) -> str:
    rows = reply_rows().where(comment.c.id == reply_id)
    found = call.connection.execute(rows, {"thread": comment_id}).all()
    return call.render(reply_texts(call, found, as_document=as_document)[0])
