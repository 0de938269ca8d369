"""The undo of a structure asks, before it starts, for consent to what takes something away for a moment."""

from collections.abc import Sequence

import pytest

from tests.blueprints.test_structure import DOCS
from tests.blueprints.test_structure_left import applied_on, run
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.records import ask
from tests.world import ALICE, RunningService

GROUPS = "/v1/orgs/org_larkfield/sites/site_docs/section-groups"
BEFORE_START = "Something stays unchanged unless you allow it before you start."
LEFT = "which you did not allow."
BOX = "Remove sections from their group and add them again to change their order"


def sections(service: RunningService) -> Sequence[str]:
    groups = ask(service, ALICE, "GET", GROUPS).get_json()["items"]
    (found,) = [each["sections"] for each in groups if each["id"] == "group_developers"]
    return [section["id"] for section in found]


@pytest.fixture
def undo(alice: Pages, service: RunningService) -> Page:
    """The page of the undo of a plan that took the first of two sections out of their group."""
    ask(service, ALICE, "DELETE", f"{GROUPS}/group_product/sections/section_warehouse")
    ask(service, ALICE, "POST", f"{GROUPS}/group_developers/sections", {"sectionId": "section_warehouse"})
    assert sections(service) == ["section_api", "section_warehouse"]
    alice.get(f"{DOCS}?refresh=1")
    alice.post(DOCS, {"do": "move", "item": "section_api", "where": "after group_developers"})
    page = applied_on(alice, DOCS)
    assert "Differences from what you wanted" not in page.main
    return alice.submit(f"{PLANS}/1", press="Undo bulk change")


def test_it_is_asked_for_before_the_start(undo: Page, alice: Pages, service: RunningService) -> None:
    assert (LEFT in undo.main, BOX in undo.main) == (True, True)
    assert "Discard bulk change" in undo.buttons
    assert undo.main.index(BEFORE_START) < undo.main.index("Discard bulk change")
    assert "You can then review and apply" not in undo.main
    page = alice.submit(f"{PLANS}/2", reorder=True, press="Update the steps")
    assert (page.path, LEFT in page.main, BOX in page.main) == (f"{PLANS}/2", False, False)
    assert BEFORE_START not in page.main
    page = run(alice, alice.submit(f"{PLANS}/2", press="Apply the changes"))
    assert "Differences from what you wanted" not in page.main
    assert sections(service)[0] == "section_api"


def test_it_goes_on_without(undo: Page, alice: Pages, service: RunningService) -> None:
    assert BOX in undo.main
    assert LEFT in alice.submit(f"{PLANS}/2", press="Update the steps").main
    page = run(alice, alice.submit(f"{PLANS}/2", press="Apply the changes"))
    assert "Done with differences" in page.main
    assert BOX not in page.main
    assert sections(service)[-1] == "section_api"
