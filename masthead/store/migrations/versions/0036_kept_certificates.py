"""Record who kept a provider's new certificate, and when."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.add_column("replaced_certificates", sa.Column("kept_by", sa.String(64)))
    op.add_column("replaced_certificates", sa.Column("kept_at", sa.Float))
