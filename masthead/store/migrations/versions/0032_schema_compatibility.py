"""The earliest version of the tables whose code works with these: see COMPATIBLE_FROM in store/migrate.py."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Make the table. `migrate` writes its row."""
    op.create_table("schema_compatibility", sa.Column("oldest", sa.String(4), primary_key=True))
