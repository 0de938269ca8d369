"""Comments with their replies, and reactions."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INDEXES = (
    ("space", "thread", "number"),
    ("space", "status", "number"),
    ("space", "page", "number"),
    ("space", "posted_by", "number"),
    ("thread", "number"),
    ("change_request", "status"),
)


def upgrade() -> None:
    op.create_table(
        "comment",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("thread", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=True),
        sa.Column("posted_by", sa.Text(), nullable=False),
        sa.Column("resolved_by", sa.Text(), nullable=True),
        sa.Column("replies", sa.Integer(), nullable=False),
        sa.Column("markdown", sa.Text(), nullable=True),
        sa.Column("rich", sa.Text(), nullable=True),
        sa.Column("page", sa.Text(), nullable=True),
        sa.Column("page_version", sa.Text(), nullable=True),
        sa.Column("page_shown", sa.Text(), nullable=True),
        sa.Column("change_request", sa.Text(), nullable=True),
        sa.Column("target", sa.Text(), nullable=True),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["space.id"], name="fk_comment_space", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["thread"], ["comment.id"], name="fk_comment_thread", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["posted_by"], ["person.id"], name="fk_comment_posted_by"),
        sa.ForeignKeyConstraint(["resolved_by"], ["person.id"], name="fk_comment_resolved_by"),
        sa.ForeignKeyConstraint(
            ["change_request"], ["change_request.id"], name="fk_comment_change_request", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("number", name="pk_comment"),
        sa.UniqueConstraint("id", name="uq_comment_id"),
        sqlite_autoincrement=True,
    )
    for columns in INDEXES:
        op.create_index(f"ix_comment_{'_'.join(columns)}", "comment", list(columns))
    op.create_table(
        "reaction",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("emoji", sa.Text(), nullable=False),
        sa.Column("reacted_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["comment"], ["comment.id"], name="fk_reaction_comment", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_reaction_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_reaction"),
        sa.UniqueConstraint("comment", "emoji", "person", name="uq_reaction_comment_emoji_person"),
        sqlite_autoincrement=True,
    )
