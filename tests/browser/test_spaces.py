"""A space in the browser: its pages and files by keyboard, the links of a page, and the palette."""

from playwright.sync_api import Page, expect

from tests.browser.acts import settled
from tests.browser.test_keyboard import tab_to

SPACES = "/orgs/org_larkfield/spaces"
GUIDE = f"{SPACES}/space_guide"


def heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(words)


def test_a_page_is_found_by_keyboard(page: Page) -> None:
    page.goto(SPACES)
    tab_to(page, "Shipping guide")
    follow(page)
    back_to(page, "Pages")
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


def back_to(page: Page, part: str) -> None:
    """From the title up to a part of the space."""
    for _ in range(10):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.innerText") == part:
            return
    raise AssertionError(part)


def test_the_links_of_a_page_are_checked(page: Page) -> None:
    page.goto(f"{GUIDE}/pages/page_guide_rates")
    expect(page.locator(".dead").first).to_have_css("text-decoration-line", "underline")  # struck out is deleted text
    page.get_by_role("link", name="Check the links of this page").click()
    row = page.get_by_role("row", name="rates/customs.md")
    expect(row).to_contain_text("Address that leads nowhere")
    expect(row).to_contain_text("Broken")


def test_the_use_of_a_file_is_read_by_itself_and_found_by_keyboard(page: Page) -> None:
    page.goto(f"{GUIDE}/files")
    expect(page.get_by_text("Not checked")).to_have_count(0)
    assert settled(page).evaluate("document.activeElement.tagName") == "BODY", "nobody asked to go to the list"
    tab_to(page, "shipment-states.png")
    follow(page)
    tab_to(page, "Tracking")
    follow(page)
    heading(page, "Tracking")


def test_the_palette_searches_all_content(page: Page) -> None:
    page.goto(GUIDE)
    page.keyboard.press("ControlOrMeta+k")
    page.keyboard.type("surcharge")
    expect(page.get_by_role("option").filter(has_text="Search content").first).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    heading(page, "Search all content")
    expect(page.get_by_label("Words")).to_have_value("surcharge")
    expect(page.locator("mark").first).to_be_visible()
