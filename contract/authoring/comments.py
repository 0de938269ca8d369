"""Comments on a space and the replies to them."""

from typing import Annotated, Literal

from pydantic import MISSING

from contract.organization.people import LocationUrls, User
from contract.schema.endpoint import EndpointGroup, ListQuery, Query
from contract.schema.fields import ContractModel, Count, DefaultValue, JsonObject, Moment, OpenEnum


# The contract doesn't say which form a response has without `format`.
class CommentBody(ContractModel):
    """The text of a comment: Markdown, a rich-text tree, or empty."""

    markdown: str | MISSING = MISSING
    document: JsonObject | MISSING = MISSING


class Reactor(ContractModel):
    """A person who reacted."""

    user: User | MISSING = MISSING
    reactedAt: Moment | MISSING = MISSING


class Reaction(ContractModel):
    """An emoji and how many people chose it."""

    emoji: str
    count: Count
    users: list[Reactor] | MISSING = MISSING


class TargetNode(ContractModel):
    """A block of a page that a comment is about; `preview` is the beginning of its text."""

    id: str
    preview: str | MISSING = MISSING


class TargetPage(ContractModel):
    """The page that a comment is about; `outdated` if the page has changed since."""

    id: str
    title: str | MISSING = MISSING
    emoji: str | MISSING = MISSING
    icon: str | MISSING = MISSING
    createdAt: Moment | MISSING = MISSING
    updatedAt: Moment | MISSING = MISSING
    path: str | MISSING = MISSING
    outdated: bool | MISSING = MISSING


class CommentTarget(ContractModel):
    """The target of a comment. Only `node` and `page` are objects; the other fields are ids."""

    node: TargetNode | MISSING = MISSING
    changeRequest: str | MISSING = MISSING
    review: str | MISSING = MISSING
    page: TargetPage | MISSING = MISSING
    space: str | MISSING = MISSING
    revision: str | MISSING = MISSING


class CommentPermissions(ContractModel):
    """The caller's permissions on a comment or reply."""

    view: bool | MISSING = MISSING
    edit: bool | MISSING = MISSING
    reply: bool | MISSING = MISSING
    delete: bool | MISSING = MISSING


class CommentReply(ContractModel):
    """A reply to a comment."""

    object: Literal["comment-reply"] = "comment-reply"
    id: str
    postedBy: User | MISSING = MISSING
    postedAt: Moment | MISSING = MISSING
    editedAt: Moment | MISSING = MISSING
    reactions: list[Reaction] | MISSING = MISSING
    body: CommentBody | MISSING = MISSING
    urls: LocationUrls | MISSING = MISSING
    permissions: CommentPermissions | MISSING = MISSING


class Comment(ContractModel):
    """A comment on a space; `replies` counts its replies, `resolvedBy` is present once it is resolved."""

    object: Literal["comment"] = "comment"
    id: str
    postedBy: User | MISSING = MISSING
    postedAt: Moment | MISSING = MISSING
    editedAt: Moment | MISSING = MISSING
    reactions: list[Reaction] | MISSING = MISSING
    replies: Count | MISSING = MISSING
    body: CommentBody | MISSING = MISSING
    target: CommentTarget | MISSING = MISSING
    urls: LocationUrls | MISSING = MISSING
    permissions: CommentPermissions | MISSING = MISSING
    status: Annotated[str, OpenEnum("open", "resolved")] | MISSING = MISSING
    resolvedAt: Moment | MISSING = MISSING
    resolvedBy: User | MISSING = MISSING


_GROUP = EndpointGroup("Space comments")

ContentFormat = Annotated[str, OpenEnum("document", "markdown")]
"""Format of a text in a response."""


class CommentsQuery(ListQuery):
    """Filters for comments; `targetPage` is a page id, `authors` are user ids."""

    order: Annotated[str, OpenEnum("asc", "desc"), DefaultValue("desc")] | MISSING = MISSING
    status: Annotated[str, OpenEnum("all", "open", "resolved"), DefaultValue("all")] | MISSING = MISSING
    format: ContentFormat | MISSING = MISSING
    targetPage: str | MISSING = MISSING
    authors: list[str] | MISSING = MISSING


class CommentQuery(Query):
    """The text format to return for a comment or reply."""

    format: ContentFormat | MISSING = MISSING


class RepliesQuery(ListQuery):
    """The text format to return for replies."""

    format: ContentFormat | MISSING = MISSING


class CommentReplyCreate(ContractModel):
    """A new reply."""

    body: CommentBody


class CommentCreate(CommentReplyCreate):
    """A new comment; `page` is a page id, `node` the id of a block on that page."""

    node: str | MISSING = MISSING
    page: str | MISSING = MISSING


class CommentReplyUpdate(ContractModel):
    """A reply's new text, and the reactions (emojis) that the caller adds or removes."""

    body: CommentBody | MISSING = MISSING
    addedReactions: list[str] | MISSING = MISSING
    removedReactions: list[str] | MISSING = MISSING


class CommentUpdate(CommentReplyUpdate):
    """An update to a comment; `resolved` resolves or reopens it."""

    resolved: bool | MISSING = MISSING


COMMENTS = "/v1/spaces/{spaceId}/comments"
COMMENT = COMMENTS + "/{commentId}"
REPLIES = COMMENT + "/replies"
REPLY = REPLIES + "/{commentReplyId}"

LIST_COMMENTS = _GROUP.list("listComments", COMMENTS, Comment, CommentsQuery)
CREATE_COMMENT = _GROUP.post("createComment", COMMENTS, CommentCreate, Comment)
GET_COMMENT = _GROUP.get("getComment", COMMENT, Comment, CommentQuery)
UPDATE_COMMENT = _GROUP.put("updateComment", COMMENT, CommentUpdate, Comment)
# The contract has no endpoint that deletes a reply.
DELETE_COMMENT = _GROUP.delete("deleteComment", COMMENT, 205)
LIST_COMMENT_REPLIES = _GROUP.list("listCommentReplies", REPLIES, CommentReply, RepliesQuery)
CREATE_COMMENT_REPLY = _GROUP.post("createCommentReply", REPLIES, CommentReplyCreate, CommentReply)
GET_COMMENT_REPLY = _GROUP.get("getCommentReply", REPLY, CommentReply, CommentQuery)
UPDATE_COMMENT_REPLY = _GROUP.put("updateCommentReply", REPLY, CommentReplyUpdate, CommentReply)
