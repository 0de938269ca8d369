"""The tables of the durable store. The migrations make them; a test holds the two against each other."""

from sqlalchemy import Column, Float, Index, Integer, LargeBinary, MetaData, PrimaryKeyConstraint, String, Table, Text

VERSION = "0002"
"""The newest migration."""

metadata = MetaData()

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("key_name", String(16), nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("label", Text, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Index("sessions_by_owner", "owner"),
    Index("sessions_by_seen_at", "seen_at"),
)

submissions = Table(
    "submissions",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("key", String(64), nullable=False),
    Column("begun_at", Float, nullable=False),
    Column("location", Text),
    Column("message", Text),
    PrimaryKeyConstraint("owner", "key"),
    Index("submissions_by_begun_at", "begun_at"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("ends_at", Float, nullable=False),
)
