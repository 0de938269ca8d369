"""The metadata that all tables of the durable store register with."""

from typing import Any

from sqlalchemy import Column, LargeBinary, MetaData, String, Text

VERSION = "0051"
"""The newest migration."""

metadata = MetaData()
BytewiseText = Text().with_variant(Text(collation="C"), "postgresql")  # an index on it finds texts by their beginning


def sealed_columns() -> list[Column[Any]]:
    """Build the columns that only the portal can read, and the name of their key: see store/keys.py."""
    return [Column("key_name", String(16), nullable=False), Column("sealed", LargeBinary, nullable=False)]
