"""What an undo of a bulk change left undone, reviewed by a real double press."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.structure import HELP, apply, open_board, row
from tests.records import ask
from tests.world import ALICE, RunningService

PLANS = "/orgs/org_larkfield/plans"
API = "/v1/orgs/org_larkfield/sites/site_help/site-spaces"
GUIDE = "Shipping guide"
GAP_MS = 110
"""Between the two clicks of a double click."""


def reviewed(page: Page) -> None:
    page.get_by_role("link", name="Review changes").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review structure")
    apply(page)


def with_path(page: Page, path: str) -> None:
    open_board(page, HELP)
    row(page, GUIDE).get_by_role("link", name="Edit").click()
    page.get_by_label("Path").fill(path)
    page.get_by_role("button", name="Save to draft").click()
    reviewed(page)


def removed_and_put_back(page: Page) -> None:
    open_board(page, HELP)
    row(page, GUIDE).get_by_role("link", name="Edit").click()
    page.get_by_role("button", name="Remove from site").click()
    reviewed(page)
    page.get_by_role("button", name="Undo bulk change").click()
    started(page)


def started(page: Page) -> None:
    page.get_by_role("button", name="Apply the changes").click()
    expect(page.get_by_role("heading", name=re.compile("Done"))).to_be_visible()


def set_path(service: RunningService, path: str) -> None:
    spaces = ask(service, ALICE, "GET", API).get_json()["items"]
    (guide,) = [each["id"] for each in spaces if each["title"] == GUIDE]
    assert ask(service, ALICE, "PATCH", f"{API}/{guide}", {"path": path}).status_code == 200


def press_twice(page: Page, name: str) -> None:
    button = page.get_by_role("button", name=name)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_timeout(GAP_MS)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)


@pytest.mark.parametrize("asks", [True, False])
def test_a_double_press_leads_to_the_review(page: Page, service: RunningService, *, asks: bool) -> None:
    with_path(page, "handbook")
    removed_and_put_back(page)
    page.goto(f"{PLANS}/1")
    page.get_by_role("button", name="Undo bulk change").click()
    expect(page.get_by_role("button", name="Apply the changes")).to_be_visible()
    set_path(service, "theirs")
    started(page)
    if not asks:
        set_path(service, "handbook")
        ask(service, ALICE, "POST", API, {"spaceId": "space_handbook"})
    undo = page.url
    for _ in range(2):
        page.goto(undo)
        press_twice(page, "Review remaining changes")
        expect(page.get_by_role("heading", level=1)).to_have_text("Review structure")
        expect(page.get_by_text("You and somebody else changed the same thing")).to_have_count(int(asks))
        expect(page.get_by_text("You have a draft of this structure")).to_have_count(0)
