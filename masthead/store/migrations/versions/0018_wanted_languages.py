"""Add the languages that organizations want their translations in."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "wanted_languages",
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("translation", sa.Text, nullable=False),
        sa.Column("languages", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("organization", "translation"),
    )
