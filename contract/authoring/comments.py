"""Comments on a space and the replies to them: what can be asked and done."""

from typing import Annotated

from pydantic import MISSING

from contract.authoring.comment import Comment, CommentBody, CommentReply
from contract.schema.annotations import AbsentMeans, OpenEnum
from contract.schema.endpoint import EndpointGroup
from contract.schema.fields import ContractModel
from contract.schema.listing import ListQuery, Query

_GROUP = EndpointGroup("Space comments")

ContentFormat = Annotated[str, OpenEnum("document", "markdown")]
"""How written text is answered."""


class CommentsQuery(ListQuery):
    """Filters of comments; `targetPage` is a page's id, `authors` are user ids."""

    order: Annotated[str, OpenEnum("asc", "desc"), AbsentMeans("desc")] | MISSING = MISSING
    status: Annotated[str, OpenEnum("all", "open", "resolved"), AbsentMeans("all")] | MISSING = MISSING
    format: ContentFormat | MISSING = MISSING
    targetPage: str | MISSING = MISSING
    authors: list[str] | MISSING = MISSING


class CommentQuery(Query):
    """Format of the text of a comment or reply."""

    format: ContentFormat | MISSING = MISSING


class RepliesQuery(ListQuery):
    """Format of the texts of replies."""

    format: ContentFormat | MISSING = MISSING


class CommentReplyCreate(ContractModel):
    """A new reply."""

    body: CommentBody


class CommentCreate(CommentReplyCreate):
    """A new comment; `page` is a page's id, `node` the id of a part of it."""

    node: str | MISSING = MISSING
    page: str | MISSING = MISSING


class CommentReplyUpdate(ContractModel):
    """A new text; reactions are emojis that the caller gives or takes back."""

    body: CommentBody | MISSING = MISSING
    addedReactions: list[str] | MISSING = MISSING
    removedReactions: list[str] | MISSING = MISSING


class CommentUpdate(CommentReplyUpdate):
    """Besides, whether the comment is resolved."""

    resolved: bool | MISSING = MISSING


COMMENTS = "/v1/spaces/{spaceId}/comments"
COMMENT = COMMENTS + "/{commentId}"
REPLIES = COMMENT + "/replies"
REPLY = REPLIES + "/{commentReplyId}"

LIST_COMMENTS = _GROUP.list("listComments", COMMENTS, Comment, CommentsQuery)
CREATE_COMMENT = _GROUP.post("createComment", COMMENTS, CommentCreate, Comment)
GET_COMMENT = _GROUP.get("getComment", COMMENT, Comment, CommentQuery)
UPDATE_COMMENT = _GROUP.put("updateComment", COMMENT, CommentUpdate, Comment)
DELETE_COMMENT = _GROUP.delete("deleteComment", COMMENT, 205)
LIST_COMMENT_REPLIES = _GROUP.list("listCommentReplies", REPLIES, CommentReply, RepliesQuery)
CREATE_COMMENT_REPLY = _GROUP.post("createCommentReply", REPLIES, CommentReplyCreate, CommentReply)
GET_COMMENT_REPLY = _GROUP.get("getCommentReply", REPLY, CommentReply, CommentQuery)
UPDATE_COMMENT_REPLY = _GROUP.put("updateCommentReply", REPLY, CommentReplyUpdate, CommentReply)
