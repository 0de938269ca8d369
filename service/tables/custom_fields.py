"""The fields that organizations define for their spaces, and the values that the spaces have."""

from sqlalchemy import Column, Index, Table, Text, UniqueConstraint

from service.tables.schema import document, identifier, metadata, number, owner

custom_field = Table(
    "custom_field",
    metadata,
    number(),
    identifier(),
    owner("organization"),
    Column("name", Text, nullable=False),
    document(),
    UniqueConstraint("organization", "name"),
    Index(None, "organization", "number"),
    sqlite_autoincrement=True,
)

custom_value = Table(
    "custom_value",
    metadata,
    owner("space", primary_key=True),
    owner("custom_field", primary_key=True),
    Column("value", Text, nullable=False),  # JSON
    Index(None, "custom_field"),
)
"""A space without a value has no row."""
