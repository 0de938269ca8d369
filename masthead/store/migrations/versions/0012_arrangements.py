"""Drafts of a site's structure, step by step."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "arrangements",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("current", sa.Integer, nullable=False),
        sa.Column("key_name", sa.String(16), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("owner", "place"),
    )
    op.create_index("arrangements_by_at", "arrangements", ["at"])
    op.create_table(
        "arrangement_steps",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("key_name", sa.String(16), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("owner", "place", "step"),
    )
