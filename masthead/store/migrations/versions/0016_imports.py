"""Metadata that was read for the form of an identity provider."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "imports",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key_name", sa.String(16), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
    op.create_index("imports_by_owner", "imports", ["owner"])
    op.create_index("imports_by_at", "imports", ["at"])
