"""Rows of the structure are moved with a mouse, a finger, keys, the Move sheet and numbers: each gives the same."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.structure import (
    DOCS,
    HELP,
    Lines,
    Way,
    apply,
    calls,
    drag,
    drag_with_a_finger,
    handle,
    kept,
    open_board,
    press,
    row,
    said,
    saved,
    shown,
)
from tests.browser.windows import PHONE, Reset, Windows
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE, RunningService

START, GUIDE, RELEASES = "Get started", "Shipping guide", "Release notes"
KEPT = "You can't change the order of sections outside of groups: the API has no call for it."
PARTNERS, OPERATIONS = "Partner onboarding", "Warehouse operations"


def with_the_mouse(page: Page) -> None:
    """The last of three goes first."""
    open_board(page, HELP)
    drag(page, handle(page, RELEASES), row(page, START), 0.2)


def with_a_finger(page: Page) -> None:
    """The last of three goes first."""
    open_board(page, HELP)
    drag_with_a_finger(page, handle(page, RELEASES), row(page, START), 0.2)


def with_the_keys(page: Page) -> None:
    """The last of three goes first."""
    open_board(page, HELP)
    handle(page, RELEASES).focus()
    for key in ("Space", "Home", "Space"):
        page.keyboard.press(key)


def with_the_sheet(page: Page) -> None:
    """The last of three goes first."""
    open_board(page, HELP)
    row(page, RELEASES).get_by_role("link", name="Move").click()
    page.get_by_role("dialog").get_by_role("button", name="Move to start").click()


def on_the_page(page: Page) -> None:
    """The last of three goes first, without scripts."""
    page.goto(HELP)
    row(page, RELEASES).get_by_role("link", name="Move").click()
    page.get_by_role("button", name="Move to start").click()


def with_numbers(page: Page) -> None:
    """The last of three goes first, without scripts."""
    page.goto(HELP)
    page.get_by_label(f"Position of {RELEASES}").fill("1")
    page.get_by_role("button", name="Apply positions").click()


WITH_SCRIPTS: dict[str, Way] = {
    "mouse": with_the_mouse,
    "finger": with_a_finger,
    "keys": with_the_keys,
    "sheet": with_the_sheet,
}
WITHOUT: dict[str, Way] = {"page": on_the_page, "numbers": with_numbers}


@pytest.mark.quick(cases=1)
@pytest.mark.parametrize("way", [*WITH_SCRIPTS, *WITHOUT])
def test_each_way_gives_the_same_order_the_same_call_and_the_same_site(
    windows: Windows, service: RunningService, way: str
) -> None:
    page = windows.open("Alice", scripts=way in WITH_SCRIPTS, has_touch=way == "finger")
    (WITH_SCRIPTS | WITHOUT)[way](page)
    assert kept(page) == {"section:": [RELEASES, START, GUIDE]}
    assert calls(page) == [f"Move {RELEASES} before {START}"]
    apply(page)
    listed = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites/site_help/site-spaces").get_json()["items"]
    assert [each["title"] for each in listed] == [RELEASES, START, GUIDE]


def test_a_finger_on_a_phone(windows: Windows) -> None:
    page = windows.open("Alice", width=PHONE, has_touch=True, is_mobile=True)
    with_a_finger(page)
    assert kept(page) == {"section:": [RELEASES, START, GUIDE]}


def test_a_finger_that_does_not_wait_moves_nothing(windows: Windows) -> None:
    page = windows.open("Alice", has_touch=True)
    open_board(page, HELP)
    drag_with_a_finger(page, handle(page, RELEASES), row(page, START), 0.2, wait=0)
    assert shown(page) == {"section:": [START, GUIDE, RELEASES]}
    expect(page.locator("[data-saved]")).to_be_empty()


def into_the_warehouse(lines: Lines) -> bool:
    """Whether the partners' space is the first of another section."""
    return lines["section:section_warehouse"] == [PARTNERS, OPERATIONS]


