"""Sessions, and forms that were sent."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("key_name", sa.String(16), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
    )
    op.create_index("sessions_by_owner", "sessions", ["owner"])
    op.create_index("sessions_by_seen_at", "sessions", ["seen_at"])
    op.create_table(
        "submissions",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("begun_at", sa.Float, nullable=False),
        sa.Column("location", sa.Text),
        sa.Column("message", sa.Text),
        sa.PrimaryKeyConstraint("owner", "key"),
    )
    op.create_index("submissions_by_begun_at", "submissions", ["begun_at"])
