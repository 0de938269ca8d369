"""Pages with many rows, many filters and long names: what belongs together stays together, and in reach."""

from playwright.sync_api import Page, expect

from tests.browser.test_layout import box

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
