"""The tables, one module per subject. A test compares them with the tables that the migrations create."""

from service.tables import change_requests, content, identity, sites
from service.tables.schema import metadata

__all__ = ["change_requests", "content", "identity", "metadata", "sites"]
