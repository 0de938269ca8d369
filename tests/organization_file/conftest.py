"""The fixtures of tests/writes, for organization files."""

from tests.writes.conftest import api, database, listings, memory

__all__ = ["api", "database", "listings", "memory"]
