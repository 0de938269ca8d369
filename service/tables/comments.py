"""Comments on spaces with their replies, and reactions to both."""

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from service.tables.schema import document, identifier, metadata, number, owner

comment = Table(
    "comment",
    metadata,
    number(),
    identifier(),
    owner("space"),
    Column("thread", Text, ForeignKey("comment.id", ondelete="CASCADE")),  # of a reply: what it replies to
    Column("status", Text),  # of a reply none
    Column("posted_by", Text, ForeignKey("person.id"), nullable=False),
    Column("resolved_by", Text, ForeignKey("person.id")),
    Column("replies", Integer, nullable=False),
    Column("markdown", Text),  # null when nothing is said
    Column("rich", Text),  # JSON: the text as it was sent, when that was a tree
    Column("page", Text),
    Column("page_version", Text),  # that of the page when the comment was posted
    Column("page_shown", Text),  # JSON: the page as it was then
    Column("change_request", Text, ForeignKey("change_request.id", ondelete="CASCADE")),
    Column("target", Text),  # JSON: what it is about, but for the page
    document(),
    Index(None, "space", "thread", "number"),
    Index(None, "space", "status", "number"),
    Index(None, "space", "page", "number"),
    Index(None, "space", "posted_by", "number"),
    Index(None, "thread", "number"),
    Index(None, "change_request", "status"),
    sqlite_autoincrement=True,
)

reaction = Table(
    "reaction",
    metadata,
    number(),
    owner("comment"),
    owner("person"),
    Column("emoji", Text, nullable=False),
    Column("reacted_at", Text, nullable=False),
    UniqueConstraint("comment", "emoji", "person"),
    sqlite_autoincrement=True,
)
