"""The tables for each person's crawls: what they have found, and their progress."""

from sqlalchemy import Boolean, Column, Float, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from masthead.store.tables.metadata import metadata

crawls = Table(
    "crawls",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("is_running", Boolean, nullable=False),
    Column("calls", Integer, nullable=False),
    Column("skipped", Integer, nullable=False),
    Column("waiting", Text, nullable=False),  # JSON: the calls to make, in order
    Column("done", Text, nullable=False),  # JSON: the calls already made
    Column("started_at", Float, nullable=False),
    Column("completed_at", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("lease_until", Float, nullable=False),
    Column("paused_by", Text, nullable=False),
    Column("failed", Text, nullable=False),  # JSON: the first failed calls, each [endpoint, ids, status, message]
    PrimaryKeyConstraint("owner", "organization"),
    Index("crawls_by_at", "at"),
)


open_lists = Table(
    "open_lists",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("space", Text, nullable=False),
    Column("part", Text, nullable=False),
    Column("items", Text, nullable=False),  # JSON: the fields of each item or person
    Column("read_at", Float, nullable=False),
    PrimaryKeyConstraint("owner", "organization", "space", "part"),
)
