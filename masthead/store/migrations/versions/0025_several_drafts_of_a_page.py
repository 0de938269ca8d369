"""Give drafts their own ids: a person may have several of the same page."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Recreate the table: databases change a primary key in different ways."""
    before = sa.Table("drafts", sa.MetaData(), autoload_with=op.get_bind())
    rows = [dict(row) for row in op.get_bind().execute(sa.select(before)).mappings()]
    op.drop_table("drafts")
    after = op.create_table(
        "drafts",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("page", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key_name", sa.String(16), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("entry", sa.Integer),
        sa.PrimaryKeyConstraint("owner", "id"),
    )
    op.create_index("drafts_by_at", "drafts", ["at"])
    op.create_index("drafts_by_entry", "drafts", ["entry"])
    op.bulk_insert(after, [{"id": secrets.token_urlsafe(16), **row} for row in rows])
