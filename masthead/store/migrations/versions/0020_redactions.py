"""Add redactions of journal messages, and the note that earlier messages need cleaning."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Make the tables. The cleaning itself needs the server's key, so it follows at once, when the portal starts."""
    op.create_table(
        "journal_redactions",
        sa.Column("seal", sa.Integer, sa.ForeignKey("journal_seals.number"), primary_key=True),
        sa.Column("outcome", sa.Integer, sa.ForeignKey("journal_outcomes.number"), nullable=False, unique=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("wrong", sa.Text, nullable=False),
    )
    pending = op.create_table("pending_cleanups", sa.Column("name", sa.String(32), primary_key=True))
    op.bulk_insert(pending, [{"name": "messages"}])
