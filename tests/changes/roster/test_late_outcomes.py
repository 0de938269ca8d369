"""A call of a roster whose answer was lost, and of which the members tell only in the end what it did."""

import pytest

from changes.roster.syncing import read_results
from client import Api
from store import JournalQuery, Plan, State
from tests.changes.desk import ORG, Desk
from tests.changes.roster.crew import PATH, planned, run_to_its_end
from tests.faults import faults
from tests.faults.clock import Clock
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService


@pytest.fixture
def waiting(desk: Desk, api: Api, wire: Wire, clock: Clock) -> Plan:
    """Bob was added and Frank removed, and nobody has told the plan."""
    plan = planned(desk, api, "user_bob\nuser_frank,remove\n")
    wire.faults["PUT"] = faults.lost_answer
    waiting = desk.run(plan)
    wire.faults.clear()
    clock.pass_(10)
    return waiting


def journalled(desk: Desk) -> list[State]:
    return [entry.outcome.state for entry in reversed(desk.journal.entries(JournalQuery(ORG)))]


def test_it_stays_unknown_where_the_next_call_made_it_so(
    desk: Desk, api: Api, waiting: Plan, service: RunningService
) -> None:
    """The first look finds Frank put back by a colleague, and so does the call that removes him."""
    ask(service, ALICE, "PUT", PATH, {"add": ["user_frank"]})
    ended = run_to_its_end(desk, waiting)
    assert [each.came for each in read_results(api, ended, []).values()] == ["Added", "Removed"]
    assert (desk.states(ended), journalled(desk)) == (["skipped", "done"], [State.UNKNOWN, State.SAVED])


def test_it_stays_unknown_where_the_members_do_not_tell(desk: Desk, waiting: Plan, service: RunningService) -> None:
    ask(service, ALICE, "PUT", f"{PATH}/user_bob", {"role": "owner"})
    ended = run_to_its_end(desk, waiting)
    assert (desk.states(ended), journalled(desk)) == (["skipped"], [State.UNKNOWN])
