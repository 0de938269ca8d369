"""The values of custom fields in the browser: as a sheet with scripts, by keyboard alone, and without scripts."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
VALUES = f"{ORG}/field-values"


def values(service: RunningService, space: str = "guide") -> dict[str, Any]:
    told = ask(service, ALICE, "GET", f"/v1/spaces/space_{space}/custom-fields").get_json()
    return {each["customField"]["name"]: each["value"] for each in told if "value" in each}


def cell(page: Page, field: str, space: str = "space_guide") -> Locator:
    heads = page.locator("table.values thead th").evaluate_all("all => all.map((each) => each.dataset.name)")
    return page.locator(f'tr[data-space="{space}"] > *').nth(heads.index(field))


@pytest.fixture
def sheet(page: Page) -> Page:
    page.goto(f"{ORG}/sites/site_docs")
    page.goto(VALUES)
    expect(page.locator("table.values[role=grid]")).to_be_visible()
    return page


def run(page: Page) -> None:
    page.get_by_role("button", name="Review changes").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Review changes")
    page.get_by_role("button", name="Apply the changes").press("Enter")
    expect(page.get_by_text("Done").first).to_be_visible()


def test_arrows_enter_and_tab_go_from_cell_to_cell(sheet: Page) -> None:
    here = "[document.activeElement.parentElement.rowIndex, document.activeElement.cellIndex]"
    cell(sheet, "owner").focus()
    row, column = sheet.evaluate(here)
    for pressed, down, across in (
        ("ArrowRight", 0, 1),
        ("ArrowLeft", 0, 0),
        ("ArrowUp", -1, 0),
        ("ArrowDown", 0, 0),
        ("Tab", 0, 1),
        ("Shift+Tab", 0, 0),
        ("ArrowUp Enter x Enter", 0, 0),
        ("ArrowUp F2 Escape", -1, 0),
    ):
        for key in pressed.split():
            sheet.keyboard.press(key)
        assert sheet.evaluate(here) == [row + down, column + across], pressed
    sheet.keyboard.press("End")
    sheet.keyboard.press("Tab")
    assert sheet.evaluate("!document.activeElement.closest('table')")


def test_each_type_has_its_editor_for_the_keyboard(sheet: Page, service: RunningService) -> None:
    before = values(service)
    cell(sheet, "owner").focus()
    sheet.keyboard.type("Docs team")
    sheet.keyboard.press("Enter")
    expect(cell(sheet, "owner")).to_have_text("Docs team")
    for key in ("F2", "Escape"):
        sheet.keyboard.press(key)
    cell(sheet, "reader_rating").focus()
    sheet.keyboard.press("Enter")
    sheet.keyboard.type("4.5")
    sheet.keyboard.press("Tab")
    expect(cell(sheet, "reader_rating")).to_have_text("4.5")
    expect(sheet.locator("#values-draft [role=status]")).to_have_text("2 values edited")
    cell(sheet, "translated").focus()
    for key in ("n", "Enter"):
        sheet.keyboard.press(key)
    expect(cell(sheet, "translated")).to_have_text("No")
    cell(sheet, "review-cycle").focus()
    sheet.keyboard.press("Enter")
    sheet.locator("td.editing select").select_option("Yearly")
    sheet.keyboard.press("Enter")
    cell(sheet, "audience").focus()
    sheet.keyboard.press("Enter")
    boxes = sheet.locator(".cell-boxes input")
    options = boxes.evaluate_all("all => all.map((each) => each.value)")
    for number in range(boxes.count()):
        boxes.nth(number).set_checked(number == 0)
    sheet.keyboard.press("Enter")
    set_topics(sheet)
    run(sheet)
    edited = {"owner": "Docs team", "reader_rating": 4.5, "translated": False, "review-cycle": "Yearly"}
    assert values(service) == before | edited | {"audience": [options[0]], "topics": ["duties", "rates"]}


def set_topics(sheet: Page) -> None:
    """Two lines in one cell."""
    cell(sheet, "topics").focus()
    sheet.keyboard.type("duties")
    sheet.keyboard.press("Shift+Enter")
    sheet.keyboard.type("rates")
    sheet.keyboard.press("Enter")
    expect(cell(sheet, "topics")).to_have_text("duties; rates")


def test_escape_undo_redo_and_clear(sheet: Page) -> None:
    owner = cell(sheet, "owner")
    owner.focus()
    sheet.keyboard.type("x")
    sheet.keyboard.press("Escape")
    expect(owner).to_have_text("Shipping operations")
    sheet.keyboard.press("Delete")
    expect(owner).to_have_text("–")
    sheet.keyboard.press("Control+z")
    expect(owner).to_have_text("Shipping operations")
    sheet.keyboard.press("Control+y")
    expect(owner).to_have_text("–")
    sheet.get_by_role("button", name="Undo last edit").press("Enter")
    expect(owner).to_be_focused()
    sheet.keyboard.press("Control+y")
    sheet.get_by_role("button", name="Discard edits").click()
    expect(owner).to_have_text("Shipping operations")
    expect(sheet.get_by_role("button", name="Review changes")).to_be_hidden()


def copied(page: Page, text: str) -> None:
    """As if the text had been copied elsewhere."""
    page.evaluate("text => navigator.clipboard.writeText(text)", text)


def test_ranges_and_single_values_are_copied_and_pasted(sheet: Page, service: RunningService) -> None:
    sheet.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = 'One\t"two\nlines"\nThree\tfour'
    copied(sheet, table)
    first = sheet.locator("tr[data-space] > td:nth-child(2)")
    first.nth(0).focus()
    sheet.keyboard.press("Control+v")
    expect(first.nth(0)).to_have_text("One")
    expect(first.nth(1)).to_have_text("Three")
    expect(sheet.locator("#values-draft [role=status]")).to_have_text("4 values edited")
    first.nth(0).focus()
    for key in ("Shift+ArrowDown", "Shift+ArrowRight", "Control+c"):
        sheet.keyboard.press(key)
    assert sheet.evaluate("navigator.clipboard.readText()").replace("\r", "") == table
    sheet.keyboard.press("Control+z")
    expect(sheet.locator("td.edited")).to_have_count(0)
    assert values(service)["owner"] == "Shipping operations"
    copied(sheet, "Docs\n")
    first.nth(0).focus()
    for key in ("Shift+ArrowDown", "Shift+ArrowDown", "Control+v"):
        sheet.keyboard.press(key)
    expect(first).to_contain_text(["Docs"] * 3)
    copied(sheet, '"Docs"\n')
    sheet.keyboard.press("Control+v")
    expect(first.nth(2)).to_have_text('"Docs"')


def test_a_sheet_beside_which_kept_edits_are_offered_can_be_edited(sheet: Page) -> None:
    cell(sheet, "owner").focus()
    sheet.keyboard.type("Docs team")
    sheet.keyboard.press("Enter")
    sheet.get_by_role("button", name="Review changes").press("Enter")
    sheet.get_by_role("link", name="Cancel").click()
    expect(sheet.locator("#values-draft").get_by_text("What you typed here was not saved")).to_be_visible()
    cell(sheet, "reader_rating").focus()
    sheet.keyboard.type("4.5")
    sheet.keyboard.press("Enter")
    expect(sheet.locator("#values-draft [role=status]")).to_have_text("1 value edited")
    sheet.get_by_role("button", name="Discard edits").click()
    sheet.get_by_role("button", name="Show what I typed").click()
    expect(cell(sheet, "owner")).to_have_text("Docs team")
