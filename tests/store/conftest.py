"""A durable store of the test's own, on each kind of database, and a clock."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from masthead.store.database import Database
from masthead.store.journal.journal import Journal
from masthead.store.keys import Keys
from masthead.store.sessions import Sessions
from tests.databases import Databases
from tests.faults.clock import Clock
from tests.stores import keys_in, place_of


@pytest.fixture
def place(databases: Databases) -> Iterator[Path | str]:
    """Where the store is: a file, or an address."""
    with databases.with_store() as address:
        yield place_of(address)


@pytest.fixture
def database(place: Path | str) -> Iterator[Database]:
    database = Database(place, lock_seconds=10)
    yield database
    database.close()


@pytest.fixture
def impatient(place: Path | str) -> Iterator[Database]:
    """The same store, for tests that lock it."""
    database = Database(place, lock_seconds=0.1)
    yield database
    database.close()


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return keys_in(tmp_path)


@pytest.fixture
def sessions(database: Database, keys: Keys, clock: Clock) -> Sessions:
    return Sessions(database, keys, clock)


@pytest.fixture
def journal(database: Database, keys: Keys, clock: Clock) -> Journal:
    return Journal(database, keys, clock)
