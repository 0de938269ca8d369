"""Store what the background reading found open for the inbox, and what each person has snoozed."""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"


def upgrade() -> None:
    """Forget how far readings have come, so that each begins again and fills the new table."""
    op.execute("DELETE FROM crawls")
    op.create_table(
        "open_lists",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("organization", sa.Text, primary_key=True),
        sa.Column("space", sa.Text, primary_key=True),
        sa.Column("part", sa.Text, primary_key=True),
        sa.Column("items", sa.Text, nullable=False),
        sa.Column("read_at", sa.Float, nullable=False),
    )
    op.create_table(
        "snoozes",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("organization", sa.Text, primary_key=True),
        sa.Column("need", sa.Text, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
