"""Index known objects by order, and by id across kinds."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    """Add the indexes: a second for each 100,000 objects."""
    pinned, seen = sa.text("pinned DESC"), sa.text("last_seen DESC")
    untitled = sa.column("title") == sa.literal_column("''")
    lost = sa.column("state") != sa.literal_column("'ok'")
    words = sa.func.substr(sa.column("words"), sa.literal_column("1"), sa.literal_column("100"))
    of: list[str | sa.TextClause] = ["owner", "organization", pinned]
    op.create_index("known_objects_of_any_kind", "known_objects", ["owner", "id"])
    op.create_index("known_objects_by_title", "known_objects", [*of, untitled, words])
    op.create_index("known_objects_likely_first", "known_objects", [*of, lost, untitled, seen, "kind"])
