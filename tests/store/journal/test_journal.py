"""The journal keeps what was meant and what came of it, tells it to whom it concerns, and shows when it was touched."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from masthead.store.database import Database
from masthead.store.entries import Intent, Outcome, State, Subject, quote
from masthead.store.journal import seals
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.store.key_ring import use_keys
from masthead.store.keys import Keys, Secrets
from masthead.store.tables.records import journal_redactions, journal_values
from tests.databases import Databases
from tests.faults.clock import Clock
from tests.loops import for_each
from tests.stores import place_of

pytestmark = pytest.mark.postgresql
SITE = Subject("site", "site_docs", "Docs")


def rename(to: str, owner: str = "alice", organization: str = "o", subject: Subject = SITE) -> Intent:
    return Intent(
        organization,
        owner,
        "updateSite",
        (organization, "site_docs"),
        subject,
        f"Rename to {to}",
        body=f'{{"title":"{to}"}}',
        was={"title": "Docs"},
        reason="The new name",
        request_id="r1",
    )


def test_an_entry_comes_back_as_it_was_written_to_whom_it_concerns(journal: Journal, clock: Clock) -> None:
    number = journal.begin(rename("Guide"))
    began = clock()
    clock.pass_(2)
    outcome = Outcome(State.SAVED, quote("Saved."), 200, {"title": "Guide"}, "made")
    journal.write_outcome(number, outcome)
    (entry,) = journal.entries(JournalQuery("o"))
    assert (entry.intent, entry.outcome) == (rename("Guide"), outcome)
    assert (entry.number, entry.at, entry.settled_at) == (number, began, began + 2)
    assert journal.entry("o", number) is not None
    assert journal.entry("o", number, "alice") is not None
    assert journal.entry("o", number, "bob") is None
    assert journal.entry("other", number) is None
    assert journal.entry("o", number + 1) is None
    back = journal.begin(Intent("o", "alice", "updateSite", ("o", "s"), SITE, "Undo", undoes=number))
    assert [entry.number for entry in journal.list_undos(number)] == [back]


def test_without_an_outcome_it_is_under_way_and_then_not_known(journal: Journal, clock: Clock) -> None:
    journal.begin(rename("Guide"))
    clock.pass_(19)
    assert journal.entries(JournalQuery("o"))[0].outcome == Outcome(State.UNDER_WAY)
    assert journal.entries(JournalQuery("o", states=[State.UNKNOWN])) == []
    clock.pass_(1)
    (entry,) = journal.entries(JournalQuery("o", states=[State.UNKNOWN]))
    assert entry.outcome == Outcome(State.UNKNOWN)
    assert journal.entries(JournalQuery("o", states=[State.UNDER_WAY])) == []


def test_days_hold_what_portals_with_other_clocks_wrote(journal: Journal, clock: Clock) -> None:
    noon = clock()
    for seconds in (-7200, 600, 4, -3, 7200):  # each since noon
        clock.pass_(noon + seconds - clock())
        journal.begin(rename(str(seconds)))

    def told(since: float | None = None, until: float | None = None) -> list[str]:
        return [entry.intent.summary for entry in journal.entries(JournalQuery("o", since=since, until=until))]

    assert told(until=noon) == ["Rename to -3", "Rename to -7200"]
    assert told(since=noon) == ["Rename to 7200", "Rename to 4", "Rename to 600"]


def sealed(database: Database, keys: Keys, clock: Clock) -> Journal:
    """Three entries with an outcome each."""
    journal = Journal(database, keys, clock)
    for turn in range(3):
        journal.write_outcome(journal.begin(rename(str(turn))), Outcome(State.SAVED, became={"title": str(turn)}))
    assert journal.verify_chain() == (6, None)
    return journal


@for_each(
    "touch, told",
    [
        ("UPDATE journal SET summary = 'Nothing' WHERE number = 2", (2, "entry 2 is not what was sealed")),
        ("UPDATE journal SET owner = 'bob' WHERE number = 1", (0, "entry 1 is not what was sealed")),
        ("UPDATE journal_outcomes SET state = 'refused' WHERE number = 3", (5, "outcome 3 is not what was sealed")),
        ("DELETE FROM journal_seals WHERE number = 2", (1, "entry 2 is not what was sealed")),
        ("DELETE FROM journal_seals WHERE number = 6", (5, "outcome 3 has no seal")),
        ("UPDATE journal_values SET before = NULL", (0, "entry 1 is not what was sealed")),
        ("UPDATE journal_values SET sealed = 0", (0, "entry 1 is not what was sealed")),
        ("UPDATE journal_values SET after = NULL", (1, "outcome 1 is not what was sealed")),
        ("DELETE FROM journal_values", (0, "entry 1 is not what was sealed")),
    ],
)
def test_who_touches_it_breaks_the_chain(
    databases: Databases, keys: Keys, clock: Clock, touch: str, told: tuple[int, str]
) -> None:
    with databases.with_store() as address, closing(Database(place_of(address))) as database:
        journal = sealed(database, keys, clock)
        with database.writing() as connection:
            connection.exec_driver_sql(touch)
        assert journal.verify_chain() == told


def redacted(database: Database, keys: Keys, clock: Clock) -> Journal:
    """Three entries; of the second, version 1.0.0 has cleaned the message."""
    journal, line = sealed(database, keys, clock), {"outcome": 2, "at": 1.0, "wrong": ""}
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE journal_outcomes SET message = 'Cleaned' WHERE number = 2")
        now = seals._read_line(connection, outcome=2)  # noqa: SLF001 - no code of this version makes such a seal
        number = seals.Seals(keys)._append_seal(connection, {**line, "line": now})  # noqa: SLF001
        connection.execute(insert(journal_redactions).values(seal=number, **line))
    assert journal.verify_chain() == (7, None)
    return journal


REDACTION = (6, "the redaction with the seal 7 is not what was sealed")
OUTCOME = (3, "outcome 2 is not what was sealed")


@for_each(
    "touch, told",
    [
        ("UPDATE journal_outcomes SET message = 'Nothing' WHERE number = 2", REDACTION),
        ("UPDATE journal_redactions SET at = 0", REDACTION),
        ("UPDATE journal_redactions SET wrong = 'is gone'", (3, "outcome 2 is gone")),
        ("DELETE FROM journal_redactions", OUTCOME),
        ("UPDATE journal_redactions SET outcome = 1", OUTCOME),
        ("UPDATE journal_redactions SET seal = 1", OUTCOME),
        ("UPDATE journal_seals SET seal = 'x' WHERE outcome = 2", (4, "entry 3 is not what was sealed")),
    ],
)
def test_who_touches_a_cleaned_line_breaks_the_chain(
    databases: Databases, keys: Keys, clock: Clock, touch: str, told: tuple[int, str]
) -> None:
    with databases.with_store() as address, closing(Database(place_of(address))) as database:
        journal = redacted(database, keys, clock)
        with database.writing() as connection:
            connection.exec_driver_sql(touch)
        assert journal.verify_chain() == told


def test_who_takes_a_line_away_breaks_it_too(keys: Keys, tmp_path: Path) -> None:
    database = Database(tmp_path / "other.db")
    journal = Journal(database, keys)
    journal.write_outcome(journal.begin(rename("Guide")), Outcome(State.SAVED))
    with closing(sqlite3.connect(tmp_path / "other.db", isolation_level=None)) as other:  # which minds no foreign keys
        other.execute("DELETE FROM journal_outcomes")
    assert journal.verify_chain() == (1, "outcome 1 is gone")
    database.close()


def test_the_chain_outlives_a_new_key(database: Database, keys: Keys, clock: Clock) -> None:
    sealed(database, keys, clock)
    later = use_keys(database, Secrets(b"another key of 32 bytes, or more", (keys.secrets.current,)), clock)
    newer = Journal(database, later, clock)
    newer.begin(rename("later"))
    assert newer.verify_chain() == (7, None)
    without = Journal(database, replace(later, former=()), clock)
    assert without.verify_chain() == (
        0,
        "entry 1 was sealed with a key that the portal has no more or had retired",
    )


def test_filters_narrow_it_down(journal: Journal, clock: Clock) -> None:
    early = clock()
    journal.write_outcome(journal.begin(rename("a")), Outcome(State.SAVED))
    clock.pass_(3600)
    journal.write_outcome(journal.begin(rename("b", "bob")), Outcome(State.REFUSED))
    journal.begin(rename("c", organization="other"))
    made = journal.begin(rename("d", subject=Subject("site", "", "New")))
    journal.write_outcome(made, Outcome(State.SAVED, made="site_new"))

    def told(**wanted: object) -> list[str]:
        found = journal.entries(JournalQuery("o", **wanted))  # type: ignore[arg-type] # each by its own name
        return [entry.intent.summary[-1] for entry in found]

    assert told() == ["d", "b", "a"]
    assert told(owner="bob") == told(by="bob") == ["b"]
    assert told(owner="alice", by="bob") == []
    assert told(states=[State.SAVED]) == ["d", "a"]
    assert told(object_id="site_docs") == ["b", "a"]
    assert told(object_id="site_new") == ["d"]
    assert told(part_of="site_docs") == ["d", "b", "a"]  # a path of theirs begins with it
    assert told(part_of="site_new") == ["d"]
    assert told(part_of="site_doc") == told(part_of="SITE_DOCS") == told(part_of="o") == []
    assert told(endpoints=["updateSite"], since=early + 1) == ["d", "b"]
    assert told(until=early + 1) == ["a"]
    assert told(endpoints=["deleteSite"]) == []


LINK = Subject("share link", "link_1", "Press")
RENAME = Intent(
    "o", "alice", "updateShareLink", ("o", "s", "link_1"), LINK, "Rename", '{"name":"Press kit"}', {"name": "Press"}
)
CREATE = Intent("o", "alice", "createShareLink", ("o", "s"), Subject("share link", "", ""), "New", '{"name":"Board"}')


def rows(database: Database) -> list[tuple[object, ...]]:
    columns = journal_values.c
    told = select(columns.key, columns.entry, columns.before, columns.sent, columns.after)
    with database.reading() as connection:
        return [tuple(row) for row in connection.execute(told.order_by(columns.entry, columns.key))]


def test_an_entry_tells_its_values_and_the_first_outcome_what_they_became(
    database: Database, keys: Keys, clock: Clock
) -> None:
    journal = Journal(database, keys, clock)
    number = journal.begin(RENAME)
    assert rows(database) == [("share-link:link_1.name", 1, '"Press"', '"Press kit"', None)]
    journal.write_outcome(number, Outcome(State.UNKNOWN))
    for name in ("press-kit", "Something later"):
        journal.write_outcome(number, Outcome(State.SAVED, became={"name": name}))
    journal.write_outcome(journal.begin(CREATE), Outcome(State.SAVED, became={"name": "Board"}, made="link_2"))
    assert rows(database) == [
        ("share-link:link_1.name", 1, '"Press"', '"Press kit"', '"press-kit"'),
        ("share-link:link_2", 2, "null", "true", "true"),
        ("share-link:link_2.name", 2, "null", '"Board"', '"Board"'),
        ("share-link:s/new", 2, "null", "true", None),
        ("share-link:s/new.name", 2, "null", '"Board"', None),
    ]
    assert journal.verify_chain() == (6, None)
