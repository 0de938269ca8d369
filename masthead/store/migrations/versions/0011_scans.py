"""Add scans of everything a person may see."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "scans",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("budget", sa.Integer, nullable=False),
        sa.Column("calls", sa.Integer, nullable=False),
        sa.Column("skipped", sa.Integer, nullable=False),
        sa.Column("beyond", sa.Integer, nullable=False),
        sa.Column("waiting", sa.Text, nullable=False),
        sa.Column("done", sa.Text, nullable=False),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("lease_until", sa.Float, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("owner", "organization"),
    )
    op.create_index("scans_by_at", "scans", ["at"])
