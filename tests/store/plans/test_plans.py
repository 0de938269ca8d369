"""A plan goes on where it stood, is run by one at a time, and stands as the journal does."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from masthead.store.database import Database
from masthead.store.entries import Intent, Outcome, State, Subject
from masthead.store.errors import LeaseLostError
from masthead.store.journal.finding import JournalQuery
from masthead.store.journal.journal import Journal
from masthead.store.plans.plans import Plans
from masthead.store.plans.runs import PlanRun
from masthead.store.plans.steps import Mark, Plan, Purpose, StepState
from tests.faults.clock import Clock

pytestmark = pytest.mark.postgresql
PURPOSE = Purpose("o", "alice", "Make three sites public", "settings", {"visibility": "public"}, "The launch")


@pytest.fixture
def plans(database: Database, clock: Clock) -> Plans:
    return Plans(database, clock)


def intent(number: int) -> Intent:
    subject = Subject("site", f"s{number}", f"Site {number}")
    body, was = '{"visibility":"public"}', {"visibility": "unlisted"}
    return Intent("o", "alice", "updateSite", ("o", f"s{number}"), subject, f"Open {number}", body, was, "The launch")


@pytest.fixture
def plan(plans: Plans) -> Plan:
    return made(plans)


def made(plans: Plans, purpose: Purpose = PURPOSE, steps: int = 3) -> Plan:
    number = plans.add(purpose, [intent(each) for each in range(1, steps + 1)])
    return anew(plans, Plan(number, purpose, 0))


def anew(plans: Plans, plan: Plan) -> Plan:
    found = plans.plan(plan.purpose.organization, plan.number, plan.purpose.owner)
    assert found is not None
    return found


def taken(plans: Plans, plan: Plan) -> PlanRun:
    run = plans.take(plan)
    assert run is not None
    return run


def states(plans: Plans, plan: Plan) -> list[str]:
    return [step.state.value for step in plans.steps(plan)]


def send(journal: Journal, run: PlanRun, position: int, outcome: Outcome | None) -> int:
    """What the engine does around a call."""
    entry = journal.begin(intent(position), run.sending(position))
    if outcome is not None:
        journal.settle(entry, outcome, run.sending(position))
    return entry


def test_a_plan_comes_back_as_it_was_made_to_its_owner_in_its_organization(
    plans: Plans, plan: Plan, clock: Clock
) -> None:
    assert (plan.purpose, plan.created_at, plan.counts) == (PURPOSE, clock(), {StepState.WAITING: 3})
    assert (plan.steps, plan.settled, plan.stuck, plan.held) == (3, 0, False, False)
    steps = plans.steps(plan)
    assert [step.intent for step in steps] == [intent(1), intent(2), intent(3)]
    assert [step.position for step in plans.steps(plan, after=1, limit=1)] == [2]
    assert plans.plan("o", plan.number, "bob") is None
    assert plans.plan("other", plan.number, "alice") is None
    assert plans.plans("o", "bob") == plans.plans("other", "alice") == []
    assert plans.unfinished("o", "bob") is plans.unfinished("other", "alice") is None


def test_one_runs_it_at_a_time(plans: Plans, plan: Plan) -> None:
    with ThreadPoolExecutor(16) as tabs:
        runs = list(tabs.map(lambda _: plans.take(plan), range(32)))
    assert len([run for run in runs if run]) == 1
    assert anew(plans, plan).held


def test_a_look_is_no_run_and_gives_way_to_one(plans: Plans, plan: Plan) -> None:
    looks = [plans.take(plan, looks=True) for _ in range(2)]
    assert (anew(plans, plan).held, anew(plans, plan).runs) == (True, False)
    for look in looks:
        assert look is not None
        look.replace([intent(1)])
    run = taken(plans, plan)
    assert plans.take(plan, looks=True) is None
    for look in looks:
        assert look is not None
        with pytest.raises(LeaseLostError):
            look.replace([])
        look.release()
    assert anew(plans, plan).runs
    run.mark([Mark(1, StepState.SKIPPED)])


def test_the_right_of_a_killed_portal_ends(plans: Plans, plan: Plan, journal: Journal, clock: Clock) -> None:
    dead = taken(plans, plan)
    clock.pass_(10)
    send(journal, dead, 1, None)  # which keeps the right for longer
    clock.pass_(19)
    assert plans.take(plan) is None
    clock.pass_(1)
    assert not anew(plans, plan).held
    assert plans.take(plan) is not None
    with pytest.raises(LeaseLostError):
        send(journal, dead, 2, None)
    assert states(plans, plan) == ["sent", "waiting", "waiting"]
    assert len(journal.entries(JournalQuery("o"))) == 1


def test_the_outcome_of_what_was_sent_is_kept_whoever_runs_it_now(
    plans: Plans, plan: Plan, journal: Journal, clock: Clock
) -> None:
    slow = taken(plans, plan)
    entry = send(journal, slow, 1, None)
    clock.pass_(20)
    taken(plans, plan)
    journal.settle(entry, Outcome(State.SAVED), slow.sending(1))
    assert states(plans, plan)[0] == "done"


def test_who_goes_on_at_once_need_not_compare(plans: Plans, plan: Plan, clock: Clock) -> None:
    first = taken(plans, plan)
    assert not first.goes_on
    first.release(goes_on=True)
    clock.pass_(19)
    assert (anew(plans, plan).held, anew(plans, plan).runs) == (False, True)
    second = taken(plans, plan)
    assert second.goes_on
    second.release(goes_on=True)
    clock.pass_(20)
    assert not anew(plans, plan).runs
    third = taken(plans, plan)
    assert not third.goes_on
    third.release()
    assert not taken(plans, plan).goes_on
