"""Add API tokens that people link to their identity at a provider."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Make the table; nothing was linked before."""
    op.create_table(
        "linked_tokens",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("key_name", sa.String(16), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("linked_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("owner", "place"),
    )
