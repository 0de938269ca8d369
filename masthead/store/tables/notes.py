"""Tables of people's notes that the API has no place for."""

from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table, Text

from masthead.store.tables.metadata import metadata

visitors = Table(
    "visitors",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("organization", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("claims", Text, nullable=False),  # JSON: an array of paths, each with its value
    Column("whole", Boolean, nullable=False),
    Column("owner", String(64), nullable=False),  # who kept it last
    Column("at", Float, nullable=False),
    Index("visitors_by_organization", "organization", "name", unique=True),
)
