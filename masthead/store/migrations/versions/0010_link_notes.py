"""Add notes about share links: for whom, until when, and their successors."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "link_notes",
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("link", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("due", sa.Text, nullable=False),
        sa.Column("successor", sa.Text, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("organization", "site", "link"),
    )
