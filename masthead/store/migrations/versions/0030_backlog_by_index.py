"""Index unfinished work and unknown outcomes, to find them without reading everything else."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Add the indexes."""
    _index_some("plans_unfinished", "plans", ["number"], "finished_at IS NULL")
    _index_some("journal_outcomes_unknown", "journal_outcomes", ["entry", "number"], "state = 'unknown'")


def _index_some(name: str, table: str, columns: list[str], condition: str) -> None:
    where = sa.text(condition)
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
