"""A word says which space and page it is in, and an index has the spaces of a word, the best first."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INDEX = """
CREATE INDEX ix_word_organization_text_weight_space_page ON word (organization, text, weight DESC, space, page)
"""
FILL = """
INSERT INTO word (passage, text, organization, weight, space, page)
SELECT passage.number, former_word.text, former_word.organization, former_word.weight, space.number, first.number
FROM passage
JOIN space ON space.id = passage.space
JOIN (SELECT space, page, min(number) AS number FROM passage GROUP BY space, page) AS first
    ON first.space = passage.space AND first.page = passage.page
JOIN former_word ON former_word.passage = passage.number
ORDER BY passage.number, former_word.text
"""


def upgrade() -> None:
    """Write all words anew: about half a minute for each ten million."""
    op.rename_table("word", "former_word")
    if op.get_bind().dialect.name == "postgresql":
        for name in ("pk_word", "fk_word_passage"):
            op.execute(f"ALTER TABLE former_word RENAME CONSTRAINT {name} TO former_{name}")
    op.create_table(
        "word",
        sa.Column("passage", NUMBER, nullable=False),
        sa.Column("text", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("space", NUMBER, nullable=False),
        sa.Column("page", NUMBER, nullable=False),
        sa.ForeignKeyConstraint(["passage"], ["passage.number"], name="fk_word_passage", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("passage", "text", name="pk_word"),
        sqlite_with_rowid=False,
    )
    op.execute(FILL)
    op.drop_table("former_word")
    op.execute(INDEX)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ANALYZE word")  # else it doesn't know until later what is in it
