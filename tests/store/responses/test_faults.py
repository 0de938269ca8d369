"""Whatever becomes of the file of listings, pages are served live data, and what a write made old is not served."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from masthead.store.responses import ListingsFile, ResponseStore
from tests.loops import for_each

OWNER, PATH = "alice", "/v1/orgs"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "instance" / "listings.db"


@pytest.fixture
def listings(file: Path) -> Iterator[ResponseStore]:
    listings = ResponseStore(file, lock_seconds=0.1, rest_seconds=0)
    yield listings
    listings.close()


def put(listings: ResponseStore, text: bytes = b"[]", at: float | None = None) -> None:
    listings.put(OWNER, PATH, "", text, time.time() if at is None else at, listings.mark(OWNER))


def get(listings: ResponseStore) -> bytes | None:
    found = listings.get(OWNER, PATH, "")
    return found[0] if found is not None else None


def changed(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute(statement)


def garbage(file: Path, after: int = 0) -> None:
    head = file.read_bytes()[:after] if after else b""
    file.write_bytes(head + os.urandom(20_000))


def delete(file: Path) -> None:
    file.unlink()


def delete_all(file: Path) -> None:
    for each in file.parent.iterdir():
        each.unlink()


def delete_the_folder(file: Path) -> None:
    delete_all(file)
    file.parent.rmdir()


def put_another_database(file: Path) -> None:
    file.unlink()
    changed(file, "CREATE TABLE listings (owner TEXT)")


DAMAGES: dict[str, Callable[[Path], None]] = {
    "garbage": garbage,
    "garbage after a good head": lambda file: garbage(file, 100),
    "nothing": lambda file: os.truncate(file, 0),
    "a part": lambda file: os.truncate(file, 5000),
    "deleted": delete,
    "all deleted": delete_all,
    "the folder deleted": delete_the_folder,
    "another database": put_another_database,
    "another format": lambda file: changed(file, "PRAGMA user_version=99"),
    "no table": lambda file: changed(file, "DROP TABLE listings"),
}


@for_each("damage", DAMAGES)
def test_file_damaged_before_a_start(damage: str, tmp_path: Path) -> None:
    file = tmp_path / damage / "listings.db"
    first = ResponseStore(file)
    put(first)
    first.close()
    DAMAGES[damage](file)
    listings = ResponseStore(file)
    get(listings)
    put(listings, b"new")
    put(listings, b"new")  # the first one may have found out what is wrong
    assert get(listings) == b"new"
    listings.close()


@for_each("damage", DAMAGES)
def test_file_damaged_while_running(damage: str, tmp_path: Path) -> None:
    file = tmp_path / damage / "listings.db"
    listings = ResponseStore(file, lock_seconds=0.1, rest_seconds=0)
    put(listings, b"old")
    DAMAGES[damage](file)
    listings.forget(OWNER, (PATH,))
    assert get(listings) is None
    for _ in range(3):
        put(listings, b"new")
    assert get(listings) == b"new"
    listings.close()


@for_each("damage", DAMAGES)
def test_worker_follows_another_to_a_new_file(damage: str, tmp_path: Path) -> None:
    file = tmp_path / damage / "listings.db"
    listings, other = ResponseStore(file, lock_seconds=0.1, rest_seconds=0), ResponseStore(file, lock_seconds=0.1)
    put(listings, b"old")
    assert get(other) == b"old"
    DAMAGES[damage](file)
    listings.forget(OWNER, (PATH,))
    assert get(other) is None
    other.close()
    listings.close()


def test_one_broken_file_after_the_other(file: Path) -> None:
    listings = ResponseStore(file, rest_seconds=60)
    for _ in range(5):
        put(listings)
        listings.close()
        garbage(file)
        get(listings)
    assert file.stat().st_size == 20_000  # the third in a row is left alone for a while
    listings.forget(OWNER, (PATH,))
    assert get(listings) is None
    listings.close()


def test_what_another_has_put_in_place_stays(file: Path) -> None:
    mine, other = ListingsFile(file, 0.1), ListingsFile(file, 0.1)
    mine.connection()
    other.connection()
    assert mine.delete()
    mine.connection()
    assert not other.delete()
    assert file.exists()
    mine.close()
    other.close()


def test_rest_of_a_deleted_file_does_not_come_back(listings: ResponseStore, file: Path) -> None:
    put(listings, b"old")
    delete(file)
    other = ResponseStore(file)
    assert get(other) is None
    other.close()


def test_file_that_can_neither_be_written_nor_taken_away(listings: ResponseStore, file: Path) -> None:
    put(listings, b"old")
    file.with_name("listings.db.lock").unlink()
    file.with_name("listings.db.lock").mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        listings.forget(OWNER, (PATH,))
    assert get(listings) is None


def test_locked_file(file: Path) -> None:
    listings = ResponseStore(file, lock_seconds=0.3)
    put(listings, b"old")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        began = time.monotonic()
        for _ in range(20):
            put(listings, b"new")
        assert time.monotonic() - began < 20 * 0.3  # waits once, then leaves it alone for a while
        assert file.exists()
        listings.forget(OWNER, (PATH,))
        assert get(listings) is None
    listings.close()


def test_file_locked_for_readers_too(listings: ResponseStore, file: Path) -> None:
    put(listings, b"old")
    listings.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("COMMIT")
        assert get(listings) is None
        listings.forget(OWNER, (PATH,))
    assert get(listings) is None


def test_mark_of_a_file_that_is_gone(listings: ResponseStore, file: Path) -> None:
    mark = listings.mark(OWNER)
    delete_all(file)
    listings.forget("bob", (PATH,))
    listings.put(OWNER, PATH, "", b"old", time.time(), mark)
    assert get(listings) is None


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "instance").write_text("a file")
    listings = ResponseStore(tmp_path / "instance" / "listings.db")
    put(listings)
    listings.forget(OWNER, (PATH,))
    assert get(listings) is None


def test_deleted_by_many_threads_at_once(listings: ResponseStore, file: Path) -> None:
    put(listings)
    garbage(file)

    def page(_number: int) -> None:
        put(listings)
        get(listings)
        listings.forget(OWNER, (PATH,))

    with ThreadPoolExecutor(16) as pages:
        list(pages.map(page, range(64)))
    put(listings, b"new")
    assert get(listings) == b"new"
