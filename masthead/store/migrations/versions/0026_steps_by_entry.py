"""Index steps of plans by journal entry; the journal shows a plan as one row."""

from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add the index."""
    op.create_index("plan_steps_by_entry", "plan_steps", ["entry"])
