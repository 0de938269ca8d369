"""The table of restores: what the journal says of itself."""

from sqlalchemy import Column, Float, ForeignKey, Integer, Table

from masthead.store.tables import metadata

journal_restores = Table(
    "journal_restores",
    metadata,
    Column("seal", Integer, ForeignKey("journal_seals.number"), primary_key=True),  # over this
    Column("at", Float, nullable=False),
    Column("backup_at", Float, nullable=False),  # what was written after that is gone
)
