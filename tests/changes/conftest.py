"""A journal of the test's own, and what is remembered for Alice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from client import Memory
from store import Database, Generations, Journal, Listings, read_keys


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "masthead.db")
    yield database
    database.close()


@pytest.fixture
def journal(database: Database, tmp_path: Path) -> Journal:
    return Journal(database, read_keys(tmp_path))


@pytest.fixture
def listings(tmp_path: Path) -> Iterator[Listings]:
    listings = Listings(tmp_path / "listings.db")
    yield listings
    listings.close()


@pytest.fixture
def memory(listings: Listings, database: Database) -> Memory:
    return Memory(listings, Generations(database), owner="alice")
