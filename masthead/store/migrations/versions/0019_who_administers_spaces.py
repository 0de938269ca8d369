"""Add whether a person administers a space, as the API reported it."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the column; it is unknown for objects seen before."""
    op.add_column("known_objects", sa.Column("admin", sa.String(3), nullable=False, server_default=""))
