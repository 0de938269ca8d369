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
