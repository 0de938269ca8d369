"""The SQLAlchemy metadata with which all tables of the durable store are registered."""

from typing import Any

from sqlalchemy import Column, LargeBinary, MetaData, String, Text

VERSION = "0058"
"""The newest migration."""

metadata = MetaData()
BytewiseText = Text().with_variant(Text(collation="C"), "postgresql")  # an index on it finds texts by their beginning


def sealed_columns() -> list[Column[Any]]:
    """Build the columns for sealed data and the name of its key: see store/keys.py."""
    return [Column("key_name", String(16), nullable=False), Column("sealed", LargeBinary, nullable=False)]
