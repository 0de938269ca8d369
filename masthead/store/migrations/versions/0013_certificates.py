"""Certificates of identity providers: those that were replaced just now, and those that come next."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "replaced_certificates",
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("provider", sa.Text, nullable=False),
        sa.Column("old", sa.Text, nullable=False),
        sa.Column("new", sa.String(95), nullable=False),
        sa.Column("lifted", sa.Boolean, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("organization", "provider", "new"),
    )
    op.create_table(
        "next_certificates",
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("provider", sa.Text, nullable=False),
        sa.Column("pem", sa.Text, nullable=False),
        sa.Column("due", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("organization", "provider"),
    )
