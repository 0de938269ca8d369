"""Add sample visitors by organization."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "visitors",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("claims", sa.Text, nullable=False),
        sa.Column("whole", sa.Boolean, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("visitors_by_organization", "visitors", ["organization", "name"], unique=True)
