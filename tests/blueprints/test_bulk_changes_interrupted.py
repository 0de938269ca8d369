"""Bulk changes that are paused, sent twice, looked at in another window, or of which a step is not known."""

from collections.abc import Sequence

import pytest
from flask import Flask

from masthead.store.bulk.changes import BulkRun
from masthead.store.bulk.steps import Mark, StepState
from masthead.store.entries import quote
from masthead.store.errors import LeaseLostError
from masthead.web.person.portal import get_portal
from tests.blueprints.test_bulk import BULK, chosen, reviewed
from tests.bulk_changes import BULK_CHANGES, ORG, SITES, keep_bulk_change
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

LARKFIELD = "/orgs/org_larkfield"
BULK_CHANGE = f"{BULK_CHANGES}/1"
DONE, SKIPPED, NOT_SAVED = StepState.DONE, StepState.SKIPPED, StepState.NOT_SAVED


def started(pages: Pages, *states: StepState) -> tuple[BulkRun, str]:
    """The right to run a new bulk change of Alice that came to these states, and the bulk change's address."""
    number, store = keep_bulk_change(pages.app, ALICE, SITES), get_portal(pages.app).store
    run = store.bulk_changes.lease_run(store.bulk_changes.newest(ORG, store.keys.owner_of(ALICE))[0])
    assert run is not None
    run.mark([Mark(position, state) for position, state in enumerate(states, start=1)])
    address = f"{BULK_CHANGES}/{number}"
    pages.get(address)
    return run, address


@for_each(
    "states, told",
    [
        ([], ["Paused 0 of 3 changes"]),
        ([DONE] * 3, ["Paused 3 of 3 changes", "All changes are completed. Select Resume to check the results."]),
        (
            [DONE, SKIPPED, NOT_SAVED],
            ["1 done · 1 skipped · 1 not saved.", "Nothing is left to send. Select Resume to check the results."],
        ),
    ],
)
def test_a_pause_waits_for_the_step_under_way_and_checks_no_results(
    alice: Pages, states: Sequence[StepState], told: Sequence[str]
) -> None:
    run, address = started(alice, *states)
    page = alice.post(address, {"do": "pause"})
    assert f"Pausing {len(states)} of 3 changes" in page.main
    assert "It pauses after the current request." in page.main
    assert "another tab" not in page.main
    run.release(goes_on=True)
    page = alice.get(address)
    assert [each for each in told if each not in page.main] == []


def test_a_pause_before_there_are_steps_is_told_as_one(portal: Flask, alice: Pages) -> None:
    address = f"{BULK_CHANGES}/{keep_bulk_change(portal, ALICE, [])}"
    assert alice.get(f"{LARKFIELD}/sites").links["Unfinished bulk change: Hide sites, no changes yet"] == address
    alice.get(address)
    paused = alice.post(address, {"do": "pause"})
    assert "Paused no changes yet" in paused.main
    assert "Select Resume to work out the changes." in paused.main


def test_a_stop_or_an_undo_during_a_step_lets_no_step_follow(alice: Pages) -> None:
    run, address = started(alice, DONE)
    assert "Stopped 1 done · 2 skipped" in alice.post(address, {"do": "stop"}).main
    run.release(goes_on=True, cause=quote("The documentation service doesn't answer."))
    page = alice.get(address)
    assert "Stopped 1 done · 2 skipped" in page.main
    assert "You stopped it before it finished." in page.main
    run, address = started(alice, DONE)
    page = alice.post(address, {"do": "undo"})
    assert "The bulk change pauses after it." in " ".join(page.toasts)
    assert "Pausing 1 of 3 changes" in page.main
    with pytest.raises(LeaseLostError):
        run.mark([Mark(2, DONE)])
    run.release(goes_on=True)
    assert "Paused 1 of 3 changes" in alice.get(address).main


def put(app: Flask, statement: str) -> None:
    """As a portal leaves its records that ends before all is written, or as a clock does."""
    with get_portal(app).store.database.writing() as connection:
        connection.exec_driver_sql(statement)


def test_a_review_that_is_sent_twice_leads_to_the_bulk_change(distant: Pages) -> None:
    chosen(distant, "docs")
    review: Page = distant.submit(BULK, visibility="unlisted", press="Review changes")
    reviewed(distant)
    distant.page = review
    shown = reviewed(distant)
    assert (shown.path, shown.toasts) == (BULK_CHANGE, ["Bulk change created."])


def test_a_step_that_stays_unknown_is_for_its_person(distant: Pages, wire: Wire, service: RunningService) -> None:
    keep_bulk_change(distant.app, ALICE, SITES, visibility="unlisted")
    wire.faults["PATCH"] = faults.lost_answer
    distant.fill_in(BULK_CHANGE, press="Apply 3 changes")
    wire.faults.clear()
    ask(service, ALICE, "PATCH", f"/v1{LARKFIELD}/sites/site_docs", {"visibility": "share-link"})
    put(distant.app, "UPDATE bulk_changes SET waits_until = 0")
    assert "The outcome of change 1 is not known: Hide docs" in distant.submit(BULK_CHANGE, press="Continue").main
    assert "The outcome of change 1 is not known" in distant.submit(BULK_CHANGE, press="Check again").main
    stuck = distant.submit(BULK_CHANGE, press="Send again")
    assert "Change 1 failed" in stuck.main  # as it would overwrite a colleague's
    assert "Done 2 done · 1 skipped" in distant.submit(BULK_CHANGE, press="Skip this change").main
