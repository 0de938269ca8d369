"""Record the bulk change that a structure draft takes back, and the one that it became."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    op.add_column("arrangements", sa.Column("takes_back", sa.Integer))
    op.add_column("plans", sa.Column("takes_back", sa.Integer))
    op.create_index("plans_by_takes_back", "plans", ["takes_back"])
    op.create_index("plans_by_undoes", "plans", ["undoes"])
