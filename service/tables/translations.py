"""Translation settings."""

from sqlalchemy import Index, Table

from service.tables.schema import document, identifier, metadata, number, owner

translation_settings = Table(
    "translation_settings",
    metadata,
    number(),
    identifier(),
    owner("organization"),
    document(),
    Index(None, "organization", "number"),
    sqlite_autoincrement=True,
)
