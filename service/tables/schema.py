"""Names of constraints, and columns that many tables share.

A resource is stored as the JSON text of its response (`document`, see service/storage/documents.py). Other
columns exist for lookups, order and uniqueness, or for data that no response contains.
"""

from collections.abc import Sequence

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, Table, Text
from sqlalchemy.schema import SchemaItem

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

Number = BigInteger().with_variant(Integer, "sqlite")
"""Type of a number that is never reused, so it is the order of creation."""


def number_column() -> Column[int]:
    return Column("number", Number, primary_key=True, autoincrement=True)


def identifier_column() -> Column[str]:
    return Column("id", Text, nullable=False, unique=True)


def document_column() -> Column[str]:
    return Column("document", Text, nullable=False)


def owner_column(table: str, *, primary_key: bool = False) -> Column[str]:
    """Build a foreign key to the owner of a row. Deleting the owner deletes the row."""
    reference = ForeignKey(f"{table}.id", ondelete="CASCADE")
    return Column(table, Text, reference, nullable=False, primary_key=primary_key)


def numbered_table(name: str, *more: SchemaItem) -> Table:
    """Build a table whose rows have a number."""
    return Table(name, metadata, number_column(), *more, sqlite_autoincrement=True)


def resource_table(name: str, owned_by: str, *more: SchemaItem, listed_by: Sequence[str] = ("number",)) -> Table:
    """Build the table of a kind of resource that is listed by owner, by default oldest first."""
    listed = Index(None, owned_by, *listed_by)
    return numbered_table(name, identifier_column(), owner_column(owned_by), *more, document_column(), listed)
