"""Add the views of lists that each person saved."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"


def upgrade() -> None:
    op.create_table(
        "saved_views",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("organization", sa.Text, primary_key=True),
        sa.Column("path", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("query", sa.Text, nullable=False),
    )
