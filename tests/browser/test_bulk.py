"""Several sites are selected in the browser."""

from playwright.sync_api import Page, expect

from tests.loops import for_each
from tests.records import add_sites, ask
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
PAUSE_MS = 300
"""Long enough for a form to be sent that should not be."""
API = "/v1/orgs/org_larkfield/sites"


def change(page: Page, to: str) -> None:
    page.get_by_role("button", name="AI agents…").click()
    page.get_by_role("radio", name=to).check()
    page.get_by_role("button", name="Review changes").click()
    page.get_by_role("button", name="Apply the changes").click()


def agents(service: RunningService) -> list[str]:
    return [site["agentsContext"] for site in ask(service, ALICE, "GET", API).get_json()["items"]]


def test_all_rows_are_ticked_at_once(page: Page, service: RunningService) -> None:
    page.goto(SITES)
    every = page.get_by_role("checkbox", name="Select all sites on this page")
    every.check()
    page.get_by_role("checkbox", name="Larkfield Docs", exact=True).uncheck()
    assert every.evaluate("each => each.indeterminate")
    change(page, "Excluded")
    expect(page.get_by_role("heading", name="Done 4 of 4 changes")).to_be_visible()
    assert agents(service).count("included") == 1


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


def test_shift_selects_all_rows_between_two_and_one_box_those_of_all_pages(page: Page, service: RunningService) -> None:
    add_sites(service, "org_larkfield", 130)
    page.goto("/orgs/org_larkfield/sites")
    bar = page.locator("#sites-chosen")
    expect(bar).to_be_hidden()
    page.get_by_role("checkbox", name="Help centre").click()
    page.get_by_role("checkbox", name="Developer preview").click(modifiers=["Shift"])
    expect(bar).to_contain_text("4 selected")
    every = page.get_by_role("checkbox", name="Select all", exact=True)
    every.check()
    expect(bar).to_contain_text("All selected")
    page.get_by_role("checkbox", name="Help centre").uncheck()
    expect(bar).to_contain_text("99 selected")
    expect(every).not_to_be_checked()
