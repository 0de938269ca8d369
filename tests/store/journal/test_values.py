"""The values that entries set are kept by key, sealed, and filled in for entries from before there were any."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from masthead.store import Database, Intent, Journal, Keys, Outcome, State, Subject
from masthead.store.intents import intent_values
from masthead.store.journal.tables import journal_values
from masthead.store.migrate import migrate
from masthead.store.tables import journal as entries
from masthead.store.tables import journal_outcomes
from tests.databases import Databases
from tests.faults.clock import Clock
from tests.loops import for_each
from tests.stores import place_of

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


@for_each(
    "touch, told",
    [
        ("UPDATE journal_values SET before = NULL", (0, "entry 1 is not what was sealed")),
        ("UPDATE journal_values SET sealed = 0", (0, "entry 1 is not what was sealed")),
        ("UPDATE journal_values SET after = NULL", (1, "outcome 1 is not what was sealed")),
        ("DELETE FROM journal_values", (0, "entry 1 is not what was sealed")),
    ],
)
def test_who_touches_a_value_breaks_the_chain(
    databases: Databases, keys: Keys, clock: Clock, touch: str, told: tuple[int, str]
) -> None:
    with databases.with_store() as address, closing(Database(place_of(address))) as database:
        journal = Journal(database, keys, clock)
        journal.settle(journal.begin(RENAME), Outcome(State.SAVED, became={"name": "Press kit"}))
        with database.writing() as connection:
            connection.exec_driver_sql(touch)
        assert journal.first_broken() == told


def test_entries_from_before_get_theirs_as_far_as_they_tell(tmp_path: Path, clock: Clock) -> None:
    place = tmp_path / "masthead.db"
    place.touch()
    begun = {"organization": "o", "owner": "alice", "at": clock(), "reason": "", "request_id": ""}
    odd = Intent("o", "alice", "updateTeamMembers", ("o", "t"), LINK, "Odd", '{"add":{"a":1},"memberships":[]}')
    saved = {"at": clock(), "state": "saved", "message": "", "object_id": ""}
    with closing(Database(place, migrates=False)) as earlier, earlier.writing() as connection:
        migrate(connection, "0042")
        for intent in (RENAME, odd, CREATE):
            connection.execute(insert(entries).values(**begun, **intent_values(intent)))
        became = {"became": json.dumps({"name": "Press kit"})}
        connection.execute(insert(journal_outcomes).values(entry=1, **saved, **became))
        connection.execute(insert(journal_outcomes).values(entry=3, **{**saved, **became, "object_id": "link_2"}))
    with closing(Database(place)) as database:
        found = {(key, after) for key, _, _, _, after in rows(database)}
        assert {("share-link:link_1.name", '"Press kit"'), ("share-link:link_2", "true")} <= found
