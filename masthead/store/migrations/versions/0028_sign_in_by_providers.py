"""Sign-ins by OpenID Connect that have begun, and the tokens of sessions that they opened."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Add columns and a table; sessions that are open now have no tokens of a provider."""
    op.add_column("sessions", sa.Column("sealed_grant", sa.LargeBinary))
    op.add_column("sessions", sa.Column("grant_key_name", sa.String(16)))
    op.add_column("sessions", sa.Column("renewing_until", sa.Float))
    op.add_column("sessions", sa.Column("provider_session", sa.String(64)))
    op.create_table(
        "sign_ins",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("browser", sa.String(22), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key_name", sa.String(16), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
    op.create_index("sign_ins_by_at", "sign_ins", ["at"])
