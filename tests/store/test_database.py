"""The durable store keeps what it committed under any load, and says so when it cannot."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Event

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, select, text
from sqlalchemy.pool import StaticPool

from masthead.store.database import Database
from masthead.store.errors import StoreError
from masthead.store.files import lock_file
from masthead.store.migrate import MIGRATIONS, migrate, notes, upgrade
from masthead.store.sessions import Sessions
from masthead.store.tables import VERSION, metadata
from masthead.store.tables.records import sessions
from tests.loops import for_each
from tests.store.mixed_load import run_load
from tests.stores import keys_in, place_of

pytestmark = pytest.mark.postgresql
ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from pathlib import Path
from masthead.store.database import Database
from masthead.store.sessions import Sessions
from tests.stores import keys_in
folder, given = Path(sys.argv[1]), sys.argv[2]
sessions = Sessions(Database(given if "://" in given else Path(given)), keys_in(folder))
while True:
    print(sessions.create({"token": "demo-alice"}), flush=True)
"""


def test_file_is_private_and_durable(tmp_path: Path) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys", "cache_size")
    database = Database(tmp_path / "masthead.db")
    with database.reading() as connection:
        seen = [connection.execute(text(f"PRAGMA {name}")).scalar() for name in names]
    assert seen == ["wal", 2, 1, -256]
    assert {oct(file.stat().st_mode) for file in tmp_path.iterdir()} == {"0o100600"}
    database.close()


@pytest.mark.filterwarnings("ignore:.*expression-based index")
def test_migrations_make_the_tables(empty_database: str) -> None:
    place = place_of(empty_database)
    engine = create_engine(f"sqlite:///{place}" if isinstance(place, Path) else place)
    with engine.begin() as connection:
        upgrade(connection, VERSION)
        # Words have an index of another kind on each database, and what an index works out comes back in other words.
        other = ("journal_words", "known_objects_by_title", "known_objects_likely_first", *notes.tables)
        left_out = {"include_object": lambda _, name, *__: not (name or "").startswith(other)}
        assert compare_metadata(MigrationContext.configure(connection, opts=left_out), metadata) == []
    engine.dispose()


def test_migrations_lead_to_the_newest_version_and_a_new_file_has_it() -> None:
    assert statements(migrate) == statements(lambda connection: upgrade(connection, VERSION))
    assert ScriptDirectory(MIGRATIONS).get_heads() == [VERSION]


