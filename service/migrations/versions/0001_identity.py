"""Organizations, people, tokens, invite links."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "organization",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("hostname", sa.Text(), nullable=True),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_organization"),
        sa.UniqueConstraint("hostname", name="uq_organization_hostname"),
        sa.UniqueConstraint("id", name="uq_organization_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "email_domain",
        sa.Column("domain", sa.Text(), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name="fk_email_domain_organization", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("domain", "organization", name="pk_email_domain"),
    )
    op.create_index("ix_email_domain_organization", "email_domain", ["organization"])
    op.create_table(
        "person",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_person"),
        sa.UniqueConstraint("email", name="uq_person_email"),
        sa.UniqueConstraint("id", name="uq_person_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "membership",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=True),
        sa.Column("joined_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name="fk_membership_organization", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_membership_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "organization", name="pk_membership"),
    )
    op.create_index("ix_membership_organization", "membership", ["organization"])
    op.create_table(
        "token",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("demo", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_token_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name="pk_token"),
    )
    op.create_index("ix_token_person", "token", ["person"])
    op.create_table(
        "invite",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name="fk_invite_organization", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("number", name="pk_invite"),
        sa.UniqueConstraint("id", name="uq_invite_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_invite_organization_number", "invite", ["organization", "number"])
