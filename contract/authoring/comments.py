"""Comments on a space and the replies to them: what can be asked and done."""

from typing import Annotated

from pydantic import MISSING

from contract.authoring.comment import Comment, CommentBody, CommentReply
from contract.schema.annotations import AbsentMeans, OpenEnum
from contract.schema.endpoint import Endpoint
from contract.schema.fields import ContractModel
from contract.schema.listing import Listing, ListQuery, Query

GROUP = "Space comments"

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

LIST_COMMENTS = Endpoint(
    GROUP, "listComments", "GET", COMMENTS, 200, Listing[Comment], query=CommentsQuery, listing=True
)
CREATE_COMMENT = Endpoint(GROUP, "createComment", "POST", COMMENTS, 200, Comment, body=CommentCreate)
GET_COMMENT = Endpoint(GROUP, "getComment", "GET", COMMENT, 200, Comment, query=CommentQuery)
UPDATE_COMMENT = Endpoint(GROUP, "updateComment", "PUT", COMMENT, 200, Comment, body=CommentUpdate)
DELETE_COMMENT: Endpoint[None] = Endpoint(GROUP, "deleteComment", "DELETE", COMMENT, 205)
LIST_COMMENT_REPLIES = Endpoint(
    GROUP, "listCommentReplies", "GET", REPLIES, 200, Listing[CommentReply], query=RepliesQuery, listing=True
)
CREATE_COMMENT_REPLY = Endpoint(
    GROUP, "createCommentReply", "POST", REPLIES, 200, CommentReply, body=CommentReplyCreate
)
GET_COMMENT_REPLY = Endpoint(GROUP, "getCommentReply", "GET", REPLY, 200, CommentReply, query=CommentQuery)
UPDATE_COMMENT_REPLY = Endpoint(GROUP, "updateCommentReply", "PUT", REPLY, 200, CommentReply, body=CommentReplyUpdate)
