"""Add plans: changes in order, and the progress of each plan."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "plans",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("wanted", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("undoes", sa.Integer, sa.ForeignKey("plans.number")),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("finished_at", sa.Float),
        sa.Column("paused_at", sa.Float),
        sa.Column("holder", sa.String(32)),
        sa.Column("held_until", sa.Float),
        sa.Column("continues_until", sa.Float),
        sa.Column("waits_until", sa.Float),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("differences", sa.Text, nullable=False),
    )
    op.create_index("plans_by_owner", "plans", ["owner", "organization", "number"])
    op.create_table(
        "plan_steps",
        sa.Column("plan", sa.Integer, sa.ForeignKey("plans.number"), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("ids", sa.Text, nullable=False),
        sa.Column("body", sa.Text),
        sa.Column("was", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("object_id", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("undoes", sa.Integer, sa.ForeignKey("journal.number")),
        sa.Column("entry", sa.Integer, sa.ForeignKey("journal.number")),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("found", sa.Text),
        sa.Column("verified_at", sa.Float),
        sa.PrimaryKeyConstraint("plan", "position"),
    )
