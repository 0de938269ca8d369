"""A plan that is paused: while a step is under way, once all are done, and before there is any."""

import pytest
from flask import Flask

from store import LeaseLostError, Mark, PlanRun, StepState
from tests.blueprints.start_over import start_over
from tests.pages.pages import Pages
from tests.planned import ORG, PLANS, SITES, keep_plan
from tests.world import ALICE, RunningService
from web.person.portal import portal_of


def taken(app: Flask) -> PlanRun:
    """The right to run Alice's newest plan."""
    store = portal_of(app).store
    run = store.plans.take(store.plans.plans(ORG, store.keys.owner_of(ALICE))[0])
    assert run is not None
    return run


def test_the_results_are_not_checked_during_a_pause_nor_a_step_called_completed_that_was_not_saved(
    portal: Flask, alice: Pages, service: RunningService
) -> None:
    address = f"{PLANS}/{keep_plan(portal, ALICE, SITES)}"
    run = taken(portal)
    run.mark([Mark(position, StepState.DONE) for position in (1, 2, 3)])
    alice.get(address)
    alice.post(address, {"do": "pause"})
    run.release(goes_on=True)
    page = alice.get(address)
    assert "Paused 3 of 3 steps" in page.main
    assert "All steps are completed. Select Resume to check the results." in page.main
    start_over(alice, service)
    address = f"{PLANS}/{keep_plan(portal, ALICE, SITES)}"
    run = taken(portal)
    run.mark([Mark(1, StepState.DONE), Mark(2, StepState.SKIPPED), Mark(3, StepState.NOT_SAVED)])
    alice.get(address)
    alice.post(address, {"do": "pause"})
    run.release(goes_on=True)
    page = alice.get(address)
    assert "1 done, 1 skipped, 1 not saved." in page.main
    assert "No steps are left to send. Select Resume to check the results." in page.main


def test_a_pause_during_a_step_or_before_there_is_any_is_told_as_one(
    portal: Flask, alice: Pages, service: RunningService
) -> None:
    address = f"{PLANS}/{keep_plan(portal, ALICE, SITES)}"
    run = taken(portal)
    alice.get(address)
    page = alice.post(address, {"do": "pause"})
    assert "Pausing 0 of 3 steps" in page.main
    assert "It pauses after the current step." in page.main
    assert "another tab" not in page.main
    run.release(goes_on=True)
    assert "Paused 0 of 3 steps" in alice.get(address).main
    start_over(alice, service)
    address = f"{PLANS}/{keep_plan(portal, ALICE, [])}"
    assert alice.get(f"/orgs/{ORG}/sites").links["Unfinished bulk change: Hide sites, no steps yet"] == address
    alice.get(address)
    paused = alice.post(address, {"do": "pause"})
    assert "Paused no steps yet" in paused.main
    assert "Select Resume to work out the steps." in paused.main


def test_a_stop_or_an_undo_during_a_step_lets_no_step_follow(
    portal: Flask, alice: Pages, service: RunningService
) -> None:
    address = f"{PLANS}/{keep_plan(portal, ALICE, SITES)}"
    run = taken(portal)
    run.mark([Mark(1, StepState.DONE)])
    alice.get(address)
    assert "Stopped 3 steps: 1 done, 2 skipped" in alice.post(address, {"do": "stop"}).main
    run.release(goes_on=True, message="The API doesn't answer.")
    page = alice.get(address)
    assert "Stopped 3 steps: 1 done, 2 skipped" in page.main
    assert "You stopped it before it finished." in page.main
    start_over(alice, service)
    address = f"{PLANS}/{keep_plan(portal, ALICE, SITES)}"
    run = taken(portal)
    run.mark([Mark(1, StepState.DONE)])
    alice.get(address)
    page = alice.post(address, {"do": "undo"})
    assert "The bulk change pauses after it." in " ".join(page.toasts)
    assert "Pausing 1 of 3 steps" in page.main
    with pytest.raises(LeaseLostError):
        run.mark([Mark(2, StepState.DONE)])
    run.release(goes_on=True)
    assert "Paused 1 of 3 steps" in alice.get(address).main
