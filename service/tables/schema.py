"""Names of constraints, and columns that all listed resources have.

A resource is kept as the JSON text of its answer (`document`, see service/storage/documents.py). Columns besides it are
there to be found by, to be ordered by, to be unique, or because they are never answered.
"""

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
"""Counts up and is never used twice, so it is the order of creation."""


def number() -> Column[int]:
    return Column("number", Number, primary_key=True, autoincrement=True)


def identifier() -> Column[str]:
    return Column("id", Text, nullable=False, unique=True)


def document() -> Column[str]:
    return Column("document", Text, nullable=False)


def owner(table: str, *, primary_key: bool = False) -> Column[str]:
    """A foreign key to the row that this one belongs to and is deleted with."""
    reference = ForeignKey(f"{table}.id", ondelete="CASCADE")
    return Column(table, Text, reference, nullable=False, primary_key=primary_key)


def resource(name: str, owned_by: str, *more: SchemaItem) -> Table:
    """The table of a kind of resource that is listed in the order of creation, among those of the same owner."""
    listed = Index(None, owned_by, "number")
    return Table(
        name, metadata, number(), identifier(), owner(owned_by), *more, document(), listed, sqlite_autoincrement=True
    )
