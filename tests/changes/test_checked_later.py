"""A step without a known outcome, of which somebody finds out in the journal once its plan has ended."""

import pytest

from changes import Runner, check_entry
from changes.structure.arranging import KIND
from changes.structure.goal import StructureGoal, serialize_goal
from store import Plan, Purpose, State, StepState
from tests.changes.structure.conftest import desk, switched_service
from tests.changes.structure.desk import HELP, ORG, Desk, moved

__all__ = ["desk", "switched_service"]
MOVES = "/v1/orgs/*/sites/*/site-spaces/*/move"


def stopped(desk: Desk, *, carried_out: bool) -> Plan:
    """A plan that was stopped while nobody knew what came of its one step."""
    desk.service.turn(faults=[{"fault": "reset", "method": "POST", "path": MOVES, "carriedOut": carried_out}])
    base = desk.live(HELP)
    goal = StructureGoal(ORG, HELP, "Help", base, moved("sitespace_help_releases", where="first")(base))
    number = desk.plans.add(Purpose(ORG, "alice", "Arrange", KIND, serialize_goal(goal)), [])
    plan = desk.plans.plan(ORG, number, "alice")
    assert plan is not None
    Runner(desk.api, desk.journal, desk.plans).run(plan)
    desk.service.turn()
    desk.plans.stop(plan)
    return plan


@pytest.mark.parametrize(
    ("carried_out", "state", "counted"),
    [(True, State.SAVED, StepState.DONE), (False, State.NOT_SAVED, StepState.FAILED)],
)
def test_its_plan_counts_it_as_it_is(desk: Desk, *, carried_out: bool, state: State, counted: StepState) -> None:
    plan = stopped(desk, carried_out=carried_out)
    (step,) = desk.plans.steps(plan)
    assert step.state is StepState.UNKNOWN
    entry = desk.journal.entry(ORG, step.entry or 0)
    assert entry is not None
    found = check_entry(desk.api, entry, desk.journal)
    assert found.state is state
    desk.journal.settle(entry.number, found)
    (step,) = desk.plans.steps(plan)
    assert (step.state, step.message) == (counted, found.message)
