"""Recent listings: each person's apart, forgotten when told, evicted by age and count; and cache versions."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from masthead.store.database import Database
from masthead.store.responses import EVICT_EVERY_PUTS, MAX_TEXT, ListingsFile, ResponseStore, StoredCacheVersions
from tests.faults.clock import Clock

DAY = 24 * 3600
ROOT = Path(__file__).parents[3]


@pytest.fixture
def clock() -> Clock:
    return Clock(1000.0)


@pytest.fixture
def listings(tmp_path: Path, clock: Clock) -> Iterator[ResponseStore]:
    listings = ResponseStore(tmp_path / "listings.db", clock=clock, rows=100)
    yield listings
    listings.close()


def put(listings: ResponseStore, path: str, text: bytes = b"[]", *, owner: str = "alice", at: float = 1.0) -> None:
    listings.put(owner, path, "", text, at, listings.mark(owner))


def kept(listings: ResponseStore, *paths: str, owner: str = "alice") -> list[bool]:
    return [listings.get(owner, path, "") is not None for path in paths]


def test_put_and_get(listings: ResponseStore) -> None:
    assert listings.get("alice", "/v1/orgs", "") is None
    put(listings, "/v1/orgs", b"\x00\xff", at=7.5)
    assert listings.get("alice", "/v1/orgs", "") == (b"\x00\xff", 7.5, None)
    put(listings, "/v1/orgs", b"two", at=8.0)
    assert listings.get("alice", "/v1/orgs", "") == (b"two", 8.0, None)
    put(listings, "/large", b"x" * MAX_TEXT)
    put(listings, "/larger", b"x" * (MAX_TEXT + 1))
    assert kept(listings, "/large", "/larger") == [True, False]


def test_owner_path_and_query_are_apart(listings: ResponseStore) -> None:
    put(listings, "/v1/orgs")
    others = [
        ("bob", "/v1/orgs", ""),
        ("alice", "/v1/orgs/", ""),
        ("alice", "/v1/orgs", "page=2"),
        ("", "/v1/orgs", ""),
    ]
    assert [listings.get(*other) for other in others] == [None] * 4


def test_forget_of_a_path_and_of_all_below_it_leaves_others_alone(listings: ResponseStore) -> None:
    paths = ["/v1/orgs", "/v1/orgs/a", "/v1/orgs/a/sites", "/v1/orgs/a/sites/s", "/v1/orgs/ab", "/v1/orgs/A/sites"]
    for path in paths:
        put(listings, path)
    listings.forget("alice", ("/v1/orgs/a/",))
    assert kept(listings, *paths) == [True, True, False, False, True, True]
    listings.forget("alice", ("/v1/orgs", "/v1/orgs/a"))
    assert kept(listings, *paths) == [False, False, False, False, True, True]
    put(listings, "/v1/orgs", owner="bob")
    mark = listings.mark("bob")
    listings.forget("alice", ("/v1/orgs",))
    assert kept(listings, "/v1/orgs", owner="bob") == [True]
    assert listings.mark("bob") == mark


def test_put_with_a_mark_from_before_a_forget(listings: ResponseStore) -> None:
    for _ in range(2):  # the first forget of a person, and every later one
        mark = listings.mark("alice")
        listings.forget("alice", ())
        listings.put("alice", "/v1/orgs", "", b"old", 1.0, mark)
        assert kept(listings, "/v1/orgs") == [False]


def test_outdate_takes_the_generation_of_a_path_and_of_all_below_it(listings: ResponseStore) -> None:
    paths = ["/v1/orgs", "/v1/orgs/a", "/v1/orgs/a/sites", "/v1/orgs/ab"]
    for path in paths:
        listings.put("alice", path, "", b"[]", 1.0, listings.mark("alice"), 7)
    mark = listings.mark("alice")
    listings.invalidate("alice", ("/v1/orgs", "/v1/orgs/a/"))
    assert [listings.get("alice", path, "") for path in paths] == [(b"[]", 1.0, each) for each in (None, 7, None, 7)]
    listings.put("alice", "/v1/orgs/a", "", b"old", 2.0, mark, 8)
    assert listings.get("alice", "/v1/orgs/a", "") == (b"[]", 1.0, 7)


def test_put_that_is_overtaken_by_a_newer_one(listings: ResponseStore) -> None:
    for generation, (body, at) in enumerate([(b"first", 1.5), (b"new", 2.0), (b"old", 1.0)], start=1):
        listings.put("alice", "/v1/orgs", "", body, at, listings.mark("alice"), generation)
    assert listings.get("alice", "/v1/orgs", "") == (b"new", 2.0, 2)


def test_evicted_by_age(listings: ResponseStore, clock: Clock) -> None:
    put(listings, "/old", at=clock.now)
    put(listings, "/young", at=clock.now + 1)
    clock.pass_(DAY)
    put(listings, "/new", at=clock.now)
    assert kept(listings, "/old", "/young", "/new") == [False, True, True]


def test_evicted_by_count(listings: ResponseStore, tmp_path: Path) -> None:
    for number in range(200):
        put(listings, f"/{number}", at=float(number))
    assert kept(listings, "/0", "/49", "/150", "/199") == [False, False, True, True]
    with closing(sqlite3.connect(tmp_path / "listings.db")) as file:
        assert file.execute("SELECT count(*) FROM listings").fetchone()[0] < 100 + EVICT_EVERY_PUTS


def test_two_workers_see_the_same(listings: ResponseStore, tmp_path: Path) -> None:
    other = ResponseStore(tmp_path / "listings.db")
    put(listings, "/v1/orgs")
    mark = listings.mark("alice")
    assert kept(other, "/v1/orgs") == [True]
    other.forget("alice", ("/v1/orgs",))
    listings.put("alice", "/v1/orgs", "", b"old", 2.0, mark)
    assert kept(listings, "/v1/orgs") == [False]
    other.close()


def test_files_are_private_and_kept_out_of_memory(listings: ResponseStore, tmp_path: Path) -> None:
    put(listings, "/v1/orgs")
    assert {oct(file.stat().st_mode) for file in tmp_path.iterdir()} == {"0o100600"}
    assert {file.name for file in tmp_path.iterdir()} == {f"listings.db{end}" for end in ("", "-wal", "-shm", ".lock")}
    file = ListingsFile(tmp_path / "listings.db", 1.0)
    assert file.connection().execute("PRAGMA cache_size").fetchone() == (-256,)
    file.close()


def test_no_cache_version_comes_back(database: Database) -> None:
    generations = StoredCacheVersions(database)
    seen = [generations.version("o") for _ in range(5) if generations.renew({"o"})]
    assert len(set(seen)) == 5


def test_of_a_store_that_cannot_be_read_no_cache_version_is_known(database: Database, impatient: Database) -> None:
    generations = StoredCacheVersions(impatient)
    with database.writing():
        assert not generations.renew({"o"})
    with database.writing() as connection:
        connection.execute(text("ALTER TABLE generations RENAME TO gone"))
    assert generations.version("o") is None
    assert not generations.renew({"o"})


FULL = """
import resource, sys, time
from pathlib import Path
from masthead.store.responses import ResponseStore
from masthead.store.responses import ListingsFile
listings = ResponseStore(Path(sys.argv[1]))
listings.put("alice", "/v1/orgs", "", b"old", time.time(), listings.mark("alice"))
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
for number in range(20):
    listings.put("alice", f"/{number}", "", b"x" * 50_000, time.time(), listings.mark("alice"))
    listings.get("alice", f"/{number}", "")
listings.forget("alice", ("/v1/orgs",))
print(listings.get("alice", "/v1/orgs", ""))
"""


@pytest.mark.parametrize("room", [0, 100_000])
def test_no_room_for_more(room: int, tmp_path: Path) -> None:
    file = tmp_path / "instance" / "listings.db"
    command = [sys.executable, "-c", FULL, str(file), str(room)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout) == (0, "None\n")
    assert set(done.stderr.splitlines()) == {"listings deleted"}
