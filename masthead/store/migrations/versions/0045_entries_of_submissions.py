"""The entry of the journal that a form was sent with, from which its outcome is known."""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    """Make room for it; what was sent before keeps what it led to."""
    op.add_column("submissions", sa.Column("entry", sa.Integer))
