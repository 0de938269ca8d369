"""Drop the tables that only versions before 1.0 read."""

from alembic import op

revision = "0049"
down_revision = "0048"


def upgrade() -> None:
    """Drop them with their rows: 0046 has copied what people still need to `drafts`."""
    for name in ("arrangement_steps", "imports", "parked_inputs", "pending_cleanups", "replaced_certificates"):
        op.drop_table(name)
