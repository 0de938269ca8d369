"""A step whose answer was lost, and that a colleague has changed since: its person decides, or it stays so."""

import pytest

from tests.faults import faults
from tests.pages.pages import Pages
from tests.planned import PLANS, SITES, keep_plan
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService
from web.person.portal import portal_of

ORG = "/orgs/org_larkfield"
PLAN = f"{PLANS}/1"


@pytest.fixture
def stuck(distant: Pages, wire: Wire, service: RunningService) -> Pages:
    """Alice at the first step of three."""
    keep_plan(distant.app, ALICE, SITES, visibility="unlisted")
    distant.get(PLAN)
    wire.faults["PATCH"] = faults.lost_answer
    distant.submit(PLAN, press="Apply 3 changes")
    wire.faults.clear()
    ask(service, ALICE, "PATCH", f"/v1{ORG}/sites/site_docs", {"visibility": "share-link"})
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
    stuck.get(f"{ORG}/journal/1")
    stuck.submit(f"{ORG}/journal/1/stop")
    assert "Check again" not in stuck.get(PLAN).buttons
    stuck.submit(PLAN, press="Resume")
    assert [row[2] for row in stuck.get(PLAN).rows] == ["Not known", "Done", "Done"]
