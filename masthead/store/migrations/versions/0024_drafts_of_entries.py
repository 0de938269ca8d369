"""The change that was sent with what a draft holds, while its outcome is not known."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Make room for it; drafts of before were not saved, as far as anybody knew."""
    op.add_column("drafts", sa.Column("entry", sa.Integer))
    op.create_index("drafts_by_entry", "drafts", ["entry"])
