"""A backup has everything of one moment, whatever is written meanwhile, and comes back on either kind of database."""

import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from zipfile import ZipFile

import pytest
from sqlalchemy import inspect, text

from masthead.store.backups.backup import LEFT_OUT, write_backup
from masthead.store.backups.restore import restore_backup
from masthead.store.database import Database
from masthead.store.entries import Outcome, State
from masthead.store.journal.journal import Journal
from masthead.store.keys import Keys
from masthead.store.migrate import compatibility
from masthead.store.sessions import EndedSession, SessionEnd, Sessions
from tests.store.backups.conftest import ENTRIES
from tests.store.backups.stores import Rows, change, fill, make_backup, opened, rows, summaries, write_journal

CHANGED_BY_RESTORE = {
    "generations": ("number",),
    "sessions": ("sealed", "sealed_grant", "grant_key_name", "renewing_until"),
}


@pytest.fixture
def filled(database: Database, keys: Keys) -> Database:
    fill(database, keys)
    return database


def test_the_journal_comes_back_and_goes_on(file: Path, elsewhere: Path | str, keys: Keys) -> None:
    restored = restore_backup(elsewhere, file, keys.secrets)
    before = [f"Rename {number}" for number in range(1, ENTRIES + 1)]
    assert (summaries(elsewhere, keys), restored.kept_aside) == (before, "")
    with opened(elsewhere) as database:
        assert Journal(database, keys).begin(change(9)) == ENTRIES + 1
    assert summaries(elsewhere, keys) == [*before, "Rename 9"]
    with opened(elsewhere) as database:
        with database.writing() as connection:
            connection.execute(text("UPDATE journal_restores SET at = 0"))
        told = Journal(database, keys).verify_chain()
    seal = 2 * ENTRIES + 1
    assert told == (2 * ENTRIES, f"the restore with the seal {seal} is not what was sealed")


@pytest.mark.postgresql
def test_every_value_of_every_table_comes_back(
    filled: Database, place: Path | str, elsewhere: Path | str, keys: Keys, tmp_path: Path
) -> None:
    made = make_backup(place, keys, tmp_path / "b")
    restore_backup(elsewhere, tmp_path / "b", keys.secrets)
    with opened(elsewhere) as database:
        assert _compared(rows(database)) == _compared(rows(filled))
    with filled.reading() as connection:
        # Those of SQLite's index of words are made from the journal again.
        there = {name for name in inspect(connection).get_table_names() if not name.startswith("journal_words")}
    left_out = {each.name for each in LEFT_OUT} | {"alembic_version", compatibility.name}
    assert {part.table for part in made.parts} == there - left_out
    assert min(part.rows for part in made.parts if part.table != "key_ring") == 2


def _compared(found: Rows) -> Rows:
    left_out = {table.name for table in LEFT_OUT}
    added = {"journal_seals": 2, "journal_restores": 2}  # the seal of the restore comes after those
    return {
        name: [
            {key: value for key, value in row.items() if key not in CHANGED_BY_RESTORE.get(name, ())}
            for row in each[: added.get(name)]
        ]
        for name, each in found.items()
        if name not in left_out
    }


@pytest.mark.postgresql
@pytest.mark.exhaustive
def test_it_is_of_one_moment(database: Database, place: Path | str, keys: Keys, tmp_path: Path) -> None:
    """Each write adds to three tables: a backup that reads one later than another would not fit together."""
    stopped, begun = Event(), Event()

    def write() -> int:
        journal, written = Journal(database, keys), 0
        while not stopped.is_set():
            journal.write_outcome(journal.begin(change(written)), Outcome(State.SAVED))
            written += 1
            if written == ENTRIES:
                begun.set()
        return written

    with ThreadPoolExecutor(2) as threads:
        writers = [threads.submit(write) for _ in range(2)]
        assert begun.wait(60)
        for number in range(3):
            make_backup(place, keys, tmp_path / f"{number}")
        stopped.set()
        written = sum(each.result() for each in writers)
    made = make_backup(place, keys, tmp_path / "all")
    assert [part.rows for part in made.parts if part.table == "journal"] == [written]
    for number in range(3):
        restore_backup(tmp_path / "restored.db", tmp_path / f"{number}", keys.secrets, replace=True)
        assert len(summaries(tmp_path / "restored.db", keys)) >= ENTRIES


@pytest.fixture
def writing(database: Database, keys: Keys) -> Iterator[Database]:
    """A store in which one has begun to write, and has not committed."""
    write_journal(database, keys, 1)
    with database.writing() as connection:
        connection.execute(text("UPDATE journal SET summary = 'Changed'"))
        yield database


@pytest.mark.postgresql
def test_it_waits_for_no_writer(writing: Database, place: Path | str, keys: Keys, tmp_path: Path) -> None:
    assert writing is not None
    database = Database(place, migrates=False)
    write_backup(database, keys.secrets, tmp_path / "b", masthead="0.1.0")
    database.close()
    with ZipFile(tmp_path / "b") as archive:
        assert b"Rename 1" in archive.read("rows/journal.jsonl")


def test_it_is_private_and_replaces_nothing(file: Path, written: Database, keys: Keys) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    content = file.read_bytes()
    with pytest.raises(FileExistsError):
        write_backup(written, keys.secrets, file, masthead="0.1.0")
    assert file.read_bytes() == content
    assert [each.name for each in file.parent.glob("*.partial")] == []


def test_no_session_is_opened_by_it(database: Database, place: Path | str, keys: Keys, tmp_path: Path) -> None:
    cookie = Sessions(database, keys).create({"token": "demo-alice"})
    make_backup(place, keys, tmp_path / "b")
    restore_backup(tmp_path / "restored.db", tmp_path / "b", keys.secrets)
    with opened(tmp_path / "restored.db") as restored:
        found = Sessions(restored, keys)
        assert found.load(cookie) is None
        ended = found.find_ended(cookie)  # for what their browser still sends
        assert ended == EndedSession(keys.owner_of("demo-alice"), SessionEnd.REVOKED)


def test_a_broken_journal_stays_broken(written: Database, place: Path | str, keys: Keys, tmp_path: Path) -> None:
    with written.writing() as connection:
        connection.execute(text("UPDATE journal SET summary = 'Nothing' WHERE number = 2"))
    made = make_backup(place, keys, tmp_path / "b")
    assert made.journal.problem == "entry 2 is not what was sealed"
    restore_backup(tmp_path / "restored.db", tmp_path / "b", keys.secrets)
    with opened(tmp_path / "restored.db") as database:
        assert Journal(database, keys).verify_chain() == (2, "entry 2 is not what was sealed")
