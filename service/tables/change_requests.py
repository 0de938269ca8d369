"""Change requests, who worked on them, and who was asked to review them."""

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
