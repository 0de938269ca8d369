"""Add drafts of unsaved input."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("page", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key_name", sa.String(16), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("owner", "page"),
    )
    op.create_index("drafts_by_at", "drafts", ["at"])
