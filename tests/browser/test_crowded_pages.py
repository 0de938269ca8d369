"""Pages with many rows, many filters and long names: what belongs together stays together, and in reach."""

from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.test_layout import box
from tests.planned import PLANS, SITES, keep_plan
from tests.world import ALICE

ORG = "/orgs/org_larkfield"
JOURNAL = f"{ORG}/journal"


def test_more_filters_open_below_the_line_of_the_others(page: Page) -> None:
    page.goto(f"{JOURNAL}?q=anything")
    button, more = page.get_by_role("button", name="Filter", exact=True), page.get_by_text("More filters")
    line = box(button)["y"]
    assert box(more)["y"] == line
    more.click()
    outcome, period = box(page.get_by_label("Outcome")), box(page.get_by_role("link", name="Today"))
    assert (box(more)["y"], box(button)["y"]) == (line, line)
    assert line + box(button)["height"] < outcome["y"] < period["y"]
    more.click()
    expect(page.get_by_label("Outcome")).to_be_hidden()


def test_the_progress_of_a_bulk_change_is_one_line(page: Page, portal: Flask) -> None:
    keep_plan(portal, ALICE, SITES)
    keep_plan(portal, ALICE, SITES, title="Switch off overdue share links " * 5)
    page.goto(PLANS)
    assert box(page.get_by_role("row").filter(has_text="Hide sites"))["height"] < 45
