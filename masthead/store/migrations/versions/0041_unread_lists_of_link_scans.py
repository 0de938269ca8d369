"""Count lists of pages that a link scan could not read."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    """Count them for scans whose reads are stored; older ones stay unknown."""
    op.add_column("link_scans", sa.Column("unread_lists", sa.Integer, nullable=False, server_default="0"))
    scans = sa.table("link_scans", sa.column("number"), sa.column("unread_lists"))
    reads = sa.table("link_scan_reads", sa.column("scan"), sa.column("page"), sa.column("state"))
    its = (reads.c.scan == scans.c.number, reads.c.page == "", reads.c.state == "unread")
    counted = sa.select(sa.func.count()).select_from(reads).where(*its).scalar_subquery()
    op.execute(sa.update(scans).values(unread_lists=counted))
