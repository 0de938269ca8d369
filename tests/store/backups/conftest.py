"""A store with a journal, a backup of it, and another place to restore it into."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from masthead.store.database import Database
from masthead.store.keys import Keys
from tests.databases import Databases, SqliteFiles
from tests.store.backups.stores import make_backup, write_journal
from tests.stores import place_of

ENTRIES = 5


@pytest.fixture
def written(database: Database, keys: Keys) -> Database:
    """A store with five entries in its journal."""
    write_journal(database, keys, ENTRIES)
    return database


@pytest.fixture
def file(written: Database, place: Path | str, keys: Keys, tmp_path: Path) -> Path:
    """A backup of it."""
    assert written.is_ready()
    made = tmp_path / "masthead.backup"
    make_backup(place, keys, made)
    return made


@pytest.fixture(params=["sqlite", "postgresql"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """An empty place, on either kind of database, whatever the backup was made of."""
    databases: Databases = (
        SqliteFiles(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgresql_server")
    )
    with databases.empty() as address:
        yield place_of(address)