@for_each("way", ["mouse", "finger", "keys", "sheet", "page"])
def test_each_way_leads_into_another_section(anew: Reset, windows: Windows, way: str) -> None:
    anew()
    page = windows.open("Alice", scripts=way != "page", has_touch=way == "finger")
    page.goto(DOCS) if way == "page" else open_board(page)
    if way == "mouse":
        drag(page, handle(page, PARTNERS), row(page, OPERATIONS), 0.2)
    elif way == "finger":
        drag_with_a_finger(page, handle(page, PARTNERS), row(page, OPERATIONS), 0.2)
    elif way == "keys":
        handle(page, PARTNERS).focus()
        for key in ("Space", "ArrowRight", "ArrowUp", "Enter"):
            page.keyboard.press(key)
    else:
        row(page, PARTNERS).get_by_role("link", name="Move").click()
        page.get_by_role("radio", name="Warehouse").check()
        page.get_by_label("Position (optional)").fill("1")
        page.get_by_role("button", name="Move space").click()
    assert into_the_warehouse(kept(page))


def test_a_screen_reader_tells_each_step_of_the_keys(page: Page) -> None:
    open_board(page)
    at = handle(page, PARTNERS)
    at.focus()
    press(
        page,
        "Space",
        f"{PARTNERS} 2 of 2 in Shipping is picked up. The arrow keys move it, Space drops it, Escape cancels.",
    )
    expect(at).to_have_attribute("aria-pressed", "true")
    press(page, "ArrowUp", f"{PARTNERS} 1 of 2 in Shipping")
    press(page, "ArrowUp", f"{PARTNERS} 1 of 2 in Shipping, the first")
    press(page, "End", f"{PARTNERS} 2 of 2 in Shipping")
    press(page, "PageUp", f"{PARTNERS} 1 of 2 in Shipping")
    press(page, "PageDown", f"{PARTNERS} 2 of 2 in Shipping")
    press(page, "Home", f"{PARTNERS} 1 of 2 in Shipping")
    press(page, "ArrowRight", f"{PARTNERS} 2 of 2 in Warehouse")
    press(page, "ArrowLeft", f"{PARTNERS} 2 of 2 in Shipping")
    press(page, "ArrowLeft", f"{PARTNERS} 2 of 2 in Get started")
    press(page, "ArrowLeft", "There is no section before this one.")
    press(page, "Enter", f"{PARTNERS} 2 of 2 in Get started is dropped.")
    expect(at).to_have_attribute("aria-pressed", "false")
    expect(at).to_be_focused()
    expect(at).to_have_accessible_name(f"Move {PARTNERS}, 2 of 2 in Get started")
    expect(handle(page, GUIDE)).to_have_accessible_name(f"Move {GUIDE}, 1 of 1 in Shipping")
    assert kept(page)["section:section_start"] == [START, PARTNERS]


