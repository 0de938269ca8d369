"""Add a person's permissions in spaces, as the API reported them."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    """Add the column, filled from whether the person administers the space."""
    op.add_column("known_objects", sa.Column("permissions", sa.Text, nullable=False, server_default=""))
    known = sa.table("known_objects", sa.column("admin"), sa.column("permissions"))
    for admin, permissions in (("yes", "+admin"), ("no", "-admin")):
        op.execute(sa.update(known).where(known.c.admin == admin).values(permissions=permissions))
