"""A part of a site's title is found by an index of each three characters in a row."""

from alembic import op

from service.tables.sites import create_title_index

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    create_title_index(op.get_bind())
