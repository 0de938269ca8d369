"""The structure by keyboard: from row to row, and past what has nothing to do."""

from playwright.sync_api import Page, expect

from tests.browser.structure import HELP, move_first_down, open_board, saved


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
