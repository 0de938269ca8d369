"""The inbox in a browser: with its keys, and without scripts."""

from playwright.sync_api import Page, expect

from tests.browser.acts import settled

ORG = "/orgs/org_larkfield"
FIRST, SECOND, COMMENT = "#2 Explain customs", "#1 Two more days off from January", "The whole guide reads well."


def knowing(page: Page) -> None:
    """Come across the spaces, and open the inbox."""
    page.goto(f"{ORG}/spaces")
    page.goto(f"{ORG}/inbox")
    expect(page.get_by_role("main").get_by_text("11 open items")).to_be_visible()


def test_keys_go_along_the_items_and_open_one(page: Page) -> None:
    knowing(page)
    settled(page).keyboard.press("j")
    expect(page.get_by_role("link", name=FIRST)).to_be_focused()
    page.keyboard.press("k")
    expect(page.get_by_role("link", name=FIRST)).to_be_focused()
    page.keyboard.press("j")
    expect(page.get_by_role("link", name=SECOND)).to_be_focused()
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=FIRST)).to_be_visible()


def test_items_are_selected_by_a_key_and_settled_together(page: Page) -> None:
    knowing(page)
    settled(page).keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(page.get_by_role("checkbox", name=COMMENT, exact=False)).to_be_checked()
    page.get_by_role("button", name="Resolve comments").press("Enter")
    settled(page).get_by_role("button", name="Resolve comments").press("Enter")
    expect(page.get_by_text("Done 1 of 1 change")).to_be_visible()


def test_what_is_typed_into_a_filter_is_no_key(page: Page) -> None:
    knowing(page)
    settled(page).get_by_label("Text, author or space contains").focus()
    page.keyboard.type("jkj")
    expect(page.get_by_label("Text, author or space contains")).to_have_value("jkj")
