"""Add input from browsers whose session has ended, and proof of its owner."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add columns and a table; sessions that are open now have no proof."""
    op.add_column("sessions", sa.Column("revoked_at", sa.Float))
    op.add_column("sessions", sa.Column("proof", sa.LargeBinary))
    op.create_table(
        "parked_inputs",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("browser", sa.String(22), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key_name", sa.String(16), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
    op.create_index("parked_inputs_by_browser", "parked_inputs", ["browser"])
    op.create_index("parked_inputs_by_at", "parked_inputs", ["at"])
