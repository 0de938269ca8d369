"""Versions, links and files of pages, and what a repository says of revisions, pages and files."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("revision", sa.Column("git", sa.Text(), nullable=True))
    _give_pages_versions()
    op.drop_index("ix_passage_space", "passage")
    op.create_index("ix_passage_space_page", "passage", ["space", "page"])
    op.create_table(
        "page_link",
        sa.Column("revision", sa.Text(), nullable=False),
        sa.Column("page", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=True),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["revision"], ["revision.id"], name="fk_page_link_revision", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("revision", "page", "position", name="pk_page_link"),
    )
    op.create_index("ix_page_link_revision_file", "page_link", ["revision", "file"])
    op.create_table(
        "file",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content_type", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("git", sa.Text(), nullable=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["space"], ["space.id"], name="fk_file_space", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_file"),
        sa.UniqueConstraint("id", name="uq_file_id"),
        sa.UniqueConstraint("key", name="uq_file_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_file_space_number", "file", ["space", "number"])
    op.create_table(
        "revision_file",
        sa.Column("revision", sa.Text(), nullable=False),
        sa.Column("file", NUMBER, nullable=False),
        sa.ForeignKeyConstraint(["revision"], ["revision.id"], name="fk_revision_file_revision", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["file"], ["file.number"], name="fk_revision_file_file", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("revision", "file", name="pk_revision_file"),
    )
    op.create_index("ix_revision_file_file", "revision_file", ["file"])


def _give_pages_versions() -> None:
    op.add_column("page", sa.Column("version", sa.Text(), nullable=True))
    op.add_column("page", sa.Column("git", sa.Text(), nullable=True))
    page = sa.table("page", *(sa.column(name) for name in ("revision", "id", "document", "version")))
    connection = op.get_bind()
    for row in connection.execute(sa.select(page.c.revision, page.c.id, page.c.document)).all():
        version = f"document_{row.revision}_{row.id}"
        fields = json.loads(row.document, strict=False) | {"documentId": version}
        fields.pop("urls", None)  # added when a page is answered: they differ with what it is read in
        own = (page.c.revision == row.revision, page.c.id == row.id)
        connection.execute(page.update().where(*own).values(document=json.dumps(fields), version=version))
    with op.batch_alter_table("page") as table:
        table.alter_column("version", nullable=False)
