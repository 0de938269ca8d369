"""All tables of the durable store. The migrations make them; a test compares the two.

Importing one module of this package imports all, so `metadata` is complete wherever it is used.
"""

from masthead.store.tables import directory, drafts, journal, link_scans, notes, people, records, sso
from masthead.store.tables.metadata import VERSION, metadata

__all__ = ["VERSION", "directory", "drafts", "journal", "link_scans", "metadata", "notes", "people", "records", "sso"]
