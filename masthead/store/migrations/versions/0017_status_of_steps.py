"""Add the HTTP status of refused steps: some refusals concern the step, others the whole plan."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column; earlier steps have no known status."""
    op.add_column("plan_steps", sa.Column("status", sa.Integer))
