"""A call of a roster whose answer was lost, and of which the members tell only in the end what it did."""

import pytest

from masthead.changes.roster.syncing import read_results
from masthead.client import Api
from masthead.store import Cause, JournalQuery, Plan, Reason, State, StepState
from tests.changes.desk import ORG, Desk
from tests.changes.roster.crew import PATH, planned, roles, run_to_its_end
from tests.faults import faults
from tests.faults.clock import Clock
from tests.records import ask
from tests.wire import Wire
from tests.words import words
from tests.world import ALICE, RunningService

UNCONFIRMED = "Added; the API didn't confirm the call"
SET_BACK = "It may have been saved and set back since, so it was left as it was: {}."


@pytest.fixture
def waiting(desk: Desk, api: Api, wire: Wire, clock: Clock) -> Plan:
    """Bob and Lena were added and Frank removed, and nobody has told the plan."""
    plan = planned(desk, api, "user_bob\nuser_lena,owner\nuser_frank,remove\n")
    wire.faults["PUT"] = faults.lost_answer
    waiting = desk.run(plan)
    wire.faults.clear()
    clock.pass_(10)
    return waiting


def journalled(desk: Desk) -> list[State]:
    return [entry.outcome.state for entry in reversed(desk.journal.entries(JournalQuery(ORG)))]


def half_done(service: RunningService) -> None:
    """Frank is there, and Lena without the role."""
    ask(service, ALICE, "PUT", PATH, {"add": ["user_frank"]})
    ask(service, ALICE, "PUT", f"{PATH}/user_lena", {"role": "member"})


def test_it_stays_unknown_where_the_next_call_made_it_so(
    desk: Desk, api: Api, waiting: Plan, service: RunningService
) -> None:
    """The first look finds what half a call leaves, and so do the calls that do the rest."""
    half_done(service)
    ended = run_to_its_end(desk, waiting)
    assert [each.came for each in read_results(api, ended, []).values()] == [UNCONFIRMED, "Added", "Removed"]
    assert (desk.states(ended), journalled(desk)) == (
        ["unknown", "done", "done"],
        [State.UNKNOWN, State.SAVED, State.SAVED],
    )


def test_whom_an_open_step_names_is_not_known_whatever_the_team_shows(
    desk: Desk, api: Api, waiting: Plan, service: RunningService
) -> None:
    """As the step itself says: neither who is as asked, nor who is as before."""
    ask(service, ALICE, "PUT", PATH, {"add": ["user_frank"]})
    results = read_results(api, waiting, desk.steps(waiting), desk.journal)
    assert {name: (each.came, each.found) for name, each in results.items()} == {
        "user_bob": ("Not known yet", "member"),
        "user_lena": ("Not known yet", "owner"),
        "user_frank": (SET_BACK.format("member"), "member"),
    }
    ask(service, ALICE, "DELETE", f"{PATH}/user_bob")
    ask(service, ALICE, "DELETE", f"{PATH}/user_lena")
    results = read_results(api, waiting, desk.steps(waiting), desk.journal)
    assert [each.came for each in results.values()] == ["Not known yet"] * 3


def test_whom_somebody_set_back_is_asked_about_where_others_are_as_asked(
    desk: Desk, api: Api, service: RunningService, wire: Wire, clock: Clock
) -> None:
    plan = planned(desk, api, "user_frank,owner\nuser_charlie\n")
    wire.faults["PUT"] = faults.lost_answer
    waiting = desk.run(plan)
    wire.faults.clear()
    ask(service, ALICE, "PUT", f"{PATH}/user_frank", {"role": "member"})
    clock.pass_(10)
    asks = run_to_its_end(desk, waiting)
    assert (roles(service)["user_frank"], roles(service)["user_charlie"]) == ("member", "member")
    assert (desk.states(asks), asks.stuck, asks.finished_at) == (["unknown"], True, None)
    assert desk.plans.decide(asks, 1, StepState.DOUBTFUL, Cause(Reason.LEFT_AS_IT_IS))
    ended = run_to_its_end(desk, desk.read(asks))
    assert (roles(service)["user_frank"], words(ended.differences)) == (
        "member",
        (f"user_frank: {SET_BACK.format('member')}",),
    )
