"""Index the journal by owner and by time."""

from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Add two indexes: some seconds for each million entries."""
    op.create_index("journal_by_owner", "journal", ["organization", "owner", "number"])
    op.create_index("journal_by_at", "journal", ["organization", "at"])
