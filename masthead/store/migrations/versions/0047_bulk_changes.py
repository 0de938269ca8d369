"""Name the tables of bulk changes as the pages do: they were plans."""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
UNFINISHED = sa.text("finished_at IS NULL")


def upgrade() -> None:
    """Rename the tables with their indexes."""
    for name in ("plans_by_owner", "plans_by_takes_back", "plans_by_undoes", "plans_unfinished"):
        op.drop_index(name, "plans")
    op.drop_index("plan_steps_by_entry", "plan_steps")
    op.rename_table("plans", "bulk_changes")
    op.rename_table("plan_steps", "bulk_steps")
    op.execute("ALTER TABLE bulk_steps RENAME COLUMN plan TO bulk_change")
    op.create_index("bulk_changes_by_owner", "bulk_changes", ["owner", "organization", "number"])
    op.create_index("bulk_changes_by_takes_back", "bulk_changes", ["takes_back"])
    op.create_index("bulk_changes_by_undoes", "bulk_changes", ["undoes"])
    op.create_index(
        "bulk_changes_unfinished",
        "bulk_changes",
        ["number"],
        sqlite_where=UNFINISHED,
        postgresql_where=UNFINISHED,
    )
    op.create_index("bulk_steps_by_entry", "bulk_steps", ["entry"])
