"""Bulk changes that are paused, sent twice, looked at in another window, or of which a step is not known."""

import sqlite3
from contextlib import closing

import pytest
from flask import Flask

from masthead.store import LeaseLostError, Mark, PlanRun, StepState, quote
from masthead.web.person.portal import portal_of
from tests.blueprints.start_over import start_over
from tests.blueprints.test_bulk import BULK, chosen, reviewed
from tests.blueprints.test_structure_left import distant
from tests.faults import faults
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import ORG, PLANS, SITES, keep_plan
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

__all__ = ["distant"]


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
    run.release(goes_on=True, cause=quote("The API doesn't answer."))
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


@pytest.fixture
def review(distant: Pages) -> Page:
    """The page before the plan was made."""
    chosen(distant, "docs")
    return distant.submit(BULK, visibility="unlisted", press="Review changes")


def killed(pages: Pages, *statements: str) -> None:
    """As a portal leaves its records that ends before all is written."""
    with closing(sqlite3.connect(portal_of(pages.app).settings.instance_path / "masthead.db")) as other, other:
        for each in statements:
            other.execute(each)


def again(pages: Pages, review: Page, **typed: str) -> Page:
    pages.page = review
    return reviewed(pages, **typed)


def test_it_leads_to_the_plan_though_the_portal_ended_behind_it(distant: Pages, review: Page) -> None:
    reviewed(distant)
    killed(distant, "UPDATE submissions SET location = NULL")
    shown = again(distant, review)
    assert (shown.path, shown.toasts) == (f"{PLANS}/1", ["Bulk change created."])


LARKFIELD = "/orgs/org_larkfield"
PLAN = f"{PLANS}/1"


@pytest.fixture
def stuck(distant: Pages, wire: Wire, service: RunningService) -> Pages:
    """Alice at the first step of three."""
    keep_plan(distant.app, ALICE, SITES, visibility="unlisted")
    distant.get(PLAN)
    wire.faults["PATCH"] = faults.lost_answer
    distant.submit(PLAN, press="Apply 3 changes")
    wire.faults.clear()
    ask(service, ALICE, "PATCH", f"/v1{LARKFIELD}/sites/site_docs", {"visibility": "share-link"})
    with portal_of(distant.app).store.database.writing() as connection:  # as if it had waited long enough
        connection.exec_driver_sql("UPDATE plans SET waits_until = 0")
    distant.submit(PLAN, press="Continue")
    return distant


def test_one_that_stays_unknown_is_for_its_person(stuck: Pages) -> None:
    assert "The outcome of step 1 is not known: Hide docs" in stuck.shown.main
    assert "The outcome of step 1 is not known" in stuck.submit(PLAN, press="Check again").main
    assert "Step 1 failed" in stuck.submit(PLAN, press="Send again").main  # as it would overwrite a colleague's
    assert "Done 3 steps: 2 done, 1 skipped" in stuck.submit(PLAN, press="Skip this step").main


def test_it_goes_on_without_one_that_nobody_looks_for_any_more(stuck: Pages) -> None:
    stuck.get(f"{LARKFIELD}/journal/1")
    stuck.submit(f"{LARKFIELD}/journal/1/stop")
    assert "Check again" not in stuck.get(PLAN).buttons
    stuck.submit(PLAN, press="Resume")
    assert [row[2] for row in stuck.get(PLAN).rows] == ["Not known", "Done", "Done"]
