"""Rows of the structure are moved with a mouse, a finger, keys and the Move sheet: each gives the same."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.structure import (
    HELP,
    Move,
    apply,
    calls,
    choose,
    drag,
    drag_with_a_finger,
    handle,
    kept,
    open_board,
    press,
    row,
    said,
    shown,
)
from tests.browser.windows import PHONE, Reset, Windows
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE, RunningService

START, GUIDE, RELEASES = "Get started", "Shipping guide", "Release notes"
KEPT = "You can't change the order of sections outside of groups."
PARTNERS, OPERATIONS, REFERENCE = "Partner onboarding", "Warehouse operations", "API reference"
SPACES = "/v1/orgs/org_larkfield/sites/site_help/site-spaces"


def with_the_mouse(page: Page, name: str, first: str) -> None:
    drag(page, handle(page, name), row(page, first), 0.2)


def with_a_finger(page: Page, name: str, first: str) -> None:
    drag_with_a_finger(page, handle(page, name), row(page, first), 0.2)


def with_the_keys(page: Page, name: str, _first: str) -> None:
    """To the start of the next section, or of the only one."""
    handle(page, name).focus()
    for key in ("Space", "ArrowRight", "Home", "Space"):
        page.keyboard.press(key)


WAYS: dict[str, Move] = {"mouse": with_the_mouse, "finger": with_a_finger, "keys": with_the_keys}


def tick(page: Page, *names: str) -> None:
    """Tick the rows of these spaces."""
    for name in names:
        row(page, name).get_by_role("checkbox").check()


@pytest.mark.quick(cases=1)
@for_each("way", WAYS)
def test_each_way_leads_to_the_start_of_the_same_or_another_section(anew: Reset, windows: Windows, way: str) -> None:
    anew()
    page = windows.open("Alice", has_touch=way == "finger")
    open_board(page, HELP)
    WAYS[way](page, RELEASES, START)
    assert kept(page) == {"section:": [RELEASES, START, GUIDE]}
    open_board(page)
    WAYS[way](page, PARTNERS, OPERATIONS)
    assert kept(page)["section:section_warehouse"] == [PARTNERS, OPERATIONS]


def test_a_move_by_its_sheet_is_one_call_and_changes_the_site(page: Page, service: RunningService) -> None:
    open_board(page, HELP)
    choose(row(page, RELEASES), "Move…")
    page.get_by_role("dialog").get_by_role("button", name="Move to start").click()
    assert kept(page) == {"section:": [RELEASES, START, GUIDE]}
    assert calls(page) == [f"Move {RELEASES} before {START}"]
    apply(page)
    listed = ask(service, ALICE, "GET", SPACES).get_json()["items"]
    assert [each["title"] for each in listed] == [RELEASES, START, GUIDE]


def test_a_finger_on_a_phone_moves_a_row_once_it_has_waited(windows: Windows) -> None:
    page = open_board(windows.open("Alice", width=PHONE, has_touch=True, is_mobile=True), HELP)
    drag_with_a_finger(page, handle(page, RELEASES), row(page, START), 0.2, wait=0)
    assert shown(page) == {"section:": [START, GUIDE, RELEASES]}
    expect(page.locator("[data-saved]")).to_be_empty()
    open_board(page, HELP)
    with_a_finger(page, RELEASES, START)
    assert kept(page) == {"section:": [RELEASES, START, GUIDE]}


def test_a_screen_reader_tells_each_step_of_the_keys(page: Page) -> None:
    before = shown(open_board(page))
    at = handle(page, PARTNERS)
    at.focus()
    press(
        page,
        "Space",
        f"{PARTNERS} 2 of 2 in Shipping is picked up. The arrow keys move it, Space drops it, Escape cancels.",
    )
    expect(at).to_have_attribute("aria-pressed", "true")
    press(page, "ArrowUp", f"{PARTNERS} 1 of 2 in Shipping")
    press(page, "Escape", f"{PARTNERS} 2 of 2 in Shipping is back where it was.")
    expect(at).to_be_focused()
    assert shown(page) == before
    expect(page.locator("[data-saved]")).to_be_empty()
    page.keyboard.press("Space")
    press(page, "ArrowUp", f"{PARTNERS} 1 of 2 in Shipping")
    press(page, "ArrowUp", f"{PARTNERS} 1 of 2 in Shipping, the first")
    press(page, "End", f"{PARTNERS} 2 of 2 in Shipping")
    press(page, "PageUp", f"{PARTNERS} 1 of 2 in Shipping")
    press(page, "PageDown", f"{PARTNERS} 2 of 2 in Shipping")
    press(page, "Home", f"{PARTNERS} 1 of 2 in Shipping")
    press(page, "ArrowRight", f"{PARTNERS} 2 of 2 in Warehouse")
    press(page, "ArrowLeft", f"{PARTNERS} 2 of 2 in Shipping")
    press(page, "ArrowLeft", f"{PARTNERS} 2 of 2 in Get started")
    press(page, "ArrowLeft", "There is no place before this one.")
    press(page, "Enter", f"{PARTNERS} 2 of 2 in Get started is dropped.")
    expect(at).to_have_attribute("aria-pressed", "false")
    expect(at).to_be_focused()
    assert kept(page)["section:section_start"] == [START, PARTNERS]


def test_a_section_goes_between_groups_with_the_keys(page: Page) -> None:
    open_board(page)
    handle(page, "Warehouse").focus()
    page.keyboard.press("Space")
    press(page, "ArrowRight", "Warehouse 2 of 2 in Developers")
    press(page, "ArrowLeft", "Warehouse 2 of 2 in Product")
    press(page, "ArrowLeft", "Warehouse 3 of 5 in the site")
    page.keyboard.press("Space")
    assert kept(page)["top:"] == ["Get started", "Product", "Warehouse", "Developers", "Release notes"]


def test_sections_in_no_group_keep_their_order(page: Page) -> None:
    before = shown(open_board(page))
    row(page, "Release notes", "section").locator("[data-handle]").focus()
    page.keyboard.press("Space")
    press(page, "Home", KEPT)
    press(page, "ArrowUp", "Release notes 3 of 4 in the site")
    press(page, "Escape", "Release notes 4 of 4 in the site is back where it was.")
    choose(row(page, "Release notes", "section"), "Move…")
    page.get_by_role("dialog").get_by_role("button", name="Move to start").click()
    expect(page.get_by_role("alert")).to_have_text(KEPT)
    page.keyboard.press("Escape")
    assert shown(page) == before


def test_a_drag_says_why_it_leads_nowhere_and_escape_gives_it_up(page: Page) -> None:
    before, why = shown(open_board(page)), f"{PARTNERS} can't go there: a space can only be in a section, or"
    drag(page, handle(page, PARTNERS), row(page, "Developers", "group"), drop=False)
    expect(page.locator("[data-drag-note]")).to_contain_text(why)
    page.mouse.up()
    said(page, re.compile(why))
    assert shown(page) == before
    drag(page, row(page, RELEASES, "section").locator("[data-handle]"), row(page, START, "section"), drop=False)
    page.mouse.up()
    expect(page.locator("[data-drag-note]")).to_contain_text(KEPT)
    assert shown(page) == before
    drag(page, handle(page, PARTNERS), row(page, OPERATIONS), 0.2, drop=False)
    assert shown(page) != before
    press(page, "Escape", f"{PARTNERS} 2 of 2 in Shipping is back where it was.")
    page.mouse.up()
    assert shown(page) == before


def test_rows_with_a_tick_go_along(page: Page) -> None:
    open_board(page)
    tick(page, GUIDE, REFERENCE)
    drag(page, handle(page, REFERENCE), row(page, OPERATIONS), 0.8)
    assert kept(page)["section:section_warehouse"] == [OPERATIONS, GUIDE, REFERENCE]
    tick(page, GUIDE, REFERENCE)
    handle(page, GUIDE).focus()
    page.keyboard.press("Space")
    press(page, "ArrowUp", f"{GUIDE} 1 of 3 in Warehouse")
    press(page, "Space", f"{GUIDE} 1 of 3 in Warehouse is dropped.")
    assert kept(page)["section:section_warehouse"] == [GUIDE, REFERENCE, OPERATIONS]


def test_the_chosen_go_with_the_sheet(page: Page) -> None:
    open_board(page)
    expect(page.get_by_role("button", name="Move selected")).to_have_count(0)
    tick(page, GUIDE, REFERENCE)
    section = row(page, "Warehouse", "section").get_by_role("checkbox")
    section.check()
    page.get_by_role("button", name="Move 3 selected").click()
    said(page, re.compile("Select rows of one kind"))
    section.uncheck()
    page.get_by_role("button", name="Move 2 selected").click()
    sheet = page.get_by_role("dialog", name=f"Move {GUIDE}, {REFERENCE}")
    sheet.get_by_label("Position (optional)").fill("first")
    sheet.get_by_role("button", name="Move spaces").click()
    expect(sheet.get_by_role("alert")).to_have_text("“first” is not a position. Enter a number, starting with 1.")
    sheet.get_by_label("Position (optional)").fill("")
    sheet.get_by_label("Filter sections").fill("warehouse")
    expect(sheet.get_by_role("radio", name="API")).to_be_hidden()
    expect(sheet.get_by_role("status").filter(has_text="found")).to_have_text("1 found.")
    sheet.get_by_label("Filter sections").press("Enter")
    sheet.get_by_role("button", name="Move spaces").click()
    expect(sheet).to_have_count(0)
    expect(handle(page, GUIDE)).to_be_focused()
    assert kept(page)["section:section_warehouse"] == [OPERATIONS, GUIDE, REFERENCE]


def test_a_folded_section_opens_under_a_dragged_row(page: Page) -> None:
    open_board(page)
    page.get_by_role("button", name="Contents of Warehouse").click()
    expect(row(page, OPERATIONS)).to_be_hidden()
    drag(page, handle(page, PARTNERS), row(page, "Warehouse", "section"), drop=False)
    expect(row(page, OPERATIONS)).to_be_visible()
    page.mouse.up()