@pytest.mark.quick(cases=1)
def test_escape_puts_it_back_and_nothing_is_kept(page: Page) -> None:
    before = shown(open_board(page))
    handle(page, PARTNERS).focus()
    for key in ("Space", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    press(page, "Escape", f"{PARTNERS} 2 of 2 in Shipping is back where it was.")
    expect(handle(page, PARTNERS)).to_be_focused()
    assert shown(page) == before
    expect(page.locator("[data-saved]")).to_be_empty()


def test_escape_gives_up_a_drag(page: Page) -> None:
    before = shown(open_board(page))
    drag(page, handle(page, PARTNERS), row(page, OPERATIONS), 0.2, drop=False)
    assert shown(page) != before
    press(page, "Escape", f"{PARTNERS} 2 of 2 in Shipping is back where it was.")
    page.mouse.up()
    assert shown(page) == before


def test_a_section_goes_between_groups_with_the_keys(page: Page) -> None:
    open_board(page)
    handle(page, "Warehouse").focus()
    page.keyboard.press("Space")
    press(page, "ArrowRight", "Warehouse 2 of 2 in Developers")
    press(page, "ArrowLeft", "Warehouse 2 of 2 in Product")
    press(page, "ArrowLeft", "Warehouse 3 of 5 in the site")
    page.keyboard.press("Space")
    lines = kept(page)
    assert lines["top:"] == ["Get started", "Product", "Warehouse", "Developers", "Release notes"]


def test_sections_in_no_group_keep_their_order(page: Page) -> None:
    before = shown(open_board(page))
    page.get_by_role("button", name="Move Release notes, 4 of 4 in the site").focus()
    page.keyboard.press("Space")
    press(page, "Home", KEPT)
    press(page, "ArrowUp", "Release notes 3 of 4 in the site")
    press(page, "Escape", "Release notes 4 of 4 in the site is back where it was.")
    row(page, "Release notes", "section").get_by_role("link", name="Move").click()
    page.get_by_role("dialog").get_by_role("button", name="Move to start").click()
    expect(page.get_by_role("alert")).to_have_text(KEPT)
    page.keyboard.press("Escape")
    assert shown(page) == before


@for_each(
    "kind, name, over, why",
    [
        (
            "space",
            PARTNERS,
            ("group", "Developers"),
            f"{PARTNERS} can't go there: a space can only be in a section, or",
        ),
        ("section", RELEASES, ("section", START), KEPT),
    ],
)
def test_what_cannot_go_there_says_why(page: Page, kind: str, name: str, over: tuple[str, str], why: str) -> None:
    before = shown(open_board(page))
    drag(page, row(page, name, kind).locator("[data-handle]"), row(page, over[1], over[0]), 0.5, drop=False)
    expect(page.locator("[data-drag-note]")).to_contain_text(why)
    page.mouse.up()
    said(page, re.compile(why))
    assert shown(page) == before


def test_rows_with_a_tick_go_along(windows: Windows) -> None:
    page = open_board(windows.open("Alice"))
    for name in (GUIDE, "API reference"):
        row(page, name).get_by_role("checkbox").check()
    drag(page, handle(page, "API reference"), row(page, OPERATIONS), 0.8)
    assert kept(page)["section:section_warehouse"] == [OPERATIONS, GUIDE, "API reference"]
    open_board(page)
    for name in (GUIDE, "API reference"):
        row(page, name).get_by_role("checkbox").check()
    handle(page, GUIDE).focus()
    page.keyboard.press("Space")
    press(page, "ArrowUp", f"{GUIDE} 1 of 3 in Warehouse")
    press(page, "Space", f"{GUIDE} 1 of 3 in Warehouse is dropped.")
    assert kept(page)["section:section_warehouse"] == [GUIDE, "API reference", OPERATIONS]


def test_the_chosen_go_with_the_sheet(page: Page) -> None:
    open_board(page)
    page.get_by_role("button", name="Move selected").click()
    said(page, "Select the rows to move first.")
    for name in (GUIDE, "API reference"):
        row(page, name).get_by_role("checkbox").check()
    page.get_by_role("button", name="Move 2 selected").click()
    sheet = page.get_by_role("dialog", name=f"Move {GUIDE}, API reference")
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
    assert kept(page)["section:section_warehouse"] == [OPERATIONS, GUIDE, "API reference"]


def test_a_folded_section_opens_under_a_dragged_row(page: Page) -> None:
    open_board(page)
    page.get_by_role("button", name="Contents of Warehouse").click()
    expect(row(page, OPERATIONS)).to_be_hidden()
    drag(page, handle(page, PARTNERS), row(page, "Warehouse", "section"), drop=False)
    expect(row(page, OPERATIONS)).to_be_visible()
    page.mouse.up()


def test_moves_are_undone_one_by_one(page: Page) -> None:
    before = shown(open_board(page, HELP))
    handle(page, START).focus()
    for _ in range(2):
        for key in ("Space", "ArrowDown", "Space"):
            page.keyboard.press(key)
        saved(page)
    press(page, "Control+z", "Undone. Your draft: 1 move")
    assert shown(page)["section:"] == [GUIDE, START, RELEASES]
    press(page, "Control+z", "Undone. No changes yet")
    assert shown(page) == before
    press(page, "Control+z", "There is nothing to undo.")
    page.get_by_role("button", name="Redo").click()
    said(page, "Redone. Your draft: 1 move")
    expect(page.get_by_role("button", name="Redo")).to_be_focused()
    page.keyboard.press("Control+y")
    expect(page.locator(".node-space .node-title")).to_have_text([GUIDE, RELEASES, START])
