"""What came of a plan, kept as it was when the plan ended."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Make room for it; plans that ended before have none."""
    op.add_column("plans", sa.Column("report", sa.Text))
