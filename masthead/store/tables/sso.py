"""The tables for single sign-on: countdowns, sign-in tests, imported metadata and certificate rotations."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from masthead.store.tables.metadata import metadata

enforcements = Table(
    "enforcements",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("organization", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("owner", String(64), nullable=False),  # the person who enabled enforcement
    Column("begun_at", Float, nullable=False),
    Column("deadline", Float, nullable=False),  # enforcement is disabled then, unless somebody keeps it
    Column("confirmed", Boolean, nullable=False),  # the API has confirmed that it is enabled
    Column("tries", Integer, nullable=False),  # failed attempts to disable it
    Column("next_try", Float, nullable=False),
    Column("message", Text, nullable=False),  # the problem of the last attempt
    Column("stopped_by", String(64)),  # the person who disabled it before the deadline
    Column("holder", String(32)),  # the process that may disable it until `held_until`
    Column("held_until", Float),
    Column("ended_at", Float),
    Column("ended_by", String(64)),
    Column("end", String(16)),
    Index("enforcements_by_end", "ended_at"),
    Index("enforcements_by_organization", "organization", "number"),
)

sso_tests = Table(
    "sso_tests",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("organization", Text, nullable=False),
    Column("provider", Text, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seen_until", Float),  # for a started test, the latest time at which the service saw a member, by its clock
    Column("who", Text, nullable=False),
    Index("sso_tests_by_provider", "organization", "provider", "number"),
)

next_certificates = Table(
    "next_certificates",
    metadata,
    Column("organization", Text, nullable=False),
    Column("provider", Text, nullable=False),
    Column("pem", Text, nullable=False),
    Column("due", Text, nullable=False),  # a date such as 2026-03-31
    Column("owner", String(64), nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("organization", "provider"),
)

lifted_enforcements = Table(
    "lifted_enforcements",
    metadata,
    Column("organization", Text, primary_key=True),
    Column("label", Text, nullable=False),  # the label of the provider whose certificate was replaced
    Column("owner", String(64), nullable=False),
    Column("at", Float, nullable=False),
)

seen_certificates = Table(
    "seen_certificates",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("provider", Text, nullable=False),
    Column("title", Text, nullable=False),  # the organization's title
    Column("label", Text, nullable=False),  # the provider's label
    Column("subject", Text, nullable=False),  # empty for no certificate, or an unreadable one
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
