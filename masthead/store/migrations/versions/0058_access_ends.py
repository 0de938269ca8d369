"""Add the last days of memberships and roles, which the API doesn't store."""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"


def upgrade() -> None:
    op.create_table(
        "access_ends",
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("place_title", sa.Text, nullable=False),
        sa.Column("due", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("organization", "kind", "place", "subject"),
    )
