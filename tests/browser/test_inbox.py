"""The inbox in a browser: with its keys, and on a phone."""

from playwright.sync_api import Page, expect

from tests.browser.acts import settled
from tests.browser.change_request_states import knowing_spaces
from tests.browser.windows import PHONE, Windows

FIRST, SECOND, THIRD = "#2 Explain customs", "Legal asks us to add", "#1 Two more days off from January"


def heading(page: Page, name: str) -> None:
    expect(page.locator("#inbox-item").get_by_role("heading", name=name, level=1)).to_be_visible()


def test_keys_walk_along_the_items_each_open_beside_the_list_and_acts_open_the_next(page: Page) -> None:
    knowing_spaces(page)
    heading(page, FIRST)
    settled(page).keyboard.press("j")
    expect(page.get_by_role("link", name=SECOND)).to_be_focused()
    heading(page, "Comment by Alice Lindqvist")
    page.keyboard.press("k")
    heading(page, FIRST)
    page.keyboard.press("j")
    heading(page, "Comment by Alice Lindqvist")
    settled(page).keyboard.press("e")
    expect(page.get_by_text("The comment is resolved.")).to_be_visible()
    heading(page, THIRD)
    page.get_by_role("link", name=FIRST).click()
    heading(page, FIRST)
    settled(page).keyboard.press("m")
    expect(page.get_by_role("button", name="Merge change request")).to_be_focused()
    page.keyboard.press("Enter")
    heading(page, THIRD)
    expect(page.get_by_role("link", name=FIRST)).to_have_count(0)


def test_items_are_selected_by_a_key_and_settled_together(page: Page) -> None:
    knowing_spaces(page)
    page.get_by_role("link", name="The whole guide reads well.").click()
    settled(page).keyboard.press("x")
    expect(page.get_by_role("checkbox", name="The whole guide reads well.", exact=False)).to_be_checked()
    page.get_by_role("button", name="Resolve comments").press("Enter")
    settled(page).get_by_role("button", name="Resolve comments").press("Enter")
    expect(page.get_by_text("Done 1 of 1 change")).to_be_visible()


def test_what_is_typed_into_a_filter_is_no_key(page: Page) -> None:
    knowing_spaces(page)
    settled(page).get_by_label("Text, author or space contains").focus()
    page.keyboard.type("jkj")
    expect(page.get_by_label("Text, author or space contains")).to_have_value("jkj")


def test_on_a_phone_an_item_is_a_page(windows: Windows) -> None:
    page = windows.open("Alice", width=PHONE)
    knowing_spaces(page)
    settled(page).get_by_role("link", name=FIRST).click()
    expect(page.get_by_role("heading", name=FIRST, level=1)).to_be_visible()
    page.get_by_role("link", name="Back to “Inbox”").click()
    expect(page.get_by_role("heading", name="Inbox")).to_be_visible()
