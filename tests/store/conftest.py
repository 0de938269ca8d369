"""A durable store in a folder of its own, and a clock."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from store import Database, Keys, Sessions, read_keys
from tests.faults.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "masthead.db", lock_seconds=10)
    yield database
    database.close()


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Database]:
    """The same store, for tests that lock it."""
    database = Database(tmp_path / "masthead.db", lock_seconds=0.1)
    yield database
    database.close()


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return read_keys(tmp_path)


@pytest.fixture
def sessions(database: Database, keys: Keys, clock: Clock) -> Sessions:
    return Sessions(database, keys, clock)
