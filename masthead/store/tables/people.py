"""The table of API tokens that people link to their identity at a provider."""

from sqlalchemy import Column, Float, PrimaryKeyConstraint, String, Table, Text

from masthead.store.tables.metadata import metadata, sealed_columns

linked_tokens = Table(
    "linked_tokens",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("place", Text, nullable=False),  # the address of the API that it is for
    *sealed_columns(),
    Column("linked_at", Float, nullable=False),
    PrimaryKeyConstraint("owner", "place"),
)
