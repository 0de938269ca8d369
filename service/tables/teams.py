"""Teams, who is in them, and the roles they have in spaces and collections."""

from sqlalchemy import Column, Index, Table, Text, UniqueConstraint

from service.tables.schema import document, identifier, metadata, number, owner

team = Table(
    "team",
    metadata,
    number(),
    identifier(),
    owner("organization"),
    document(),
    Index(None, "organization", "number"),
    sqlite_autoincrement=True,
)

team_member = Table(
    "team_member",
    metadata,
    number(),
    owner("team"),
    owner("person"),
    Column("role", Text, nullable=False),  # owner or member
    UniqueConstraint("team", "person"),
    Index(None, "team", "number"),
    Index(None, "person"),
    sqlite_autoincrement=True,
)

space_team = Table(
    "space_team",
    metadata,
    number(),
    owner("space"),
    owner("team"),
    Column("role", Text),  # null: a guest's, whatever the space's collection gives
    UniqueConstraint("space", "team"),
    Index(None, "space", "number"),
    Index(None, "team"),
    sqlite_autoincrement=True,
)

collection_team = Table(
    "collection_team",
    metadata,
    number(),
    owner("collection"),
    owner("team"),
    Column("role", Text),  # null: a guest's
    UniqueConstraint("collection", "team"),
    Index(None, "collection", "number"),
    Index(None, "team"),
    sqlite_autoincrement=True,
)
