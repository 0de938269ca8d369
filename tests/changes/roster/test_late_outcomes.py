"""A call of a roster whose answer was lost, and of which the members tell only in the end what it did."""

import pytest

from changes import IN_TEAM, apply, assign_role
from changes.roster.syncing import read_results
from client import Api
from store import JournalQuery, Plan, State, Subject
from tests.changes.desk import ORG, Desk
from tests.changes.roster.crew import PATH, TEAM, TITLE, planned, run_to_its_end
from tests.faults import faults
from tests.faults.clock import Clock
from tests.faults.hostile import Talk
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
    assert (desk.states(ended), journalled(desk)) == (["unknown", "done"], [State.UNKNOWN, State.SAVED])


def test_it_stays_unknown_where_the_members_do_not_tell(desk: Desk, waiting: Plan, service: RunningService) -> None:
    ask(service, ALICE, "PUT", f"{PATH}/user_bob", {"role": "owner"})
    ended = run_to_its_end(desk, waiting)
    assert (desk.states(ended), journalled(desk)) == (["unknown"], [State.UNKNOWN])


def test_it_is_not_known_while_the_plan_waits_and_once_it_is_stopped(
    desk: Desk, waiting: Plan, service: RunningService, wire: Wire
) -> None:
    ask(service, ALICE, "PUT", PATH, {"add": ["user_frank"]})
    wire.faults["PUT"] = faults.refusal(429)
    still = desk.run(waiting)
    assert (desk.states(still), still.stuck, still.settled) == (["doubtful", "waiting"], False, 0)
    desk.plans.stop(still)
    assert desk.states(still) == ["unknown", "skipped"]


def test_what_a_colleague_found_as_it_was_is_not_the_plan_s_before_it_goes_on(
    desk: Desk, api: Api, service: RunningService, wire: Wire, clock: Clock
) -> None:
    """Nor is it where the rest of the call was done, so that nobody can tell what became of it as a whole."""

    def lost(_talk: Talk) -> bool:
        ask(service, ALICE, "PUT", PATH, {"add": ["user_bob"]})
        return False

    plan = planned(desk, api, "user_ivan,owner\nuser_bob\n")
    wire.faults["PUT"] = lost
    waiting = desk.run(plan)
    wire.faults.clear()
    clock.pass_(10)
    ids, team = (ORG, TEAM, "user_ivan"), Subject("team", TEAM, TITLE)
    apply(api, desk.journal, assign_role(IN_TEAM, ids, team, "Make Ivan an owner", "owner", "member"))
    expected = {
        "user_ivan": ("No change", "owner", "owner"),
        "user_bob": ("Added", "member", "not in the team"),
    }
    assert read_results(api, waiting, desk.steps(waiting), desk.journal) == expected
    ended = run_to_its_end(desk, waiting)
    assert read_results(api, ended, desk.steps(ended), desk.journal) == expected
