"""The values that entries set are kept by key."""

import pytest
from sqlalchemy import select

from masthead.store.database import Database
from masthead.store.entries import Intent, Outcome, State, Subject
from masthead.store.journal.journal import Journal
from masthead.store.keys import Keys
from masthead.store.tables.records import journal_values
from tests.faults.clock import Clock

pytestmark = pytest.mark.postgresql
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
    journal.settle(number, Outcome(State.UNKNOWN))
    for name in ("press-kit", "Something later"):
        journal.settle(number, Outcome(State.SAVED, became={"name": name}))
    journal.settle(journal.begin(CREATE), Outcome(State.SAVED, became={"name": "Board"}, made="link_2"))
    assert rows(database) == [
        ("share-link:link_1.name", 1, '"Press"', '"Press kit"', '"press-kit"'),
        ("share-link:link_2", 2, "null", "true", "true"),
        ("share-link:link_2.name", 2, "null", '"Board"', '"Board"'),
        ("share-link:s/new", 2, "null", "true", None),
        ("share-link:s/new.name", 2, "null", '"Board"', None),
    ]
    assert journal.first_broken() == (6, None)
