"""Store parked input and temporary texts in the table of drafts."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"


def upgrade() -> None:
    """Copy existing rows. The old tables stay for portals of the previous version."""
    op.add_column("drafts", sa.Column("kind", sa.String(8), nullable=False, server_default="input"))
    names = ("owner", "id", "page", "at", "key_name", "sealed", "kind")
    drafts = sa.table("drafts", *map(sa.column, names))
    parked = sa.table("parked_inputs", *map(sa.column, ("id", "browser", "at", "key_name", "sealed")))
    texts = sa.table("imports", *map(sa.column, ("id", "owner", "at", "key_name", "sealed")))
    nothing, browser = sa.literal(""), sa.literal("browser:").concat(parked.c.browser)
    for kind, owner, table in (("parked", browser, parked), ("text", texts.c.owner, texts)):
        rows = sa.select(owner, table.c.id, nothing, table.c.at, table.c.key_name, table.c.sealed, sa.literal(kind))
        op.execute(sa.insert(drafts).from_select(names, rows))
