"""A space in the browser: its pages and files by keyboard, the links of a page, and the palette."""

from playwright.sync_api import Page, expect

from tests.browser.test_keyboard import tab_to

SPACES = "/orgs/org_larkfield/spaces"
GUIDE = f"{SPACES}/space_guide"


def heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(words)


def test_a_page_is_found_by_keyboard(page: Page) -> None:
    page.goto(SPACES)
    tab_to(page, "Shipping guide")
    follow(page)
    tab_to(page, "Pages")
    follow(page)
    tab_to(page, "Pages below Rates")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Fuel surcharge")).to_be_hidden()
    tab_to(page, "Proof of delivery")
    follow(page)
    heading(page, "Proof of delivery")


def follow(page: Page) -> None:
    """Follow the link that has the focus; then the title of the page that comes has it."""
    before = page.url
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != before)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
