"""A bulk change goes on where it stood, is run by one at a time, and stands as the journal does."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from masthead.store.bulk.changes import LEASE_SECONDS, QUEUE_SECONDS, BulkChanges, BulkRun, SendingStep
from masthead.store.bulk.steps import BulkChange, Mark, Purpose, StepState
from masthead.store.database import Database
from masthead.store.entries import Intent, Outcome, Reason, State, Subject
from masthead.store.errors import LeaseLostError
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from tests.faults.clock import Clock

pytestmark = pytest.mark.postgresql
PURPOSE = Purpose("o", "alice", "Make three sites public", "settings", {"visibility": "public"}, "The launch")


@pytest.fixture
def bulk_changes(database: Database, clock: Clock) -> BulkChanges:
    return BulkChanges(database, clock)


def intent(number: int) -> Intent:
    subject = Subject("site", f"s{number}", f"Site {number}")
    body, was = '{"visibility":"public"}', {"visibility": "unlisted"}
    return Intent("o", "alice", "updateSite", ("o", f"s{number}"), subject, f"Open {number}", body, was, "The launch")


@pytest.fixture
def bulk(bulk_changes: BulkChanges) -> BulkChange:
    return made(bulk_changes)


def made(bulk_changes: BulkChanges, purpose: Purpose = PURPOSE, steps: int = 3) -> BulkChange:
    number = bulk_changes.add(purpose, [intent(each) for each in range(1, steps + 1)])
    return anew(bulk_changes, BulkChange(number, purpose, 0))


def anew(bulk_changes: BulkChanges, bulk: BulkChange) -> BulkChange:
    found = bulk_changes.get(bulk.purpose.organization, bulk.number, bulk.purpose.owner)
    assert found is not None
    return found


def taken(bulk_changes: BulkChanges, bulk: BulkChange) -> BulkRun:
    run = bulk_changes.lease_run(bulk)
    assert run is not None
    return run


def states(bulk_changes: BulkChanges, bulk: BulkChange) -> list[str]:
    return [step.state.value for step in bulk_changes.steps(bulk)]


def send(journal: Journal, run: BulkRun, position: int, outcome: Outcome | None) -> int:
    """What the engine does around a call."""
    entry = journal.begin(intent(position), SendingStep(run, position))
    if outcome is not None:
        journal.write_outcome(entry, outcome, SendingStep(run, position))
    return entry


def test_a_bulk_change_comes_back_as_it_was_made_to_its_owner_in_its_organization(
    bulk_changes: BulkChanges, bulk: BulkChange, clock: Clock
) -> None:
    assert (bulk.purpose, bulk.created_at, bulk.counts) == (PURPOSE, clock(), {StepState.WAITING: 3})
    assert (bulk.steps, bulk.finished_steps, bulk.is_stuck, bulk.held) == (3, 0, False, False)
    steps = bulk_changes.steps(bulk)
    assert [step.intent for step in steps] == [intent(1), intent(2), intent(3)]
    assert [step.position for step in bulk_changes.steps(bulk, after=1, limit=1)] == [2]
    assert bulk_changes.get("o", bulk.number, "bob") is None
    assert bulk_changes.get("other", bulk.number, "alice") is None
    assert bulk_changes.newest("o", "bob") == bulk_changes.newest("other", "alice") == []
    assert bulk_changes.unfinished("o", "bob") is bulk_changes.unfinished("other", "alice") is None


def test_one_runs_it_at_a_time(bulk_changes: BulkChanges, bulk: BulkChange) -> None:
    with ThreadPoolExecutor(16) as tabs:
        runs = list(tabs.map(lambda _: bulk_changes.lease_run(bulk), range(32)))
    assert len([run for run in runs if run]) == 1
    assert anew(bulk_changes, bulk).held


def test_one_of_a_kind_runs_alone_in_its_organization(bulk_changes: BulkChanges, clock: Clock) -> None:
    owners = ["alice", "bob"] * 8
    several = [made(bulk_changes, replace(PURPOSE, owner=owner, title=owner), 1) for owner in owners]
    with ThreadPoolExecutor(16) as portals:
        runs = list(portals.map(lambda each: bulk_changes.lease_run(each, alone=True), several))
    (first,) = [run for run in runs if run]
    queued = anew(bulk_changes, several[not first.bulk - several[0].number])
    assert (queued.waits_until, queued.cause.reason) == (clock() + QUEUE_SECONDS, Reason.ANOTHER_RUNS)
    assert queued.cause.facts == {"title": owners[first.bulk - several[0].number]}
    elsewhere = made(bulk_changes, replace(PURPOSE, organization="other"))
    assert bulk_changes.lease_run(elsewhere, alone=True) is not None
    first.release(goes_on=True)
    clock.pass_(QUEUE_SECONDS)
    assert bulk_changes.lease_run(queued, alone=True) is None
    clock.pass_(LEASE_SECONDS)
    assert bulk_changes.lease_run(queued, alone=True) is not None


def test_a_look_is_no_run_and_gives_way_to_one(bulk_changes: BulkChanges, bulk: BulkChange) -> None:
    looks = [bulk_changes.lease_run(bulk, looks=True) for _ in range(2)]
    assert (anew(bulk_changes, bulk).held, anew(bulk_changes, bulk).runs) == (True, False)
    for look in looks:
        assert look is not None
        look.replace([intent(1)])
    run = taken(bulk_changes, bulk)
    assert bulk_changes.lease_run(bulk, looks=True) is None
    for look in looks:
        assert look is not None
        with pytest.raises(LeaseLostError):
            look.replace([])
        look.release()
    assert anew(bulk_changes, bulk).runs
    run.mark([Mark(1, StepState.SKIPPED)])


def test_the_right_of_a_killed_portal_ends(
    bulk_changes: BulkChanges, bulk: BulkChange, journal: Journal, clock: Clock
) -> None:
    dead = taken(bulk_changes, bulk)
    clock.pass_(10)
    send(journal, dead, 1, None)  # which keeps the right for longer
    clock.pass_(19)
    assert bulk_changes.lease_run(bulk) is None
    clock.pass_(1)
    assert not anew(bulk_changes, bulk).held
    assert bulk_changes.lease_run(bulk) is not None
    with pytest.raises(LeaseLostError):
        send(journal, dead, 2, None)
    assert states(bulk_changes, bulk) == ["sent", "waiting", "waiting"]
    assert len(journal.entries(JournalQuery("o"))) == 1


def test_the_outcome_of_what_was_sent_is_kept_whoever_runs_it_now(
    bulk_changes: BulkChanges, bulk: BulkChange, journal: Journal, clock: Clock
) -> None:
    slow = taken(bulk_changes, bulk)
    entry = send(journal, slow, 1, None)
    clock.pass_(20)
    taken(bulk_changes, bulk)
    journal.write_outcome(entry, Outcome(State.SAVED), SendingStep(slow, 1))
    assert states(bulk_changes, bulk)[0] == "done"


def test_who_goes_on_at_once_need_not_compare(bulk_changes: BulkChanges, bulk: BulkChange, clock: Clock) -> None:
    first = taken(bulk_changes, bulk)
    assert not first.goes_on
    first.release(goes_on=True)
    clock.pass_(19)
    assert (anew(bulk_changes, bulk).held, anew(bulk_changes, bulk).runs) == (False, True)
    second = taken(bulk_changes, bulk)
    assert second.goes_on
    second.release(goes_on=True)
    clock.pass_(20)
    assert not anew(bulk_changes, bulk).runs
    third = taken(bulk_changes, bulk)
    assert not third.goes_on
    third.release()
    assert not taken(bulk_changes, bulk).goes_on
