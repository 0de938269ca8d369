"""Custom fields and the values that spaces have for them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "custom_field",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name="fk_custom_field_organization", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("number", name="pk_custom_field"),
        sa.UniqueConstraint("id", name="uq_custom_field_id"),
        sa.UniqueConstraint("organization", "name", name="uq_custom_field_organization_name"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_custom_field_organization_number", "custom_field", ["organization", "number"])
    op.create_table(
        "custom_value",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("custom_field", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["custom_field"], ["custom_field.id"], name="fk_custom_value_custom_field", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["space"], ["space.id"], name="fk_custom_value_space", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space", "custom_field", name="pk_custom_value"),
    )
    op.create_index("ix_custom_value_custom_field", "custom_value", ["custom_field"])
