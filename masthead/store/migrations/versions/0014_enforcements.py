"""Single sign-on that is enforced until somebody keeps it, and sign-ins that were tried."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "enforcements",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("begun_at", sa.Float, nullable=False),
        sa.Column("deadline", sa.Float, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("next_try", sa.Float, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("stopped_by", sa.String(64)),
        sa.Column("holder", sa.String(32)),
        sa.Column("held_until", sa.Float),
        sa.Column("ended_at", sa.Float),
        sa.Column("ended_by", sa.String(64)),
        sa.Column("end", sa.String(16)),
    )
    op.create_index("enforcements_by_end", "enforcements", ["ended_at"])
    op.create_index("enforcements_by_organization", "enforcements", ["organization", "number"])
    op.create_table(
        "sso_tests",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("provider", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seen_until", sa.Float),
        sa.Column("who", sa.Text, nullable=False),
    )
    op.create_index("sso_tests_by_provider", "sso_tests", ["organization", "provider", "number"])
