"""The keys of the portal, sealed with the secret of its settings. The first start writes them."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "key_ring",
        sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key_name", sa.String(16), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
