"""Scans of links, and the broken links that they found."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "link_scans",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("sources", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("budget", sa.Integer, nullable=False),
        sa.Column("calls", sa.Integer, nullable=False),
        sa.Column("pages", sa.Integer, nullable=False),
        sa.Column("read", sa.Integer, nullable=False),
        sa.Column("gone", sa.Integer, nullable=False),
        sa.Column("unread", sa.Integer, nullable=False),
        sa.Column("links", sa.Integer, nullable=False),
        sa.Column("broken", sa.Integer, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("waits_until", sa.Float, nullable=False),
        sa.Column("lease_until", sa.Float, nullable=False),
    )
    op.create_index("link_scans_by_owner", "link_scans", ["owner", "organization", "number"])
    op.create_index("link_scans_by_at", "link_scans", ["at"])
    op.create_table(
        "link_scan_reads",
        sa.Column("scan", sa.Integer, sa.ForeignKey("link_scans.number"), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("source", sa.Integer, nullable=False),
        sa.Column("page", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("app", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("part", sa.Text, nullable=False),
        sa.Column("parts", sa.Integer, nullable=False),
        sa.Column("links", sa.Integer, nullable=False),
        sa.Column("broken", sa.Integer, nullable=False),
        sa.Column("caused", sa.Integer, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("scan", "position"),
    )
    op.create_index("link_scan_reads_by_state", "link_scan_reads", ["scan", "state", "tries", "position"])
    op.create_table(
        "broken_links",
        sa.Column("scan", sa.Integer, sa.ForeignKey("link_scans.number"), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("source", sa.Integer, nullable=False),
        sa.Column("page", sa.Text, nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("anchor", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("scan", "position", "number"),
    )
    op.create_index("broken_links_by_target", "broken_links", ["scan", "target"])
