"""Countdowns begin with the journal's entry, end once, and are never lost."""

from contextlib import closing
from threading import Barrier, Thread

import pytest

from masthead.store.database import Database
from masthead.store.entries import Intent, Outcome, State, Subject, quote
from masthead.store.errors import LeaseLostError, StoreError
from masthead.store.journal.journal import Journal
from masthead.store.keys import Keys
from masthead.store.sso.enforcements import Countdown, End, Enforcements, RevertLease
from tests.databases import Databases
from tests.faults.clock import Clock
from tests.loops import for_each
from tests.stores import place_of
from tests.words import why

pytestmark = pytest.mark.postgresql
ORG = "org"
INTENT = Intent(ORG, "alice", "updateOrganization", (ORG,), Subject("organization", ORG, "Org"), "Switch")
ON, OFF = Outcome(State.SAVED, became={"sso": True}), Outcome(State.SAVED, became={"sso": False})
UNKNOWN = Outcome(State.UNKNOWN, quote("Nobody knows."))
REFUSED = Outcome(State.REFUSED, quote("Not now."), 400)


@pytest.fixture
def enforcements(database: Database, clock: Clock) -> Enforcements:
    return Enforcements(database, clock)


@pytest.fixture
def journal(database: Database, keys: Keys) -> Journal:
    return Journal(database, keys)


def begin(enforcements: Enforcements, journal: Journal, outcome: Outcome | None = ON) -> Countdown:
    """As `apply` does it; None where the portal is killed before there is an outcome."""
    beside = enforcements.build_start_hook(ORG, "Org", "alice")
    number = journal.begin(INTENT, beside)
    if outcome is not None:
        journal.write_outcome(number, outcome, beside)
    found = enforcements.newest(ORG)
    assert found is not None
    return found


def due(enforcements: Enforcements, journal: Journal, clock: Clock) -> tuple[Countdown, RevertLease]:
    """One whose time is up, and the right to switch it off."""
    begun = begin(enforcements, journal)
    clock.pass_(600)
    right = enforcements.take(begun)
    assert right is not None
    return begun, right


def revert(journal: Journal, right: RevertLease, outcome: Outcome) -> None:
    journal.write_outcome(journal.begin(INTENT, right), outcome, right)


def test_where_the_journal_cannot_be_written_nothing_counts_down(
    impatient: Database, database: Database, keys: Keys, clock: Clock
) -> None:
    locked = Enforcements(impatient, clock)
    with database.writing(), pytest.raises(StoreError):
        Journal(impatient, keys).begin(INTENT, locked.build_start_hook(ORG, "Org", "alice"))
    assert locked.list_current() == []


@for_each(
    "outcome, end, confirmed",
    [
        (ON, None, True),
        (UNKNOWN, None, False),
        (REFUSED, End.NEVER_ON, False),
        (Outcome(State.NOT_SENT), End.NEVER_ON, False),
        (OFF, End.NEVER_ON, False),
    ],
)
def test_it_goes_on_unless_it_is_certain_that_nothing_was_switched_on(
    databases: Databases, keys: Keys, outcome: Outcome, end: End | None, *, confirmed: bool
) -> None:
    with databases.with_store() as address, closing(Database(place_of(address))) as database:
        found = begin(Enforcements(database), Journal(database, keys), outcome)
        assert (found.end, found.confirmed) == (end, confirmed)


def test_too_late_to_keep_what_a_portal_whose_clock_is_ahead_is_at(
    enforcements: Enforcements, journal: Journal, database: Database, clock: Clock
) -> None:
    begun = begin(enforcements, journal)
    clock.pass_(598)
    ahead = Enforcements(database, Clock(clock.now + 3))
    right = ahead.take(begun)
    assert right is not None
    assert not enforcements.keep(ORG, "bob")
    revert(journal, right, UNKNOWN)
    assert not enforcements.keep(ORG, "bob")
    assert enforcements.get(begun.number).end is None


def test_too_late_to_keep_what_somebody_stops_at_a_portal_whose_clock_is_ahead(
    enforcements: Enforcements, journal: Journal, database: Database, clock: Clock
) -> None:
    begin(enforcements, journal)
    journal.begin(INTENT, Enforcements(database, Clock(clock.now + 3)).build_stop_hook(ORG, "alice"))
    assert not enforcements.keep(ORG, "bob")


def test_of_many_at_once_one_gets_the_right(enforcements: Enforcements, journal: Journal, clock: Clock) -> None:
    begun, gate = begin(enforcements, journal), Barrier(8)
    got: list[RevertLease | None] = []
    clock.pass_(600)

    def run() -> None:
        gate.wait()
        got.append(enforcements.take(begun))

    threads = [Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [each is None for each in got].count(False) == 1


def test_a_right_that_ended_sends_nothing(enforcements: Enforcements, journal: Journal, clock: Clock) -> None:
    begun, slow = due(enforcements, journal, clock)
    clock.pass_(21)
    right = enforcements.take(begun)
    assert right is not None
    with pytest.raises(LeaseLostError):
        journal.begin(INTENT, slow)
    revert(journal, right, OFF)


def test_it_stays_due_and_waits_longer_and_longer(enforcements: Enforcements, journal: Journal, clock: Clock) -> None:
    begun = begin(enforcements, journal)
    clock.pass_(600)
    waits = []
    for _ in range(4):
        right = enforcements.take(begun, at_once=True)
        assert right is not None
        revert(journal, right, REFUSED)
        waits.append(enforcements.get(begun.number).next_try - clock())
    found = enforcements.get(begun.number)
    assert (waits, found.tries, why(found), found.end) == ([15, 30, 60, 60], 4, "Not now.", None)
    assert enforcements.take(begun) is None
    clock.pass_(60)
    assert enforcements.take(begun) is not None


@for_each("named, waited", [(40, 40), (86_400, 60)])
def test_a_time_that_the_service_named_is_waited_for_unless_it_is_long(
    enforcements: Enforcements, journal: Journal, clock: Clock, named: float, waited: float
) -> None:
    begun, right = due(enforcements, journal, clock)
    right.release_after_failure(quote("Slow down."), named)
    assert enforcements.get(begun.number).next_try == clock() + waited


@for_each("order", [(0, 1), (1, 0)])
def test_of_two_at_the_same_moment_the_newer_one_goes_on(
    databases: Databases, keys: Keys, order: tuple[int, int]
) -> None:
    with databases.with_store() as address, closing(Database(place_of(address))) as database:
        enforcements, journal = Enforcements(database), Journal(database, keys)
        both = [enforcements.build_start_hook(ORG, "Org", owner) for owner in ("alice", "bob")]
        numbers = [journal.begin(INTENT, each) for each in both]
        for which in order:
            journal.write_outcome(numbers[which], ON, both[which])
        (going,) = enforcements.list_current()
        assert (going.owner, going.confirmed, going.end) == ("bob", True, None)
