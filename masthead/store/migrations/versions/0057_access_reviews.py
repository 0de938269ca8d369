"""Add access reviews, which the administrators of an organization share."""

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0051"


def upgrade() -> None:
    op.create_table(
        "access_reviews",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("completed_at", sa.Float),
        sa.Column("bulk_change", sa.Integer, sa.ForeignKey("bulk_changes.number")),
        sa.Column("key_name", sa.String(16), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
    op.create_index("access_reviews_by_organization", "access_reviews", ["organization", "number"])
