"""Change requests with their contributors and reviewers; comments with replies and reactions."""

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from service.tables.schema import document, identifier, metadata, number, owner

change_request = Table(
    "change_request",
    metadata,
    number(),
    identifier(),
    owner("space"),
    Column("place", Integer, nullable=False),  # the number that it goes by in its space
    Column("status", Text, nullable=False),
    Column("revision", Text, nullable=False),  # id of its own content
    Column("ancestor", Text, nullable=False),  # id of the revision of the space that it has taken in
    Column("created_by", Text, ForeignKey("person.id"), nullable=False),
    Column("comments", Integer, nullable=False),  # how many are open
    Column("agent_task", Text),
    document(),
    UniqueConstraint("space", "place"),
    Index(None, "space", "status", "number"),
    sqlite_autoincrement=True,
)

contribution = Table(
    "contribution",
    metadata,
    owner("change_request", primary_key=True),
    owner("person", primary_key=True),
    Column("first_at", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
    Column("count", Integer, nullable=False),
    Index(None, "person"),
)

requested_reviewer = Table(
    "requested_reviewer",
    metadata,
    number(),
    owner("change_request"),
    owner("person"),
    Column("requested_by", Text, ForeignKey("person.id"), nullable=False),
    document(),
    UniqueConstraint("change_request", "person"),
    Index(None, "change_request", "number"),
    Index(None, "person"),
    sqlite_autoincrement=True,
)

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
