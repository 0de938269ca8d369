"""The states that the pages of drafts can be in."""

from playwright.sync_api import Page, expect

from tests.browser.states import State
from tests.browser.structure import HELP

DRAFTS = "/drafts"


def refusing_a_space(page: Page) -> None:
    """Ask for another space of a site by no id, and open what is left of that."""
    page.goto(f"{HELP}/add")
    page.get_by_role("combobox", name="Space", exact=True).fill("no id at all")
    page.get_by_role("option", name="Add by address").click()
    page.get_by_role("button", name="Add space").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.goto(DRAFTS)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("button", name="Add to the structure draft")).to_be_visible()


def moving_a_space(page: Page) -> None:
    """Begin a draft of a structure, and leave it."""
    page.goto(f"{HELP}/move?item=sitespace_help_releases")
    page.get_by_role("button", name="Move to start", exact=True).click()
    expect(page.locator("[data-saved]")).to_contain_text("Draft saved")
    page.goto(DRAFTS)
    expect(page.get_by_role("heading", name="Unsent structure changes")).to_be_visible()


DRAFT_PAGES = {
    "drafts, structure": State(DRAFTS, act=moving_a_space),
    "draft": State(f"{DRAFTS}/draft", act=refusing_a_space),
}
