"""The structure by keyboard: from row to row, and past what has nothing to do."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.structure import DOCS, HELP, move_first_down, open_board, row, saved, shown


@pytest.mark.quick
def test_the_arrow_keys_go_from_row_to_row(page: Page) -> None:
    open_board(page, DOCS)
    before = shown(page)
    page.locator("[data-handle]").first.focus()
    for key, index in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("Home", 0), ("ArrowUp", 0)):
        page.keyboard.press(key)
        expect(page.locator("[data-handle]").nth(index)).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator("[data-handle]").last).to_be_focused()
    assert shown(page) == before


def test_they_go_from_box_to_box_past_what_is_folded(page: Page) -> None:
    open_board(page, DOCS)
    row(page, "Shipping", "section").locator("[data-fold-one]").click()
    box = row(page, "Shipping", "section").get_by_role("checkbox")
    box.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".row-line > [name=item]:focus")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(box).to_be_focused()


def test_undo_and_redo_are_stops_only_while_they_do_something(page: Page) -> None:
    open_board(page, HELP)
    move = page.get_by_role("button", name="Move selected…")
    for button in ("Undo", "Redo"):
        expect(page.get_by_role("button", name=button, exact=True)).to_have_attribute("tabindex", "-1")
    move.focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("searchbox", name="Show only")).to_be_focused()
    move_first_down(page)
    saved(page)
    move.focus()
    page.keyboard.press("Tab")
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_focused()
    page.keyboard.press("Enter")
    expect(undo).to_have_attribute("aria-disabled", "true")
    expect(undo).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Redo", exact=True)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(move).to_be_focused()
