"""What stands around the rows of the structure: the filter, menus, sheets, and what is said when it cannot be saved."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.structure import (
    DOCS,
    HELP,
    SITES,
    calls,
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
from tests.browser.windows import Windows
from tests.loops import for_each

START, GUIDE, RELEASES = "Get started", "Shipping guide", "Release notes"
PARTNERS = "Partner onboarding"
AWAY = re.compile("It isn't known whether your last move was saved in the draft. Masthead can't be reached.")


def filtered(page: Page, words: str, told: str) -> None:
    """Type into the filter, after which this is told."""
    page.get_by_role("searchbox", name="Show only").fill(words)
    said(page, told)


@pytest.mark.quick(cases=1)
def test_a_section_with_a_condition_says_so(page: Page) -> None:
    open_board(page)
    expect(row(page, "Warehouse", "section").get_by_role("img", name="Conditional")).to_be_visible()
    expect(row(page, "Shipping", "section").get_by_role("img", name="Conditional")).to_have_count(0)


def test_the_filter_hides_rows_and_shows_them_again(page: Page) -> None:
    open_board(page, HELP)
    filtered(page, "guide", "1 row has these words")
    expect(row(page, START)).to_be_hidden()
    page.keyboard.press("Enter")
    filtered(page, "s", "3 rows have these words")
    filtered(page, "", "All rows are shown")
    expect(row(page, START)).to_be_visible()
    expect(page).to_have_url(re.compile("structure$"))


def test_a_row_that_is_hidden_is_passed_over_and_keeps_its_place(page: Page) -> None:
    open_board(page, HELP)
    filtered(page, "t", "2 rows have these words")
    handle(page, START).focus()
    page.keyboard.press("Space")
    press(page, "ArrowDown", f"{START} 3 of 3 in the site")
    page.keyboard.press("Space")
    assert kept(page)["section:"] == [GUIDE, RELEASES, START]


def test_nothing_has_these_words(page: Page) -> None:
    open_board(page, HELP)
    filtered(page, "zebra", "0 rows have these words")
    expect(page.locator(".node").filter(visible=True)).to_have_count(0)


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
    page.get_by_role("button", name="Fold all").click()
    expect(row(page, GUIDE)).to_be_hidden()
    page.get_by_role("button", name="Unfold all").click()
    page.get_by_role("button", name="Contents of Warehouse").click()
    handle(page, PARTNERS).focus()
    page.keyboard.press("Space")
    press(page, "ArrowRight", f"{PARTNERS} 2 of 2 in Warehouse")
    expect(row(page, PARTNERS)).to_be_visible()
    page.keyboard.press("Escape")


def test_the_spaces_of_a_section_are_sorted(page: Page) -> None:
    open_board(page)
    page.get_by_text("More actions for Shipping").click()
    page.get_by_role("button", name="Sort A to Z").filter(visible=True).click()
    saved(page)
    assert shown(page)["section:section_guide"] == [PARTNERS, GUIDE]
    expect(row(page, "Shipping", "section").locator("summary")).to_be_focused()
    assert len(calls(page)) == 1


def test_all_of_a_section_are_chosen_and_stay_so(page: Page) -> None:
    open_board(page)
    page.get_by_text("More actions for Shipping").click()
    page.get_by_role("button", name="Select all").filter(visible=True).click()
    said(page, "2 selected.")
    expect(page.get_by_role("button", name="Move 2 selected")).to_be_visible()
    page.get_by_role("button", name="Contents of Warehouse").click()
    page.get_by_text("More actions for API").click()
    page.get_by_role("button", name="Set as home").filter(visible=True).click()
    saved(page)
    expect(page.get_by_role("button", name="Move 2 selected")).to_be_visible()
    expect(row(page, "Warehouse operations")).to_be_hidden()


def test_a_section_leads_to_who_sees_its_spaces_by_keyboard(page: Page) -> None:
    open_board(page)
    row(page, "Shipping", "section").locator("summary").focus()
    page.keyboard.press("Enter")
    tab_to(page, "Who sees its spaces")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"{SITES}/site_docs/conditions\\?show=all$"))
    expect(page.get_by_role("row", name=GUIDE)).to_contain_text("Shipping")


def test_rows_of_two_kinds_do_not_move_together(page: Page) -> None:
    open_board(page)
    row(page, GUIDE).get_by_role("checkbox").check()
    row(page, "Warehouse", "section").get_by_role("checkbox").check()
    page.get_by_role("button", name="Move 2 selected").click()
    said(page, re.compile("Select rows of one kind"))


def test_a_path_that_is_wrong_is_told_in_the_sheet(page: Page) -> None:
    open_board(page)
    row(page, GUIDE).get_by_role("link", name="Edit").click()
    sheet = page.get_by_role("dialog", name=GUIDE)
    sheet.get_by_label("Path").fill("carriers")
    sheet.get_by_role("button", name="Save to draft").click()
    expect(sheet.get_by_role("alert")).to_contain_text(f"{PARTNERS} already has the path “carriers”")
    sheet.get_by_label("Path").fill("handbook")
    sheet.get_by_role("button", name="Save to draft").click()
    expect(sheet).to_have_count(0)
    expect(row(page, GUIDE).get_by_role("link", name="Edit")).to_be_focused()
    expect(row(page, GUIDE)).to_contain_text("/handbook")
    expect(page.locator("#structure-pane")).to_contain_text("the path “guide” becomes “handbook”")


def test_a_sheet_is_left_with_escape_and_gives_the_focus_back(page: Page) -> None:
    open_board(page)
    link = page.get_by_role("link", name=f"Move… {PARTNERS}", exact=True)
    link.click()
    expect(page.get_by_role("dialog", name=f"Move the space {PARTNERS}")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(link).to_be_focused()


@for_each("address, first", [(DOCS, "Filter sections"), (HELP, "Position")])
def test_the_sheet_of_a_move_begins_at_where_to(page: Page, address: str, first: str) -> None:
    open_board(page, address)
    row(page, GUIDE).get_by_role("link", name="Move…").press("Enter")
    expect(page.get_by_role("dialog").get_by_label(first, exact=True)).to_be_focused()


def test_a_sheet_of_a_menu_gives_the_focus_back_to_the_menu(page: Page) -> None:
    open_board(page)
    menu = page.locator("summary", has_text="Add")
    menu.click()
    page.get_by_role("link", name="Add space…").click()
    expect(page.get_by_role("dialog", name="Add space to Larkfield Docs")).to_be_visible()
    page.get_by_role("link", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(menu).to_be_focused()


def test_a_condition_is_checked_and_the_address_follows_in_the_sheet(page: Page) -> None:
    open_board(page, HELP)
    row(page, GUIDE).get_by_role("link", name="Edit").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Path").fill("handbook")
    expect(sheet.locator(".space-address")).to_contain_text("/handbook")
    sheet.get_by_role("textbox", name="Condition").fill("visitor.claims.nobody")
    expect(
        sheet.locator("#conditions-look").get_by_text("The schema has no claim nobody, so no visitor ever has it.")
    ).to_be_visible()
    expect(sheet.get_by_role("radio", name="Visitors who meet a condition")).to_be_checked()


def test_a_group_is_added(page: Page) -> None:
    open_board(page)
    page.locator("summary", has_text="Add").click()
    page.get_by_role("link", name="Add section group…").click()
    page.get_by_label("Title", exact=True).fill("Partners")
    page.get_by_role("button", name="Add group").click()
    expect(page.get_by_text("This group is empty.").filter(visible=True)).to_be_visible()
    expect(handle(page, "Partners")).to_have_accessible_name("Move Partners, 4 of 5 in the site")


def test_a_discarded_draft_can_be_restored_at_once(page: Page) -> None:
    before = shown(open_board(page, HELP))
    move_first_down(page)
    saved(page)
    page.get_by_role("button", name="Discard draft").click()
    expect(page.get_by_role("heading", name="No changes yet")).to_be_visible()
    assert shown(page) == before
    page.get_by_role("button", name="Restore draft").click()
    expect(page.get_by_text("The draft was restored.")).to_be_visible()
    assert shown(page) != before


@pytest.mark.quick(cases=1)
def test_review_comes_after_the_last_move(page: Page) -> None:
    open_board(page, HELP)
    move_first_down(page)
    saved(page)
    move_first_down(page)
    assert calls(page) == ["Move Get started after Release notes"]


def test_an_order_is_sent_again_once_the_portal_is_back(windows: Windows) -> None:
    page = open_board(windows.open("Alice"), HELP)
    with windows.expecting_trouble():
        page.context.set_offline(True)
        move_first_down(page)
        expect(page.get_by_text(AWAY)).to_be_visible()
        move_first_down(page)
        assert shown(page)["section:"] == [GUIDE, RELEASES, START]
        page.context.set_offline(False)
        saved(page)
    expect(page.get_by_text(AWAY)).to_be_hidden()
    assert kept(page)["section:"] == [GUIDE, RELEASES, START]


def test_an_act_that_cannot_be_sent_does_not_happen(windows: Windows) -> None:
    page = open_board(windows.open("Alice"), HELP)
    move_first_down(page)
    saved(page)
    with windows.expecting_trouble():
        page.context.set_offline(True)
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_text("It isn't known whether this was saved. Masthead can't be reached.")).to_be_visible()
        page.context.set_offline(False)
        expect(page.get_by_text("The page shows your draft as it is now: 1 move.")).to_be_visible()
    assert kept(page)["section:"] == [GUIDE, START, RELEASES]


def test_a_sheet_that_cannot_be_read_says_so(windows: Windows) -> None:
    page = open_board(windows.open("Alice"), HELP)
    with windows.expecting_trouble():
        page.context.set_offline(True)
        row(page, GUIDE).get_by_role("link", name="Edit").click()
        expect(page.get_by_text("This can't be opened now. Masthead can't be reached.")).to_be_visible()
        page.context.set_offline(False)


@for_each("address", [HELP, DOCS])
def test_who_may_not_arrange_has_nothing_to_take(windows: Windows, address: str) -> None:
    page = windows.open("Charlie")
    page.goto(address)
    expect(page.get_by_text("Your role doesn't let you change this structure")).to_be_visible()
    expect(page.locator("[data-handle]")).to_have_count(0)


def test_a_page_that_is_left_before_its_script_came(page: Page) -> None:
    late: list[Route] = []
    page.route("**/structure/board.js*", lambda route: late.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    page.goto(HELP)
    page.get_by_role("link", name="Sites", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sites")
    late[0].continue_()
    page.evaluate("async (address) => { await import(address) }", late[0].request.url)


def test_one_press_too_many_of_undo_or_redo_does_nothing(page: Page) -> None:
    open_board(page, HELP)
    before = shown(page)
    move_first_down(page)
    saved(page)
    after = shown(page)
    for name, told, tree in (("Undo", "Undone. No changes yet", before), ("Redo", "Redone. Your draft: 1 move", after)):
        button = page.get_by_role("button", name=name, exact=True)
        button.focus()
        press(page, "Enter", told)
        expect(button).to_be_focused()
        press(page, "Enter", f"There is nothing to {name.lower()}.")
        expect(button).to_be_focused()
        assert shown(page) == tree
