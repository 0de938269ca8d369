"""Change requests, contributions, requested reviewers, and the secrets that the service signs with."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "change_request",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("revision", sa.Text(), nullable=False),
        sa.Column("ancestor", sa.Text(), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("comments", sa.Integer(), nullable=False),
        sa.Column("agent_task", sa.Text(), nullable=True),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["space.id"], name="fk_change_request_space", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["created_by"], ["person.id"], name="fk_change_request_created_by"),
        sa.PrimaryKeyConstraint("number", name="pk_change_request"),
        sa.UniqueConstraint("id", name="uq_change_request_id"),
        sa.UniqueConstraint("space", "place", name="uq_change_request_space_place"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_change_request_space_status_number", "change_request", ["space", "status", "number"])
    _create_contribution()
    _create_requested_reviewer()
    secret = op.create_table(
        "secret",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secret"),
    )
    op.bulk_insert(secret, [{"name": "addresses", "value": secrets.token_hex(32)}])


def _create_contribution() -> None:
    op.create_table(
        "contribution",
        sa.Column("change_request", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("first_at", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.Text(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["change_request"], ["change_request.id"], name="fk_contribution_change_request", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_contribution_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("change_request", "person", name="pk_contribution"),
    )
    op.create_index("ix_contribution_person", "contribution", ["person"])


def _create_requested_reviewer() -> None:
    op.create_table(
        "requested_reviewer",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("change_request", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("requested_by", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["change_request"], ["change_request.id"], name="fk_requested_reviewer_change_request", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_requested_reviewer_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["requested_by"], ["person.id"], name="fk_requested_reviewer_requested_by"),
        sa.PrimaryKeyConstraint("number", name="pk_requested_reviewer"),
        sa.UniqueConstraint("change_request", "person", name="uq_requested_reviewer_change_request_person"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_requested_reviewer_change_request_number", "requested_reviewer", ["change_request", "number"])
    op.create_index("ix_requested_reviewer_person", "requested_reviewer", ["person"])
