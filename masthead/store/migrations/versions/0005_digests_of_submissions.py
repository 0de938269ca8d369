"""Add digests of submissions: the same key with other content is another change."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column; forms that were sent before have none."""
    op.add_column("submissions", sa.Column("digest", sa.String(64)))
