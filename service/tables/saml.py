"""The identity providers of an organization."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Table, Text

from service.tables.schema import document, identifier, metadata, number, owner

saml_provider = Table(
    "saml_provider",
    metadata,
    number(),
    identifier(),
    owner("organization"),
    Column("default_team", Text, ForeignKey("team.id", ondelete="SET NULL")),
    Column("active", Boolean, nullable=False),
    document(),
    Index(None, "organization", "number"),
    Index(None, "default_team"),
    sqlite_autoincrement=True,
)

saml_request = Table(
    "saml_request",
    metadata,
    Column("id", Text, primary_key=True),
    owner("saml_provider"),
    Column("asked_at", Text, nullable=False),
    Column("answered", Boolean, nullable=False),
    Index(None, "saml_provider", "asked_at"),
    Index(None, "asked_at"),
)
"""By which people were sent to an identity provider lately, under the id that its answer has to name."""
