"""What stands around the rows of the structure: the filter, folds, menus and sheets."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.structure import (
    DOCS,
    HELP,
    SITES,
    calls,
    choose,
    handle,
    kept,
    move_first_down,
    open_board,
    press,
    row,
    said,
    saved,
    shown,
)
from tests.browser.test_keyboard import tab_to
from tests.loops import for_each

START, GUIDE, RELEASES = "Get started", "Shipping guide", "Release notes"
PARTNERS, OPERATIONS = "Partner onboarding", "Warehouse operations"


def filtered(page: Page, words: str, told: str) -> None:
    """Type into the filter, after which this is told."""
    page.get_by_role("searchbox", name="Show only").fill(words)
    said(page, told)


def test_the_filter_hides_rows_that_are_passed_over_and_keep_their_place(page: Page) -> None:
    open_board(page, HELP)
    filtered(page, "zebra", "0 rows have these words")
    expect(page.locator(".node").filter(visible=True)).to_have_count(0)
    filtered(page, "guide", "1 row has these words")
    expect(row(page, START)).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("structure$"))
    filtered(page, "", "All rows are shown")
    expect(row(page, START)).to_be_visible()
    filtered(page, "t", "2 rows have these words")
    handle(page, START).focus()
    page.keyboard.press("Space")
    press(page, "ArrowDown", f"{START} 3 of 3 in the site")
    page.keyboard.press("Space")
    assert kept(page)["section:"] == [GUIDE, RELEASES, START]


def test_what_is_around_a_found_row_is_shown(page: Page) -> None:
    open_board(page)
    page.get_by_role("searchbox", name="Show only").fill("partner")
    expect(row(page, "Product", "group")).to_be_visible()
    expect(row(page, "Shipping", "section")).to_be_visible()
    expect(row(page, GUIDE)).to_be_hidden()
    handle(page, PARTNERS).focus()
    page.keyboard.press("Space")
    press(page, "ArrowUp", f"{PARTNERS} 2 of 2 in Shipping, the first")
    press(page, "Home", f"{PARTNERS} 2 of 2 in Shipping, the first")
    page.get_by_role("searchbox", name="Show only").fill("shipping")
    expect(row(page, PARTNERS)).to_be_visible()


def test_everything_is_folded_and_opens_for_what_comes_in(page: Page) -> None:
    open_board(page)
    expect(row(page, "Warehouse", "section").get_by_text("Conditional")).to_be_visible()
    expect(row(page, "Shipping", "section").get_by_text("Conditional")).to_have_count(0)
    page.get_by_role("button", name="Fold all").click()
    expect(row(page, GUIDE)).to_be_hidden()
    page.get_by_role("button", name="Fold all").click()
    page.get_by_role("button", name="Contents of Warehouse").click()
    handle(page, PARTNERS).focus()
    page.keyboard.press("Space")
    press(page, "ArrowRight", f"{PARTNERS} 2 of 2 in Warehouse")
    expect(row(page, PARTNERS)).to_be_visible()
    page.keyboard.press("Escape")


def test_ticks_folds_and_the_focus_stay_while_the_menu_of_a_section_is_used(page: Page) -> None:
    open_board(page)
    shipping = row(page, "Shipping", "section")
    choose(shipping, "Select all")
    said(page, "2 selected.")
    page.get_by_role("button", name="Contents of Warehouse").click()
    choose(shipping, "Sort A to Z")
    saved(page)
    assert shown(page)["section:section_guide"] == [PARTNERS, GUIDE]
    expect(shipping.locator("summary")).to_be_focused()
    expect(page.get_by_role("button", name="Move 2 selected")).to_be_visible()
    expect(row(page, OPERATIONS)).to_be_hidden()
    page.keyboard.press("Enter")
    tab_to(page, "Who sees its spaces")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"{SITES}/site_docs/conditions\\?show=all$"))


def test_a_path_that_is_wrong_is_told_in_the_sheet(page: Page) -> None:
    open_board(page)
    choose(row(page, GUIDE), "Edit…")
    sheet = page.get_by_role("dialog", name=GUIDE)
    sheet.get_by_label("Path").fill("the carriers")
    sheet.get_by_role("button", name="Save to draft").click()
    expect(sheet.get_by_role("alert")).to_contain_text("Enter a path of 1 to")
    sheet.get_by_label("Path").fill("handbook")
    sheet.get_by_role("button", name="Save to draft").click()
    expect(sheet).to_have_count(0)
    expect(row(page, GUIDE).locator("summary")).to_be_focused()
    expect(row(page, GUIDE)).to_contain_text("/handbook")
    expect(page.locator("#structure-pane")).to_contain_text("the path “guide” becomes “handbook”")


@for_each("address, first", [(DOCS, "Filter sections"), (HELP, "Position")])
def test_a_sheet_begins_at_its_first_field_and_gives_the_focus_back(page: Page, address: str, first: str) -> None:
    open_board(page, address)
    summary, sheet = row(page, GUIDE).locator("summary"), page.get_by_role("dialog")
    summary.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(sheet.get_by_label(first, exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(summary).to_be_focused()
    menu = page.locator("summary", has_text="Add")
    menu.click()
    page.get_by_role("link", name="Add space…").click()
    page.get_by_role("link", name="Close").click()
    expect(sheet).to_have_count(0)
    expect(menu).to_be_focused()


def test_a_condition_is_checked_and_the_address_follows_in_the_sheet(page: Page) -> None:
    open_board(page, HELP)
    choose(row(page, GUIDE), "Edit…")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Path").fill("handbook")
    expect(sheet.locator(".space-address")).to_contain_text("/handbook")
    sheet.get_by_role("textbox", name="Condition").fill("visitor.claims.nobody")
    expect(
        sheet.locator("#conditions-look").get_by_text("The schema has no claim nobody, so no visitor ever has it.")
    ).to_be_visible()
    expect(sheet.get_by_role("radio", name="Visitors who meet a condition")).to_be_checked()


@pytest.mark.quick(cases=1)
def test_review_comes_after_the_last_move(page: Page) -> None:
    open_board(page, HELP)
    move_first_down(page)
    saved(page)
    move_first_down(page)
    assert calls(page) == ["Move Get started after Release notes"]


def test_a_page_that_is_left_before_its_script_came(page: Page) -> None:
    late: list[Route] = []
    page.route("**/structure/board.js*", lambda route: late.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    page.goto(HELP)
    page.get_by_role("link", name="Sites", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sites")
    late[0].continue_()
    page.evaluate("async (address) => { await import(address) }", late[0].request.url)
