"""Change requests with their contributors and reviewers; comments with replies and reactions."""

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from service.tables.schema import document_column, metadata, numbered_table, owner_column, resource_table

change_request = resource_table(
    "change_request",
    "space",
    Column("place", Integer, nullable=False),  # its number in the space
    Column("status", Text, nullable=False),
    Column("revision", Text, nullable=False),  # id of its content
    Column("ancestor", Text, nullable=False),  # id of the space's revision that it is based on
    Column("created_by", Text, ForeignKey("person.id"), nullable=False),
    Column("comments", Integer, nullable=False),  # number of open ones
    Column("agent_task", Text),
    UniqueConstraint("space", "place"),
    listed_by=("status", "number"),
)

contribution = Table(
    "contribution",
    metadata,
    owner_column("change_request", primary_key=True),
    owner_column("person", primary_key=True),
    Column("first_at", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
    Column("count", Integer, nullable=False),
    Index(None, "person"),
)

requested_reviewer = numbered_table(
    "requested_reviewer",
    owner_column("change_request"),
    owner_column("person"),
    Column("requested_by", Text, ForeignKey("person.id"), nullable=False),
    document_column(),
    UniqueConstraint("change_request", "person"),
    Index(None, "change_request", "number"),
    Index(None, "person"),
)

comment = resource_table(
    "comment",
    "space",
    Column("thread", Text, ForeignKey("comment.id", ondelete="CASCADE")),  # null for a comment, the comment of a reply
    Column("status", Text),  # null for a reply
    Column("posted_by", Text, ForeignKey("person.id"), nullable=False),
    Column("resolved_by", Text, ForeignKey("person.id")),
    Column("replies", Integer, nullable=False),
    Column("markdown", Text),  # null for an empty text
    Column("rich", Text),  # JSON: the rich-text tree, if one was sent
    Column("page", Text),
    Column("page_version", Text),  # version of the page when the comment was posted
    Column("page_shown", Text),  # JSON: the page at that time
    Column("change_request", Text, ForeignKey("change_request.id", ondelete="CASCADE")),
    Column("target", Text),  # JSON: the target without the page
    Index(None, "space", "status", "number"),
    Index(None, "space", "page", "number"),
    Index(None, "space", "posted_by", "number"),
    Index(None, "thread", "number"),
    Index(None, "change_request", "status"),
    listed_by=("thread", "number"),
)

reaction = numbered_table(
    "reaction",
    owner_column("comment"),
    owner_column("person"),
    Column("emoji", Text, nullable=False),
    Column("reacted_at", Text, nullable=False),
    UniqueConstraint("comment", "emoji", "person"),
)
