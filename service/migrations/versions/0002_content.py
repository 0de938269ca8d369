"""Collections, spaces, revisions, pages, and the words of a search."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "collection",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name="fk_collection_organization", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("number", name="pk_collection"),
        sa.UniqueConstraint("id", name="uq_collection_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_collection_organization_number", "collection", ["organization", "number"])
    op.create_table(
        "space",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("parent", sa.Text(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name="fk_space_organization", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["parent"], ["collection.id"], name="fk_space_parent", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("number", name="pk_space"),
        sa.UniqueConstraint("id", name="uq_space_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_space_organization_number", "space", ["organization", "number"])
    op.create_index("ix_space_parent", "space", ["parent"])
    op.create_table(
        "revision",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["space.id"], name="fk_revision_space", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_revision"),
        sa.UniqueConstraint("id", name="uq_revision_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_revision_space_number", "revision", ["space", "number"])
    op.create_table(
        "page",
        sa.Column("revision", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("parent", sa.Text(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("markdown", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["revision"], ["revision.id"], name="fk_page_revision", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("revision", "id", name="pk_page"),
    )
    op.create_table(
        "passage",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("page", sa.Text(), nullable=False),
        sa.Column("section", sa.Text(), nullable=True),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["space.id"], name="fk_passage_space", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_passage"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_passage_space", "passage", ["space"])
    op.create_table(
        "word",
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("text", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("passage", NUMBER, nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["passage"], ["passage.number"], name="fk_word_passage", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("organization", "text", "passage", name="pk_word"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_word_passage", "word", ["passage"])