def statements(make: Callable[[Connection], None]) -> dict[str, list[str]]:
    """The parts of each table and index: a migration adds columns at the end, and SQLite quotes what it renamed."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    with engine.begin() as connection:
        make(connection)
        rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")).all()
    engine.dispose()
    return {
        name: sorted(" ".join(each.split()) for each in re.split(r"[(,]\s+", sql.replace('"', "").rstrip(")")))
        for name, sql in rows
    }


def test_no_update_is_lost(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE counter (n INTEGER)"))
        connection.execute(text("INSERT INTO counter VALUES (0)"))

    def increase(_number: int) -> None:
        with database.writing() as connection:
            seen = connection.execute(text("SELECT n FROM counter")).scalar()
            connection.execute(text("UPDATE counter SET n = :n"), {"n": (seen or 0) + 1})

    with ThreadPoolExecutor(16) as threads:
        list(threads.map(increase, range(200)))
    with database.reading() as connection:
        assert connection.execute(text("SELECT n FROM counter")).scalar() == 200


def test_exception_rolls_back(database: Database) -> None:
    with suppress(ZeroDivisionError), database.writing() as connection:
        connection.execute(text("INSERT INTO submissions (owner, key, begun_at) VALUES ('a', 'k', 0)"))
        raise ZeroDivisionError
    with database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM submissions")).scalar() == 0
    again = text("INSERT INTO submissions (owner, key, begun_at) VALUES ('a', 'k', 0)")
    with database.writing() as connection:
        connection.execute(again)
    with pytest.raises(StoreError), database.writing() as connection:
        connection.execute(again)
    with database.writing() as connection:
        connection.execute(text("DELETE FROM submissions"))
        connection.execute(again)


def test_writer_that_gets_no_turn_is_told(database: Database, impatient: Database) -> None:
    with database.writing():
        with pytest.raises(StoreError), impatient.writing():
            pass
        assert not impatient.is_ready()
    with impatient.writing():
        pass


def test_garbage_is_told(tmp_path: Path) -> None:
    database = Database(tmp_path / "masthead.db")
    assert database.is_ready()
    database.close()
    (tmp_path / "masthead.db").write_bytes(b"garbage" * 2000)
    assert not database.is_ready()
    with pytest.raises(StoreError):
        Database(tmp_path / "masthead.db")
    with pytest.raises(StoreError, match="cannot be read"):
        database.first_row(select(sessions.c.id), {})


@for_each("url", ["sqlite://", "sqlite:///:memory:", "masthead.db", "mysql://host/x", "oracle://x", ""])
def test_address_of_no_lasting_store(url: str) -> None:
    with pytest.raises(StoreError, match=r"must be a file \("):
        Database(url)


def test_server_that_is_away_is_told_without_the_password() -> None:
    with pytest.raises(StoreError) as told:
        Database("postgresql://eve:secret@127.0.0.1:1/masthead")
    assert "postgresql+psycopg://eve:***@127.0.0.1:1/masthead cannot be used" in str(told.value)


def test_workers_that_start_together(empty_database: str) -> None:
    place = place_of(empty_database)

    def start(_number: int) -> bool:
        database = Database(place)
        ready = database.is_ready()
        database.close()
        return ready

    with ThreadPoolExecutor(8) as workers:
        assert list(workers.map(start, range(8))) == [True] * 8


def test_start_waits_for_a_worker_that_is_migrating(tmp_path: Path) -> None:
    file, begun = tmp_path / "masthead.db", Event()

    def migrate_slowly() -> None:
        with lock_file(file.with_name("masthead.db.lock"), 1), closing(sqlite3.connect(file)) as other:
            other.execute("BEGIN IMMEDIATE")
            begun.set()
            time.sleep(0.4)
            other.rollback()

    with ThreadPoolExecutor(1) as worker:
        migrating = worker.submit(migrate_slowly)
        begun.wait(5)
        database = Database(file, lock_seconds=0.1)
        migrating.result()
    assert database.is_ready()
    database.close()


@pytest.fixture
def writer(tmp_path: Path, place: Path | str) -> Iterator[subprocess.Popen[str]]:
    arguments = [sys.executable, "-c", WRITER, str(tmp_path), str(place)]
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def test_sigkill_loses_nothing(writer: subprocess.Popen[str], tmp_path: Path, place: Path | str) -> None:
    assert writer.stdout is not None
    told = [writer.stdout.readline() for _ in range(20)]
    os.kill(writer.pid, signal.SIGKILL)
    told += writer.stdout.readlines()
    whole = [line.strip() for line in told if line.endswith("\n")]
    database = Database(place)
    sessions = Sessions(database, keys_in(tmp_path))
    assert [cookie for cookie in whole if sessions.load(cookie) is None] == []
    database.close()


def test_a_thread_keeps_its_connection_until_the_database_is_closed(tmp_path: Path) -> None:
    database = Database(tmp_path / "masthead.db")
    held = []
    for _ in range(3):
        assert database.first_row(select(sessions.c.id), {}) is None
        held.append(_open_files(tmp_path / "masthead.db"))
    database.close()
    assert (len(held[0]), held[1:], _open_files(tmp_path / "masthead.db")) == (1, [held[0]] * 2, set())
    assert database.first_row(select(sessions.c.id), {}) is None


def _open_files(path: Path) -> set[str]:
    """The numbers under which this process has the file open, but for one that only tells whether it is there."""
    found = {each.name for each in Path("/proc/self/fd").iterdir() if each.is_symlink() and each.readlink() == path}
    flags = {each: Path(f"/proc/self/fdinfo/{each}").read_text().split()[3] for each in found}
    return {each for each in found if not int(flags[each], 8) & os.O_PATH}


LOAD_SECONDS = 15
"""On each of the two databases. By hand, for ten minutes: `python -m tests.store.mixed_load FOLDER DATABASE 600`."""


@pytest.mark.postgresql
@pytest.mark.exhaustive
def test_two_workers_and_their_threads_that_come_and_go(tmp_path: Path, empty_database: str) -> None:
    load = run_load(tmp_path, empty_database, LOAD_SECONDS)
    assert (load.faults, load.deleted) == (set(), 0)
    assert load.pages > 1000
