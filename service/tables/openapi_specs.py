"""OpenAPI specifications, their versions, and what is yet to be read for them."""

from sqlalchemy import Column, Index, Integer, Table, Text, UniqueConstraint

from service.tables.schema import document, identifier, metadata, number, owner

openapi_spec = Table(
    "openapi_spec",
    metadata,
    number(),
    identifier(),
    owner("organization"),
    Column("slug", Text, nullable=False),
    document(),
    UniqueConstraint("organization", "slug"),
    Index(None, "organization", "number"),
    sqlite_autoincrement=True,
)

openapi_version = Table(
    "openapi_version",
    metadata,
    identifier(),
    owner("openapi_spec", primary_key=True),
    Column("place", Integer, primary_key=True),  # -1, -2 and so on: in a listing the newest comes first
    Column("digest", Text, nullable=False),  # SHA-256 of the content, in hex
    Column("file", Text, nullable=False),  # name of the file that holds the content
    Column("content", Text, nullable=False),
    document(),
)

openapi_source = Table(
    "openapi_source",
    metadata,
    number(),
    owner("openapi_spec"),
    Column("url", Text),  # one of the two is there
    Column("content", Text),
    UniqueConstraint("openapi_spec"),
    sqlite_autoincrement=True,
)
"""What is yet to be read, oldest first. The row goes when that is done, or when another source takes its place."""
