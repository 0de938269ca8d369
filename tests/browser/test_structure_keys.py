"""The structure by keyboard: from row to row past what has nothing to do, and back and forth through the moves."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.structure import HELP, move_first_down, open_board, press, row, saved, shown


@pytest.mark.quick
def test_the_arrow_keys_go_from_row_to_row_and_from_box_to_box_past_what_is_folded(page: Page) -> None:
    before = shown(open_board(page))
    page.locator("[data-handle]").first.focus()
    for key, index in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("Home", 0), ("ArrowUp", 0)):
        page.keyboard.press(key)
        expect(page.locator("[data-handle]").nth(index)).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator("[data-handle]").last).to_be_focused()
    assert shown(page) == before
    row(page, "Shipping", "section").locator("[data-fold-one]").click()
    box = row(page, "Shipping", "section").get_by_role("checkbox")
    box.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".row-line > [name=item]:focus")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(box).to_be_focused()


def tab(page: Page, onto: Locator, key: str = "Tab") -> None:
    page.keyboard.press(key)
    expect(onto).to_be_focused()


def test_moves_are_undone_and_redone_one_by_one_by_stops_that_do_something(page: Page) -> None:
    trees = [shown(open_board(page, HELP))]
    undo, redo = (page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    add = page.locator("summary", has_text="Add")
    for button in (undo, redo):
        expect(button).to_have_attribute("tabindex", "-1")
    add.focus()
    tab(page, page.get_by_role("searchbox", name="Show only"))
    for _ in range(2):
        move_first_down(page)
        saved(page)
        trees.append(shown(page))
    add.focus()
    tab(page, undo)
    press(page, "Enter", "Undone. Your draft: 1 move")
    assert shown(page) == trees[1]
    press(page, "Control+z", "Undone. No changes yet")
    assert shown(page) == trees[0]
    press(page, "Enter", "There is nothing to undo.")
    expect(undo).to_have_attribute("aria-disabled", "true")
    expect(undo).to_be_focused()
    tab(page, redo)
    press(page, "Enter", "Redone. Your draft: 1 move")
    page.keyboard.press("Control+y")
    expect(redo).to_have_attribute("aria-disabled", "true")
    press(page, "Enter", "There is nothing to redo.")
    expect(redo).to_be_focused()
    assert shown(page) == trees[2]
    tab(page, undo, "Shift+Tab")
    tab(page, add, "Shift+Tab")
