"""Teams, their members and their roles; when a member last signed in, and by whom."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("membership", sa.Column("last_seen_at", sa.Text(), nullable=True))
    op.add_column("membership", sa.Column("sso", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "team",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["organization"], ["organization.id"], name="fk_team_organization", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_team"),
        sa.UniqueConstraint("id", name="uq_team_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_team_organization_number", "team", ["organization", "number"])
    op.create_table(
        "team_member",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_team_member_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name="fk_team_member_team", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_team_member"),
        sa.UniqueConstraint("team", "person", name="uq_team_member_team_person"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_team_member_person", "team_member", ["person"])
    op.create_index("ix_team_member_team_number", "team_member", ["team", "number"])
    op.create_table(
        "space_team",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["space"], ["space.id"], name="fk_space_team_space", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name="fk_space_team_team", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_space_team"),
        sa.UniqueConstraint("space", "team", name="uq_space_team_space_team"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_space_team_space_number", "space_team", ["space", "number"])
    op.create_index("ix_space_team_team", "space_team", ["team"])
    op.create_table(
        "collection_team",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("collection", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["collection"], ["collection.id"], name="fk_collection_team_collection", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name="fk_collection_team_team", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_collection_team"),
        sa.UniqueConstraint("collection", "team", name="uq_collection_team_collection_team"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_collection_team_collection_number", "collection_team", ["collection", "number"])
    op.create_index("ix_collection_team_team", "collection_team", ["team"])
