"""All tables of the durable store. Migrations create them, and a test compares the two.

Importing any module of this package imports all of them, so `metadata` is complete wherever it is used.
"""

from masthead.store.tables import reading, records, sso
from masthead.store.tables.metadata import VERSION, metadata

__all__ = ["VERSION", "metadata", "reading", "records", "sso"]
