"""Whether a person administers a space, as the API told them."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Make room for it; of what was seen before it is not known."""
    op.add_column("known_objects", sa.Column("admin", sa.String(3), nullable=False, server_default=""))
