"""Sites with sections, groups, site spaces, share links and visitor schemas."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "site",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("folded_title", sa.Text(), nullable=False),
        sa.Column("basename", sa.Text(), nullable=True),
        sa.Column("published", sa.Boolean(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("customization", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["organization"], ["organization.id"], name="fk_site_organization", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_site"),
        sa.UniqueConstraint("id", name="uq_site_id"),
        sa.UniqueConstraint("organization", "basename", name="uq_site_organization_basename"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_site_organization_number", "site", ["organization", "number"])
    op.create_index("ix_site_organization_published_number", "site", ["organization", "published", "number"])
    op.create_table(
        "adaptive_schema",
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["site"], ["site.id"], name="fk_adaptive_schema_site", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("site", name="pk_adaptive_schema"),
    )
    op.create_table(
        "section_group",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["site"], ["site.id"], name="fk_section_group_site", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_section_group"),
        sa.UniqueConstraint("id", name="uq_section_group_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_section_group_site_position", "section_group", ["site", "position"])
    op.create_table(
        "section",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("section_group", sa.Text(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("is_default", sa.Boolean(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["section_group"], ["section_group.id"], name="fk_section_section_group", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["site"], ["site.id"], name="fk_section_site", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_section"),
        sa.UniqueConstraint("id", name="uq_section_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_section_section_group", "section", ["section_group"])
    op.create_index("ix_section_site_position", "section", ["site", "position"])
    op.create_table(
        "site_space",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("section", sa.Text(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("is_default", sa.Boolean(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["section"], ["section.id"], name="fk_site_space_section", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["site"], ["site.id"], name="fk_site_space_site", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["space"], ["space.id"], name="fk_site_space_space", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_site_space"),
        sa.UniqueConstraint("id", name="uq_site_space_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_site_space_section", "site_space", ["section"])
    op.create_index("ix_site_space_site_position_number", "site_space", ["site", "position", "number"])
    op.create_index("ix_site_space_space_site", "site_space", ["space", "site"])
    op.create_table(
        "share_link",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["site"], ["site.id"], name="fk_share_link_site", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_share_link"),
        sa.UniqueConstraint("id", name="uq_share_link_id"),
        sa.UniqueConstraint("key", name="uq_share_link_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_share_link_site_number", "share_link", ["site", "number"])
