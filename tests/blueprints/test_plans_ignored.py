"""Bulk changes whose calls the API answers like any other, and doesn't carry out: no step of them is done."""

from service.rehearsal.faults import IgnoreFault
from tests.blueprints.roster_pages import ORG, given, planned, report
from tests.blueprints.start_over import start_over
from tests.blueprints.test_plans_sent_before import BULKS
from tests.changes.roster.crew import BEFORE, roles
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.wire import Wire
from tests.world import RunningService

IGNORED = faults.rehearsed(IgnoreFault(path=faults.EVERYWHERE))
LIST = "user_kofi\nuser_heidi,owner\nuser_frank,remove\n"
METHODS = ("PATCH", "PUT", "DELETE")


def ignoring(wire: Wire) -> None:
    """From now on nothing is carried out."""
    wire.faults.update(dict.fromkeys(METHODS, IGNORED))


def states(page: Page) -> set[str]:
    return {row[2] for row in page.rows}


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
    assert distant.get(f"{ORG}/journal/1").facts["Outcome"].startswith("Not in effect")


def test_no_call_of_a_roster_or_its_undo_is_done(distant: Pages, wire: Wire, service: RunningService) -> None:
    ignoring(wire)
    given(distant, LIST)
    shown = planned(distant)
    assert (states(shown), "Undo bulk change" in shown.buttons) == ({"Failed"}, False)
    assert [row[4].partition(", ")[0] for row in report(distant)[1:]] == ["The API accepted this"] * 3
    assert roles(service) == BEFORE
    wire.faults.clear()
    given(distant, LIST)
    plan = planned(distant).path
    after = roles(service)
    ignoring(wire)
    back = distant.submit(plan, press="Undo bulk change").path
    assert states(distant.submit(back, press="Apply the changes")) == {"Failed"}
    assert "could not undo it" in distant.get(plan).main
    assert roles(service) == after
