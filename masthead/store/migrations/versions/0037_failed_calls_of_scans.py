"""Add failed calls of scans, with the API's answers."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    op.add_column("scans", sa.Column("failed", sa.Text))
