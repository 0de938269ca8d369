"""Add restores, each a sealed line of the journal."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Make the table; there was no restore before."""
    op.create_table(
        "journal_restores",
        sa.Column("seal", sa.Integer, sa.ForeignKey("journal_seals.number"), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("backup_at", sa.Float, nullable=False),
    )
