"""Replace the table of scans by one of crawls, which have no call limit. Pages start them anew."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"


def upgrade() -> None:
    """Drop the scans: they only say how far a reading has come."""
    op.drop_table("scans")
    op.create_table(
        "crawls",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("organization", sa.Text, primary_key=True),
        sa.Column("is_running", sa.Boolean, nullable=False),
        sa.Column("calls", sa.Integer, nullable=False),
        sa.Column("skipped", sa.Integer, nullable=False),
        sa.Column("waiting", sa.Text, nullable=False),
        sa.Column("done", sa.Text, nullable=False),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("completed_at", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("lease_until", sa.Float, nullable=False),
        sa.Column("paused_by", sa.Text, nullable=False),
        sa.Column("failed", sa.Text, nullable=False),
    )
    op.create_index("crawls_by_at", "crawls", ["at"])
