"""What is not finished is counted as it is, and found without looking through all that is finished."""

import pytest
from sqlalchemy import text
from sqlalchemy.dialects import sqlite

from masthead.store import Database, Journal, Keys, Outcome, State, quote, read_backlog
from masthead.store.backlog import UNFINISHED, UNKNOWN
from tests.faults.clock import Clock
from tests.store.journal.test_journal import rename


def test_changes_are_not_known_until_the_last_outcome_says_more(database: Database, keys: Keys, clock: Clock) -> None:
    journal = Journal(database, keys, clock)
    first, second, third = [journal.begin(rename(name)) for name in ("A", "B", "C")]
    assert read_backlog(database, clock).unknown == 0  # all are under way
    journal.settle(first, Outcome(State.UNKNOWN, quote("?")))
    journal.settle(second, Outcome(State.SAVED, quote("Saved.")))
    assert read_backlog(database, clock).unknown == 1
    clock.pass_(21)
    assert read_backlog(database, clock).unknown == 2  # of the third, nothing was ever written
    journal.settle(first, Outcome(State.SAVED, quote("Saved.")))
    journal.settle(third, Outcome(State.NOT_SENT, quote("Not sent.")))
    assert read_backlog(database, clock).unknown == 0


@pytest.mark.postgresql
def test_they_are_found_by_an_index_of_them_alone(database: Database) -> None:
    for statement, index in ((UNFINISHED, "plans_unfinished"), (UNKNOWN, "journal_outcomes_unknown")):
        with database.reading() as connection:
            if connection.dialect.name != "sqlite":  # PostgreSQL chooses by how many rows there are
                found = connection.scalars(text("SELECT indexname FROM pg_indexes")).all()
            else:
                asked = str(statement.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))
                found = [row.detail for row in connection.execute(text(f"EXPLAIN QUERY PLAN {asked}"))]
        assert any(index in line for line in found), found
