"""Share links in the browser: made and copied, uncovered, rotated; with scripts, without, and with the keys alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_keyboard import tab_to
from tests.browser.windows import Windows

LINKS = "/orgs/org_larkfield/sites/site_partners/links"
KEY = "carriers-7f3k9q2m"
COPIED = "navigator.clipboard.readText()"


def clipboard(windows: Windows) -> Page:
    """Alice, in a browser that lets the page write to the clipboard, and the test read it."""
    return windows.open("Alice", permissions=["clipboard-read", "clipboard-write"])


def test_an_address_is_copied_without_being_shown(windows: Windows) -> None:
    page = clipboard(windows)
    page.goto(LINKS)
    tab_to(page, "Copy the address of Carriers 2025")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Copied").first).to_be_visible()
    assert page.evaluate(COPIED).endswith(KEY)
    expect(page.get_by_role("textbox", name="Address of Carriers 2025")).to_be_hidden()


def test_where_the_clipboard_is_closed_the_address_is_selected(page: Page) -> None:
    page.goto(LINKS)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy the address of Carriers 2025").click()
    field = page.get_by_role("textbox", name="Address of Carriers 2025")
    expect(field).to_be_focused()
    assert page.evaluate("getSelection().toString()").endswith(KEY)


@pytest.mark.quick(cases=1)
def test_without_scripts_an_address_is_uncovered_and_no_button_does_nothing(plain_page: Page) -> None:
    plain_page.goto(LINKS)
    expect(plain_page.locator("[data-copy]").first).to_be_hidden()
    field = plain_page.get_by_label("Address of Carriers 2025", exact=True)
    expect(field).to_be_hidden()
    plain_page.locator("summary", has_text="the address of Carriers 2025").click()
    expect(field).to_be_visible()
    assert field.input_value().endswith(KEY)
