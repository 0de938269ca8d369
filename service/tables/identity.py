"""Organizations, the people in them, and the tokens by which people are known."""

from sqlalchemy import Boolean, Column, Index, Table, Text, false

from service.tables.schema import document, identifier, metadata, number, owner

organization = Table(
    "organization",
    metadata,
    number(),
    identifier(),
    Column("hostname", Text, unique=True),
    document(),
    sqlite_autoincrement=True,
)

email_domain = Table(
    "email_domain",
    metadata,
    Column("domain", Text, primary_key=True),
    owner("organization", primary_key=True),
    Index(None, "organization"),
)
"""The domains of every organization's `emailDomains`, to look organizations up by."""

person = Table(
    "person",
    metadata,
    number(),
    identifier(),
    Column("email", Text, nullable=False, unique=True),  # in lower case
    document(),
    sqlite_autoincrement=True,
)

membership = Table(
    "membership",
    metadata,
    owner("person", primary_key=True),
    owner("organization", primary_key=True),
    Column("role", Text),  # null: a guest
    Column("joined_at", Text, nullable=False),
    Column("last_seen_at", Text),  # when they last signed in; null: not yet
    Column("sso", Boolean, nullable=False, server_default=false()),  # has signed in by a provider of the organization
    Index(None, "organization"),
)

token = Table(
    "token",
    metadata,
    Column("hash", Text, primary_key=True),  # SHA-256 of the token, in hex
    owner("person"),
    Column("demo", Boolean, nullable=False),  # taken only while the demo world is asked for
    Column("created_at", Text, nullable=False),
    Index(None, "person"),
)

invite = Table(
    "invite",
    metadata,
    number(),
    identifier(),
    owner("organization"),
    document(),
    Index(None, "organization", "number"),
    sqlite_autoincrement=True,
)
