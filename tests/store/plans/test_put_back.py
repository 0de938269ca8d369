"""A plan that was taken for a look alone is put back: it waits, stands still and says what it did before."""

import pytest

from masthead.store import Plan, PlanRun, Plans, quote
from tests.faults.clock import Clock
from tests.store.plans.test_plans import anew, plan, plans, taken
from tests.words import why

__all__ = ["plan", "plans"]
pytestmark = pytest.mark.postgresql


def test_after_a_look_it_stands_still_as_before(plans: Plans, plan: Plan, clock: Clock) -> None:
    taken(plans, plan).release(wait=30, cause=quote("The API asks Masthead to slow down."))
    plans.pause(plan)
    before = anew(plans, plan)
    for wait in (None, 20.0):
        _look_at(plans, plan).put_back(wait=wait)
        assert anew(plans, plan) == before
    _look_at(plans, plan).put_back(wait=40, cause=quote("The API is away."))
    now = anew(plans, plan)
    assert (now.paused_at, now.waits_until, why(now)) == (before.paused_at, clock() + 40, "The API is away.")


def test_what_its_person_does_during_a_look_stays(plans: Plans, plan: Plan, clock: Clock) -> None:
    taken(plans, plan).release(wait=30, cause=quote("The API asks Masthead to slow down."))
    run = _look_at(plans, plan)
    plans.pause(plan)
    run.put_back()
    assert anew(plans, plan).paused_at == clock()
    run = _look_at(plans, plan)
    plans.stop(plan)
    run.put_back(wait=40)
    ended = anew(plans, plan)
    assert (ended.waits_until, why(ended), ended.held) == (None, "You stopped it before it finished.", False)


def _look_at(plans: Plans, plan: Plan) -> PlanRun:
    run = plans.take(plan, at_once=True)
    assert run is not None
    return run
