"""Organizations with their people, tokens, teams and identity providers, and the secrets of the service."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Table, Text, UniqueConstraint, false

from service.tables.schema import (
    document_column,
    identifier_column,
    metadata,
    numbered_table,
    owner_column,
    resource_table,
)

organization = numbered_table(
    "organization",
    identifier_column(),
    Column("hostname", Text, unique=True),
    document_column(),
)

email_domain = Table(
    "email_domain",
    metadata,
    Column("domain", Text, primary_key=True),
    owner_column("organization", primary_key=True),
    Index(None, "organization"),
)
"""An index of every organization's `emailDomains`."""

person = numbered_table(
    "person",
    identifier_column(),
    Column("email", Text, nullable=False, unique=True),  # in lower case
    document_column(),
)

membership = Table(
    "membership",
    metadata,
    owner_column("person", primary_key=True),
    owner_column("organization", primary_key=True),
    Column("role", Text),  # null: a guest
    Column("joined_at", Text, nullable=False),
    Column("last_seen_at", Text),  # time of the last sign-in
    Column("sso", Boolean, nullable=False, server_default=false()),  # has signed in with SAML
    Index(None, "organization"),
)

token = Table(
    "token",
    metadata,
    Column("hash", Text, primary_key=True),  # SHA-256 of the token, in hex
    owner_column("person"),
    Column("demo", Boolean, nullable=False),  # valid only with --demo
    Column("created_at", Text, nullable=False),
    Index(None, "person"),
)

invite = resource_table("invite", "organization")

team = resource_table("team", "organization")

team_member = numbered_table(
    "team_member",
    owner_column("team"),
    owner_column("person"),
    Column("role", Text, nullable=False),  # owner or member
    UniqueConstraint("team", "person"),
    Index(None, "team", "number"),
    Index(None, "person"),
)


def _team_roles_table(place: str) -> Table:
    return numbered_table(
        f"{place}_team",
        owner_column(place),
        owner_column("team"),
        Column("role", Text),  # null: a guest, even where the space's collection gives a role
        UniqueConstraint(place, "team"),
        Index(None, place, "number"),
        Index(None, "team"),
    )


space_team = _team_roles_table("space")
collection_team = _team_roles_table("collection")

saml_provider = resource_table(
    "saml_provider",
    "organization",
    Column("default_team", Text, ForeignKey("team.id", ondelete="SET NULL")),
    Column("active", Boolean, nullable=False),
    Index(None, "default_team"),
)

saml_request = Table(
    "saml_request",
    metadata,
    Column("id", Text, primary_key=True),
    owner_column("saml_provider"),
    Column("asked_at", Text, nullable=False),
    Column("answered", Boolean, nullable=False),
    Index(None, "saml_provider", "asked_at"),
    Index(None, "asked_at"),
)
"""Recent sign-in requests, by the id that a response has to name."""

secret = Table("secret", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))
