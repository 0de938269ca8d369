"""Bulk changes whose calls the API answers like any other, and doesn't carry out: no step of them is done."""

import pytest

from service.rehearsal.faults import IgnoreFault
from tests.blueprints.roster_pages import ORG, given, planned, report
from tests.blueprints.start_over import start_over
from tests.blueprints.test_plans_sent_before import BULKS
from tests.changes.roster.crew import BEFORE, roles
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.wire import Wire
from tests.world import RunningService

IGNORED = faults.rehearsed(IgnoreFault(path=faults.EVERYWHERE))
LIST = "user_kofi\nuser_heidi,owner\nuser_frank,remove\n"
METHODS = ("PATCH", "PUT", "DELETE")


def ignoring(wire: Wire) -> None:
    """From now on nothing is carried out."""
    wire.faults.update(dict.fromkeys(METHODS, IGNORED))


def undone(pages: Pages, start: str) -> Page:
    """The page of a bulk change that undoes the first one, and has ended."""
    pages.get(f"{PLANS}/1")
    pages.submit(f"{PLANS}/1", press="Undo bulk change")
    return pages.submit(f"{PLANS}/2", press=start)


def states(page: Page) -> set[str]:
    return {row[2] for row in page.rows}


def outcomes(pages: Pages, *entries: int) -> list[str]:
    """What the journal says of each."""
    return [pages.get(f"{ORG}/journal/{number}").facts["Outcome"].partition(" The API")[0] for number in entries]


@for_each("kind", ["sites", "roles", "links"])
def test_no_step_is_done(distant: Pages, wire: Wire, kind: str, service: RunningService) -> None:
    start_over(distant, service)
    wire.faults.clear()
    bulk = BULKS[kind]
    bulk.review(distant)
    ignoring(wire)
    shown = distant.submit(bulk.form, press=bulk.press)
    assert "Done with differences 1 step: 1 failed; 1 difference" in shown.main
    assert "the API accepted this, but the current value is different" in shown.main
    assert "Undo bulk change" not in shown.buttons
    assert outcomes(distant, 1) == ["Not in effect"]


@for_each("kind", ["sites", "roles", "links"])
@pytest.mark.exhaustive
def test_no_step_of_an_undo_is_done(distant: Pages, wire: Wire, kind: str, service: RunningService) -> None:
    start_over(distant, service)
    wire.faults.clear()
    bulk = BULKS[kind]
    bulk.review(distant)
    distant.submit(bulk.form, press=bulk.press)
    ignoring(wire)
    assert states(undone(distant, "Apply 1 change")) == {"Failed"}
    assert "Bulk change 2 could not undo it" in distant.get(f"{PLANS}/1").main


def test_no_call_of_a_roster_is_done(distant: Pages, wire: Wire, service: RunningService) -> None:
    given(distant, LIST)
    ignoring(wire)
    shown = planned(distant)
    assert (states(shown), "Undo bulk change" in shown.buttons) == ({"Failed"}, False)
    assert [row[4].partition(", ")[0] for row in report(distant)[1:]] == ["The API accepted this"] * 3
    assert outcomes(distant, 1, 2) == ["Not in effect"] * 2
    assert roles(service) == BEFORE


def test_no_call_of_the_undo_of_a_roster_is_done(distant: Pages, wire: Wire, service: RunningService) -> None:
    given(distant, LIST)
    planned(distant)
    after = roles(service)
    ignoring(wire)
    assert states(undone(distant, "Apply the changes")) == {"Failed"}
    assert "Bulk change 2 could not undo it" in distant.get(f"{PLANS}/1").main
    assert roles(service) == after
    wire.faults.clear()
    distant.submit(f"{PLANS}/1", press="Undo bulk change")
    distant.submit(f"{PLANS}/3", press="Apply the changes")
    assert roles(service) == BEFORE
