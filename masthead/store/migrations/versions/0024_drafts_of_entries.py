"""Link a draft to the change that sent it, while its outcome is unknown."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add the column; earlier drafts count as not saved."""
    op.add_column("drafts", sa.Column("entry", sa.Integer))
    op.create_index("drafts_by_entry", "drafts", ["entry"])
