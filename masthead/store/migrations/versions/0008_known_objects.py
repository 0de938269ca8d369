"""Add objects that people have come across in responses."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "known_objects",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("organization", sa.Text, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("subtitle", sa.Text, nullable=False),
        sa.Column("emoji", sa.Text, nullable=False),
        sa.Column("parent", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("ids", sa.Text, nullable=False),
        sa.Column("first_seen", sa.Float, nullable=False),
        sa.Column("last_seen", sa.Float, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("pinned", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("owner", "organization", "kind", "id"),
    )
    op.create_index("known_objects_by_id", "known_objects", ["owner", "kind", "id"])
    op.create_index("known_objects_by_last_seen", "known_objects", ["last_seen"])
