"""The tables of certificates: on their way, and as a monitor is told of them."""

from sqlalchemy import Boolean, Column, Float, PrimaryKeyConstraint, String, Table, Text

from store.tables import metadata

replaced_certificates = Table(
    "replaced_certificates",
    metadata,
    Column("organization", Text, nullable=False),
    Column("provider", Text, nullable=False),
    Column("old", Text, nullable=False),  # PEM
    Column("new", Text, nullable=False),
    Column("lifted", Boolean, nullable=False),  # whether single sign-on stopped being enforced for it
    Column("owner", String(64), nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("organization", "provider"),
)

next_certificates = Table(
    "next_certificates",
    metadata,
    Column("organization", Text, nullable=False),
    Column("provider", Text, nullable=False),
    Column("pem", Text, nullable=False),
    Column("due", Text, nullable=False),  # a day, as in 2026-03-31
    Column("owner", String(64), nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("organization", "provider"),
)

seen_certificates = Table(
    "seen_certificates",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("provider", Text, nullable=False),
    Column("title", Text, nullable=False),  # of the organization
    Column("label", Text, nullable=False),  # of the provider
    Column("subject", Text, nullable=False),  # empty for no certificate, or none that can be read
    Column("sha256", Text, nullable=False),
    Column("ends", Float),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("owner", "organization", "provider"),
)

monitor_tokens = Table(
    "monitor_tokens",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),  # SHA-256 of the token
    Column("at", Float, nullable=False),
)
