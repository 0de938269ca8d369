"""SAML providers, OpenAPI specifications with their versions, translation settings."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "saml_provider",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("default_team", sa.Text(), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["default_team"], ["team.id"], name="fk_saml_provider_default_team", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name="fk_saml_provider_organization", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("number", name="pk_saml_provider"),
        sa.UniqueConstraint("id", name="uq_saml_provider_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_saml_provider_default_team", "saml_provider", ["default_team"])
    op.create_index("ix_saml_provider_organization_number", "saml_provider", ["organization", "number"])
    op.create_table(
        "openapi_spec",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name="fk_openapi_spec_organization", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("number", name="pk_openapi_spec"),
        sa.UniqueConstraint("id", name="uq_openapi_spec_id"),
        sa.UniqueConstraint("organization", "slug", name="uq_openapi_spec_organization_slug"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_openapi_spec_organization_number", "openapi_spec", ["organization", "number"])
    op.create_table(
        "openapi_version",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("openapi_spec", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["openapi_spec"], ["openapi_spec.id"], name="fk_openapi_version_openapi_spec", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("openapi_spec", "place", name="pk_openapi_version"),
        sa.UniqueConstraint("id", name="uq_openapi_version_id"),
    )
    op.create_table(
        "openapi_source",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("openapi_spec", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("content", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["openapi_spec"], ["openapi_spec.id"], name="fk_openapi_source_openapi_spec", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("number", name="pk_openapi_source"),
        sa.UniqueConstraint("openapi_spec", name="uq_openapi_source_openapi_spec"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "translation_settings",
        sa.Column("number", NUMBER, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("organization", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name="fk_translation_settings_organization", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("number", name="pk_translation_settings"),
        sa.UniqueConstraint("id", name="uq_translation_settings_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_translation_settings_organization_number", "translation_settings", ["organization", "number"])
