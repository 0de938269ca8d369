"""The requests by which people are sent to identity providers."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "saml_request",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("saml_provider", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.Text(), nullable=False),
        sa.Column("answered", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["saml_provider"], ["saml_provider.id"], name="fk_saml_request_saml_provider", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_saml_request"),
    )
    op.create_index("ix_saml_request_saml_provider_asked_at", "saml_request", ["saml_provider", "asked_at"])
    op.create_index("ix_saml_request_asked_at", "saml_request", ["asked_at"])
