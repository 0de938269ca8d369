"""A comment, a reply, and what both are made of."""

from typing import Annotated, Literal

from pydantic import MISSING

from contract.organization.people import LocationUrls, User
from contract.schema.annotations import OpenEnum
from contract.schema.fields import ContractModel, Count, JsonObject, Moment


class CommentBody(ContractModel):
    """Text of a comment: Markdown, a rich-text tree, or empty."""

    markdown: str | MISSING = MISSING
    document: JsonObject | MISSING = MISSING


class Reactor(ContractModel):
    """Who reacted, and when."""

    user: User | MISSING = MISSING
    reactedAt: Moment | MISSING = MISSING


class Reaction(ContractModel):
    """An emoji and how many people chose it."""

    emoji: str
    count: Count
    users: list[Reactor] | MISSING = MISSING


class TargetNode(ContractModel):
    """The part of a page that a comment is about, and how it begins."""

    id: str
    preview: str | MISSING = MISSING


class TargetPage(ContractModel):
    """The page that a comment is about; outdated when the page has changed since."""

    id: str
    title: str | MISSING = MISSING
    emoji: str | MISSING = MISSING
    icon: str | MISSING = MISSING
    createdAt: Moment | MISSING = MISSING
    updatedAt: Moment | MISSING = MISSING
    path: str | MISSING = MISSING
    outdated: bool | MISSING = MISSING


class CommentTarget(ContractModel):
    """Target of a comment; a target that isn't expanded is an id."""

    node: TargetNode | MISSING = MISSING
    changeRequest: str | MISSING = MISSING
    review: str | MISSING = MISSING
    page: TargetPage | MISSING = MISSING
    space: str | MISSING = MISSING
    revision: str | MISSING = MISSING


class CommentPermissions(ContractModel):
    """Permissions of the caller on a comment or reply."""

    view: bool | MISSING = MISSING
    edit: bool | MISSING = MISSING
    reply: bool | MISSING = MISSING
    delete: bool | MISSING = MISSING


class CommentReply(ContractModel):
    """An answer to a comment."""

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
    """A remark on a space; `replies` counts its answers, the resolver is there once it is resolved."""

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
