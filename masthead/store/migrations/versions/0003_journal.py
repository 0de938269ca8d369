"""Add the journal with entries, outcomes and seals, and the names of people."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
    )
    op.create_table(
        "journal",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("ids", sa.Text, nullable=False),
        sa.Column("body", sa.Text),
        sa.Column("was", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("object_id", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("request_id", sa.Text, nullable=False),
        sa.Column("undoes", sa.Integer, sa.ForeignKey("journal.number")),
    )
    op.create_index("journal_by_organization", "journal", ["organization", "number"])
    op.create_index("journal_by_object", "journal", ["organization", "object_id", "number"])
    op.create_index("journal_by_undoes", "journal", ["undoes"])
    op.create_table(
        "journal_outcomes",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("entry", sa.Integer, sa.ForeignKey("journal.number"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("became", sa.Text, nullable=False),
        sa.Column("object_id", sa.Text, nullable=False),
    )
    op.create_index("journal_outcomes_by_entry", "journal_outcomes", ["entry", "number"])
    op.create_index("journal_outcomes_by_object", "journal_outcomes", ["object_id"])
    op.create_table(
        "journal_seals",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("entry", sa.Integer, sa.ForeignKey("journal.number"), unique=True),
        sa.Column("outcome", sa.Integer, sa.ForeignKey("journal_outcomes.number"), unique=True),
        sa.Column("key_name", sa.String(16), nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
    )
