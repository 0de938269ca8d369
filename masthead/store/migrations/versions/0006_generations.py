"""The number of each organization that every write changes."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "generations",
        sa.Column("organization", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
    )
