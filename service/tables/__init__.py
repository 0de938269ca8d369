"""The tables, one module per subject. Migrations make them; a test holds the two against each other."""

from service.tables import change_requests, content, identity, sites
from service.tables.schema import metadata

__all__ = ["change_requests", "content", "identity", "metadata", "sites"]
