"""Several sites are selected in the browser."""

from playwright.sync_api import Page, expect

from tests.loops import for_each

SITES = "/orgs/org_larkfield/sites"
PAUSE_MS = 300
"""Long enough for a form to be sent that should not be."""


def test_all_rows_are_ticked_at_once(page: Page) -> None:
    page.goto(SITES)
    every = page.get_by_role("checkbox", name="Select all sites on this page")
    every.check()
    page.get_by_role("checkbox", name="Larkfield Docs", exact=True).uncheck()
    assert every.evaluate("each => each.indeterminate")
    page.get_by_role("button", name="AI agents…").click()
    expect(page.get_by_role("heading", name="Change 4 sites")).to_be_visible()


@for_each("name", ["Select all sites on this page", "Help centre"])
def test_enter_on_a_box_keeps_the_page_and_the_place(page: Page, name: str) -> None:
    page.goto(SITES)
    box = page.get_by_role("checkbox", name=name, exact=True)
    box.check()
    page.keyboard.press("Enter")
    page.wait_for_timeout(PAUSE_MS)
    expect(box).to_be_focused()
    expect(box).to_be_checked()
    assert page.url.endswith(SITES)
