"""What is not finished is counted as it is."""

from masthead.store.backlog import read_backlog
from masthead.store.database import Database
from masthead.store.entries import Outcome, State, quote
from masthead.store.journal.journal import Journal
from masthead.store.keys import Keys
from tests.faults.clock import Clock
from tests.store.journal.test_journal import rename


def test_changes_are_not_known_until_the_last_outcome_says_more(database: Database, keys: Keys, clock: Clock) -> None:
    journal = Journal(database, keys, clock)
    first, second, third = [journal.begin(rename(name)) for name in ("A", "B", "C")]
    assert read_backlog(database, clock).unknown == 0  # all are under way
    journal.write_outcome(first, Outcome(State.UNKNOWN, quote("?")))
    journal.write_outcome(second, Outcome(State.SAVED, quote("Saved.")))
    assert read_backlog(database, clock).unknown == 1
    clock.pass_(21)
    assert read_backlog(database, clock).unknown == 2  # of the third, nothing was ever written
    journal.write_outcome(first, Outcome(State.SAVED, quote("Saved.")))
    journal.write_outcome(third, Outcome(State.NOT_SENT, quote("Not sent.")))
    assert read_backlog(database, clock).unknown == 0
