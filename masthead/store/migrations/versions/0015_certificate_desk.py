"""Add certificates shown to a person, and the token for a monitor."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "seen_certificates",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("provider", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("ends", sa.Float),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("owner", "organization", "provider"),
    )
    op.create_table(
        "monitor_tokens",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("owner"),
        sa.UniqueConstraint("digest"),
    )
