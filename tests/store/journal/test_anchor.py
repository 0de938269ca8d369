"""Lines that are cut off at the end of the journal are missed, and so is a database that was deleted or rolled back."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import text

from masthead.store.database import Database
from masthead.store.entries import Intent, Outcome, State, Subject
from masthead.store.journal.journal import Journal
from masthead.store.journal.seals import ANCHOR_FILE, JournalAnchor, Seals
from masthead.store.keys import Keys
from tests.faults.clock import Clock
from tests.loops import for_each

pytestmark = pytest.mark.postgresql
CHANGE = Intent("o", "alice", "updateSite", ("o", "s"), Subject("site", "s", "Docs"), "Rename")
ENTRIES = 3


@pytest.fixture
def anchor(database: Database, keys: Keys, clock: Clock, tmp_path: Path) -> JournalAnchor:
    return JournalAnchor(tmp_path / ANCHOR_FILE, database, keys.secrets, clock)


@pytest.fixture
def journal(database: Database, keys: Keys, clock: Clock, anchor: JournalAnchor) -> Journal:
    """One with three entries and their outcomes."""
    journal = Journal(database, keys, clock, anchor)
    for _ in range(ENTRIES):
        journal.write_outcome(journal.begin(CHANGE), Outcome(State.SAVED))
    return journal


def _cut(database: Database, kept: int) -> None:
    """Leave so many entries."""
    with database.writing() as connection:
        connection.execute(text("DELETE FROM journal_restores WHERE seal > :n"), {"n": 2 * kept})
        connection.execute(text("DELETE FROM journal_seals WHERE number > :n"), {"n": 2 * kept})
        connection.execute(text("DELETE FROM journal_outcomes WHERE entry > :n"), {"n": kept})
        connection.execute(text("DELETE FROM journal WHERE number > :n"), {"n": kept})


def test_a_whole_journal_misses_nothing_and_is_private(journal: Journal, anchor: JournalAnchor, tmp_path: Path) -> None:
    assert (journal.verify_chain(), anchor.check()) == ((6, None), None)
    assert oct((tmp_path / ANCHOR_FILE).stat().st_mode) == "0o100600"
    assert list(tmp_path.glob(f".{ANCHOR_FILE}*")) == []


@for_each("kept", [2, 0])
def test_a_journal_that_was_cut_off_is_found(
    journal: Journal, anchor: JournalAnchor, database: Database, kept: int
) -> None:
    _cut(database, kept)
    assert journal.verify_chain() == (2 * kept, None)
    assert str(anchor.check()).startswith("the journal had the seal 6 on ")
    assert "it is gone: lines were cut off at its end" in str(anchor.check())


def test_it_stays_found_when_the_journal_goes_on(
    journal: Journal, database: Database, anchor: JournalAnchor, clock: Clock
) -> None:
    _cut(database, 2)
    for _ in range(ENTRIES):
        clock.pass_(1)
        journal.write_outcome(journal.begin(CHANGE), Outcome(State.SAVED))
        assert str(anchor.check()).startswith("the journal had the seal 6 on ")
    assert journal.verify_chain()[1] is None


def test_a_restore_is_known(
    journal: Journal, anchor: JournalAnchor, database: Database, keys: Keys, clock: Clock
) -> None:
    _cut(database, 2)
    clock.pass_(1)
    with database.writing() as connection:
        Seals(keys).add_restore(connection, clock(), 0.5)
    assert anchor.check() is None
    clock.pass_(1)
    journal.write_outcome(journal.begin(CHANGE), Outcome(State.SAVED))
    assert anchor.check() is None
    _cut(database, 2)
    assert anchor.check() is not None


@for_each(
    "before, after, words",
    [
        (b'"number": 6', b'"number": 4', "was altered"),
        (b'"number": 6', b"", "is damaged"),
        (b'"key_name": "', b'"key_name": "0', "was sealed with a key that the portal has no more"),
    ],
)
def test_an_anchor_that_is_altered_is_told(
    journal: Journal, anchor: JournalAnchor, tmp_path: Path, before: bytes, after: bytes, words: str
) -> None:
    file = tmp_path / ANCHOR_FILE
    good = file.read_bytes()
    assert before in good
    file.write_bytes(good.replace(before, after))
    assert words in str(anchor.check())
    journal.begin(CHANGE)
    assert words in str(anchor.check())
    file.write_bytes(good)


def test_a_change_is_kept_where_the_end_cannot_be_noted(
    journal: Journal, anchor: JournalAnchor, tmp_path: Path
) -> None:
    (tmp_path / ANCHOR_FILE).unlink()
    (tmp_path / ANCHOR_FILE).mkdir()
    number = journal.begin(CHANGE)
    shutil.rmtree(tmp_path / ANCHOR_FILE)
    journal.write_outcome(number, Outcome(State.SAVED))
    assert anchor.check() is None
