"""With which status a step of a plan was refused: some refusals concern the step, others the whole plan."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Make room for it; of steps from before it is not known."""
    op.add_column("plan_steps", sa.Column("status", sa.Integer))
