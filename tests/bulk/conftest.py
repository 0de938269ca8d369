"""The fixtures of tests/writes, for bulk changes."""

from tests.writes.conftest import api, database, desk, journal, listings, memory, wire

__all__ = ["api", "database", "desk", "journal", "listings", "memory", "wire"]
