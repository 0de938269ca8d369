"""Add a plan's report, stored when the plan ends."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the column; plans that ended before have none."""
    op.add_column("plans", sa.Column("report", sa.Text))
