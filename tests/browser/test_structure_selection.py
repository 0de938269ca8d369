"""The rows of a structure that are selected, after something was moved."""

from playwright.sync_api import Page, expect

from tests.browser.structure import choose, open_board, row, said, saved

GUIDE, PARTNERS = "Shipping guide", "Partner onboarding"


def test_rows_that_were_moved_with_their_section_are_not_selected_any_more(page: Page) -> None:
    open_board(page)
    for name in (GUIDE, PARTNERS, "Warehouse operations"):
        row(page, name).get_by_role("checkbox").check()
    choose(row(page, "Shipping", "section"), "Move…")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Developers").check()
    sheet.get_by_role("button", name="Move section").click()
    said(page, "Shipping 2 of 2 in Developers")
    expect(page.get_by_role("button", name="Move 1 selected")).to_be_visible()
    saved(page)
    expect(row(page, GUIDE).get_by_role("checkbox")).not_to_be_checked()
    expect(row(page, "Warehouse operations").get_by_role("checkbox")).to_be_checked()
