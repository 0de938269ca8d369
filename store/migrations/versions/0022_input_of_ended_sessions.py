"""Sessions that were revoked from another, so that what their browsers still send can be kept."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the columns; sessions that are open now have no proof."""
    op.add_column("sessions", sa.Column("revoked_at", sa.Float))
    op.add_column("sessions", sa.Column("proof", sa.LargeBinary))
