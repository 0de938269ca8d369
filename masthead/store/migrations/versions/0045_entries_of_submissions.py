"""Link submissions to the journal entry that tells their outcome."""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    """Add the column; earlier submissions keep their stored page."""
    op.add_column("submissions", sa.Column("entry", sa.Integer))
