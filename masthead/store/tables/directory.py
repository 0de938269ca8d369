"""The table of scans that fill the directory."""

from sqlalchemy import Column, Float, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from masthead.store.tables.metadata import metadata

scans = Table(
    "scans",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("budget", Integer, nullable=False),
    Column("calls", Integer, nullable=False),
    Column("skipped", Integer, nullable=False),
    Column("beyond", Integer, nullable=False),
    Column("waiting", Text, nullable=False),  # JSON: what is to be asked, in this order
    Column("done", Text, nullable=False),  # JSON: what was asked
    Column("started_at", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("lease_until", Float, nullable=False),
    Column("note", Text, nullable=False),
    Column("failed", Text),  # JSON: the first calls that were refused or failed, each [endpoint, ids, status, message]
    PrimaryKeyConstraint("owner", "organization"),
    Index("scans_by_at", "at"),
)
