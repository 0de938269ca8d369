"""Collections, spaces with their content, search words and custom fields; OpenAPI specifications."""

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, Table, Text, UniqueConstraint

from service.tables.schema import (
    Number,
    document_column,
    identifier_column,
    metadata,
    numbered_table,
    owner_column,
    resource_table,
)

collection = numbered_table(
    "collection",
    identifier_column(),
    owner_column("organization"),
    Column("title", Text, nullable=False),
    Index(None, "organization", "number"),
)

space = resource_table(
    "space",
    "organization",
    Column("parent", Text, ForeignKey("collection.id", ondelete="SET NULL")),
    Column("title", Text, nullable=False),
    Index(None, "parent"),
)
"""`document` contains the id of the current revision."""

revision = resource_table(
    "revision",
    "space",
    Column("git", Text),  # JSON: its commit
)

page = Table(
    "page",
    metadata,
    owner_column("revision", primary_key=True),
    Column("id", Text, primary_key=True),
    Column("parent", Text),  # id of a page of the same revision; null at the top
    Column("position", Integer, nullable=False),  # among all pages of the revision, parents before their children
    Column("path", Text, nullable=False),
    document_column(),
    Column("markdown", Text, nullable=False),
    Column("version", Text, nullable=False),  # changes with the page
    Column("git", Text),  # JSON: Git pointer
)
"""Each revision has its own copy of every page, so that change requests can edit them and the history stays."""

page_link = Table(
    "page_link",
    metadata,
    owner_column("revision", primary_key=True),
    Column("page", Text, primary_key=True),
    Column("position", Integer, primary_key=True),  # among the links of the page
    Column("status", Text, nullable=False),
    Column("file", Text),  # id of a linked file
    document_column(),  # see service/content/links.py
    Index(None, "revision", "file"),
)
"""Links of a revision's pages, resolved when the revision is created."""

file = resource_table(
    "file",
    "space",
    Column("key", Text, nullable=False, unique=True),  # the secret in its download URL
    Column("name", Text, nullable=False),
    Column("content_type", Text, nullable=False),
    Column("git", Text),  # JSON: Git pointer
    Column("content", LargeBinary, nullable=False),
)

revision_file = Table(
    "revision_file",
    metadata,
    owner_column("revision", primary_key=True),
    Column("file", Number, ForeignKey("file.number", ondelete="CASCADE"), primary_key=True),
    Index(None, "file"),
)
"""The files of a revision."""

passage = numbered_table(
    "passage",
    owner_column("space"),
    Column("organization", Text, nullable=False),
    Column("page", Text, nullable=False),
    Column("section", Text),  # anchor of the heading; null before the first one
    Column("document", Text, nullable=False),
    Index(None, "space", "page"),
)
"""Sections of the pages of a space's current revision: the results of a search."""

word = Table(
    "word",
    metadata,
    Column("passage", Number, ForeignKey("passage.number", ondelete="CASCADE"), primary_key=True),
    # Binary collation, whatever the database's locale: a search compares ranges of words.
    Column("text", Text().with_variant(Text(collation="C"), "postgresql"), primary_key=True),
    Column("organization", Text, nullable=False),
    Column("weight", Integer, nullable=False),
    Column("space", Number, nullable=False),  # its number
    Column("page", Number, nullable=False),  # the number of its first passage
    sqlite_with_rowid=False,
)
"""Words of a passage with their weight: the index of a search."""

custom_field = resource_table(
    "custom_field",
    "organization",
    Column("name", Text, nullable=False),
    UniqueConstraint("organization", "name"),
)

custom_value = Table(
    "custom_value",
    metadata,
    owner_column("space", primary_key=True),
    owner_column("custom_field", primary_key=True),
    Column("value", Text, nullable=False),  # JSON
    Index(None, "custom_field"),
)
"""Values of custom fields; a space without a value has no row."""

openapi_spec = resource_table(
    "openapi_spec",
    "organization",
    Column("slug", Text, nullable=False),
    UniqueConstraint("organization", "slug"),
)

openapi_version = Table(
    "openapi_version",
    metadata,
    identifier_column(),
    owner_column("openapi_spec", primary_key=True),
    Column("place", Integer, primary_key=True),  # -1, -2 and so on, so that the newest comes first
    Column("digest", Text, nullable=False),  # SHA-256 of the content, in hex
    Column("file", Text, nullable=False),  # name of the file that holds the content
    Column("content", Text, nullable=False),
    document_column(),
)

openapi_source = numbered_table(
    "openapi_source",
    owner_column("openapi_spec"),
    Column("url", Text),  # either url or content
    Column("content", Text),
    UniqueConstraint("openapi_spec"),
)
"""Queued sources. A row is deleted when it has been read, or when another source replaces it."""


# Ordered by weight, so that a search reads only as many spaces as it shows.
Index(None, word.c.organization, word.c.text, word.c.weight.desc(), word.c.space, word.c.page)
