"""Enforcement of single sign-on that was lifted for a certificate, until it is enforced again."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.create_table(
        "lifted_enforcements",
        sa.Column("organization", sa.Text, primary_key=True),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
