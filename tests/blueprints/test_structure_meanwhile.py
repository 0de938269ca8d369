"""A draft in another window while a plan of the same site is made and runs."""

import pytest

from tests.blueprints.test_structure import GUIDE, HELP, RELEASES, START, order, sent
from tests.faults.hostile import Talk
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE

EDIT = {"do": "edit", "item": GUIDE, "path": "handbook", "was_path": "guide"}


@pytest.fixture
def windows(portal_for: PortalFor, wire: Wire) -> tuple[Pages, Pages]:
    """Two windows of Alice; in the first she reviews a draft: the releases come first."""
    app = portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)
    first, other = Pages(app).sign_in(ALICE), Pages(app).sign_in(ALICE)
    sent(first, {"section:": [RELEASES, START, GUIDE]})
    other.get(HELP)
    first.get(f"{HELP}/review")
    return first, other


def test_what_is_drafted_while_a_plan_runs_is_kept(windows: tuple[Pages, Pages], wire: Wire) -> None:
    first, other = windows
    seen: list[Page] = []

    def meanwhile(talk: Talk) -> bool:
        seen.extend([other.get(HELP), other.post(HELP, EDIT)])
        return wire.pass_on(talk)

    wire.faults["POST"] = meanwhile
    first.submit(f"{HELP}/review", press="Apply 1 change")
    before, after = seen
    assert "No changes yet" in before.main
    assert "Somebody else" not in before.main
    assert "Your draft: 1 path change" in after.main
    page = first.get(HELP)
    assert "Your draft: 1 path change" in page.main
    assert order(page) == [RELEASES, START, GUIDE]


def test_a_review_that_is_sent_twice_leads_to_its_plan(windows: tuple[Pages, Pages], wire: Wire) -> None:
    first, _ = windows
    key = str(first.shown.document.with_attribute("name", "form_key")[0].get("value"))
    plan = first.submit(f"{HELP}/review", press="Apply 1 change")
    again = first.post(f"{HELP}/review", {"form_key": key})
    assert again.path == plan.path
    assert wire.seen["POST"] == 1
