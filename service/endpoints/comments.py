"""Comments on a space and replies to them: listing, posting, editing, resolving, deleting."""

from typing import Any

from pydantic import MISSING
from sqlalchemy import Row, bindparam

from contract.authoring import comments
from service.comments import (
    CommentText,
    NewComment,
    add_comment,
    add_reply,
    comment_rows,
    comments_json,
    delete_thread,
    find_comment,
    find_reply,
    replies_json,
    resolve_comment,
    select_replies,
    target_columns,
    update_reactions,
    update_text,
    validate_emojis,
)
from service.content.spaces import find_current_version
from service.http.paging import PagedListing, envelope_json
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.tables.change_requests import comment

group = RouteGroup(__name__)

_FILTERS = {
    "status": comment.c.status == bindparam("status"),
    "target_page": comment.c.page == bindparam("target_page"),
    "authors": comment.c.posted_by.in_(bindparam("authors", expanding=True)),
}

NEWEST_FIRST = PagedListing("comments", comment_rows(), [comment.c.number], _FILTERS, downwards=True)
OLDEST_FIRST = PagedListing("comments from the first on", comment_rows(), [comment.c.number], _FILTERS)
REPLIES = PagedListing("comment replies", select_replies(), [comment.c.number])


@group.serves(comments.LIST_COMMENTS)
def list_comments(call: RequestContext, space_id: str, query: comments.CommentsQuery) -> str:
    """List the comments on the space and its change requests, newest first by default."""
    listing = OLDEST_FIRST if query.order == "asc" else NEWEST_FIRST
    narrowed: dict[str, object] = {"current": find_current_version(call.connection, space_id).revision}
    if query.status is not MISSING and query.status != "all":
        narrowed["status"] = query.status
    if query.targetPage is not MISSING:
        narrowed["target_page"] = query.targetPage
    if query.authors is not MISSING:
        narrowed["authors"] = query.authors
    rows, following = listing.rows(call, query, {"space": space_id}, narrowed)
    return envelope_json(comments_json(call, rows, as_document=query.format == "document"), following)


@group.serves(comments.CREATE_COMMENT)
def create_comment(call: RequestContext, space_id: str, body: comments.CommentCreate) -> str:
    """Post a comment on the space, on a page, or on a part of a page."""
    version = find_current_version(call.connection, space_id)
    posted = NewComment(space_id, call.person, call.now, CommentText.from_request(body.body))
    return _comment_json(
        call,
        space_id,
        add_comment(call.connection, posted, target_columns(call.connection, version, body)),
    )


@group.serves(comments.GET_COMMENT)
def get_comment(call: RequestContext, space_id: str, comment_id: str, query: comments.CommentQuery) -> str:
    """Return the comment."""
    find_comment(call.connection, space_id, comment_id)
    return _comment_json(call, space_id, comment_id, as_document=query.format == "document")


@group.serves(comments.UPDATE_COMMENT)
def update_comment(call: RequestContext, space_id: str, comment_id: str, body: comments.CommentUpdate) -> str:
    """Edit the text (author only), resolve or reopen the comment, add or remove reactions."""
    row = find_comment(call.connection, space_id, comment_id)
    _update_text(call, row, body)
    if body.resolved is not MISSING:
        resolve_comment(call, row, resolved=body.resolved)
    return _comment_json(call, space_id, comment_id)


@group.serves(comments.DELETE_COMMENT)
def delete_comment(call: RequestContext, space_id: str, comment_id: str) -> None:
    """Delete a comment with its replies; only its author or an administrator may."""
    delete_thread(call, find_comment(call.connection, space_id, comment_id))


@group.serves(comments.LIST_COMMENT_REPLIES)
def list_comment_replies(call: RequestContext, space_id: str, comment_id: str, query: comments.RepliesQuery) -> str:
    """List the replies, oldest first."""
    find_comment(call.connection, space_id, comment_id)
    rows, following = REPLIES.rows(call, query, {"thread": comment_id})
    return envelope_json(replies_json(call, rows, as_document=query.format == "document"), following)


@group.serves(comments.CREATE_COMMENT_REPLY)
def create_comment_reply(
    call: RequestContext, space_id: str, comment_id: str, body: comments.CommentReplyCreate
) -> str:
    """Reply to a comment, resolved or not."""
    find_comment(call.connection, space_id, comment_id)
    posted = NewComment(space_id, call.person, call.now, CommentText.from_request(body.body))
    return _reply_json(call, comment_id, add_reply(call.connection, posted, comment_id))


@group.serves(comments.GET_COMMENT_REPLY)
def get_comment_reply(
    call: RequestContext, space_id: str, comment_id: str, comment_reply_id: str, query: comments.CommentQuery
) -> str:
    """Return the reply."""
    find_reply(call.connection, space_id, comment_id, comment_reply_id)
    return _reply_json(call, comment_id, comment_reply_id, as_document=query.format == "document")


@group.serves(comments.UPDATE_COMMENT_REPLY)
def update_comment_reply(
    call: RequestContext, space_id: str, comment_id: str, comment_reply_id: str, body: comments.CommentReplyUpdate
) -> str:
    """Edit the text (author only), add or remove reactions."""
    _update_text(call, find_reply(call.connection, space_id, comment_id, comment_reply_id), body)
    return _reply_json(call, comment_id, comment_reply_id)


def _update_text(call: RequestContext, row: Row[Any], given: comments.CommentReplyUpdate) -> None:
    added = [] if given.addedReactions is MISSING else given.addedReactions
    removed = [] if given.removedReactions is MISSING else given.removedReactions
    validate_emojis("addedReactions", added)
    validate_emojis("removedReactions", removed)
    if given.body is not MISSING:
        update_text(call, row, CommentText.from_request(given.body))
    update_reactions(call.connection, row.id, call.person, added, removed, call.now)


def _comment_json(call: RequestContext, space_id: str, comment_id: str, *, as_document: bool = False) -> str:
    current = find_current_version(call.connection, space_id).revision
    rows = comment_rows().where(comment.c.id == comment_id)
    found = call.connection.execute(rows, {"space": space_id, "current": current}).all()
    return comments_json(call, found, as_document=as_document)[0]


def _reply_json(call: RequestContext, comment_id: str, reply_id: str, *, as_document: bool = False) -> str:
    rows = select_replies().where(comment.c.id == reply_id)
    found = call.connection.execute(rows, {"thread": comment_id}).all()
    return replies_json(call, found, as_document=as_document)[0]
