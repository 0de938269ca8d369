"""What teams may do, in the browser: with scripts and without, by mouse and by keyboard."""

import re

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from tests.browser.windows import HEIGHT, PHONE
from tests.team_records import add_places, add_teams, know
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
ACCESS = f"{ORG}/access"
BORDER = 2
FINGER = 24


@pytest.fixture
def many(portal: Flask, service: RunningService) -> None:
    """Alice has come across more than one page reads."""
    add_places(service, "org_larkfield", 120, add_teams(service, "org_larkfield", 60))
    know(portal, ALICE, "org_larkfield", teams=60, spaces=120)


@pytest.mark.usefixtures("many")
def test_ticks_stay_while_it_reads_on_and_while_it_is_filtered(page: Page) -> None:
    page.goto(f"{ACCESS}?read=all")
    page.get_by_label("Select Team 0002").check()
    page.locator("input[name=row]").first.check()
    page.get_by_label("Set role").select_option("admin")
    expect(page.get_by_text("Masthead has read 121 of 121 spaces and collections")).to_be_visible(timeout=20_000)
    expect(page.locator("#access_matrix-reading[hx-get]")).to_have_count(0)
    expect(page.get_by_label("Select Team 0002")).to_be_checked()
    expect(page.locator("input[name=row]").first).to_be_checked()
    page.get_by_label("Team", exact=True).fill("Team 000")
    expect(page.get_by_label("Select Team 0010")).to_have_count(0)
    expect(page.get_by_label("Select Team 0002")).to_be_checked()
    expect(page.get_by_label("Set role")).to_have_value("admin")
    expect(page.get_by_role("link", name="Export")).to_have_attribute("href", f"{ACCESS}/export.csv?team=Team+000")


@pytest.mark.quick(cases=1)
@pytest.mark.usefixtures("many")
def test_head_and_first_column_stay_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 900, "height": 700})
    page.goto(ACCESS)
    frame = page.get_by_role("region", name="Roles of teams")
    frame.evaluate("frame => { frame.scrollLeft = 400; frame.scrollTop = 300 }")
    apart = """frame => {
      const [outer, corner] = [frame, frame.querySelector(".corner")].map((each) => each.getBoundingClientRect());
      return [Math.abs(outer.x - corner.x), Math.abs(outer.y - corner.y)];
    }"""
    assert max(frame.evaluate(apart)) <= BORDER
    assert page.evaluate("document.documentElement.scrollWidth") <= 900


@pytest.mark.usefixtures("many")
def test_a_phone_shows_one_team_at_a_time(page: Page) -> None:
    page.set_viewport_size({"width": 375, "height": 700})
    page.goto(ACCESS)
    cells = page.locator("tbody tr").nth(1).locator("td:visible")
    expect(cells).to_have_count(1)
    expect(cells.first).to_have_text(re.compile("Admin"))
    page.get_by_label("Show team").select_option("Team 0004")
    expect(cells).to_have_count(1)
    expect(page.locator("thead th:visible")).to_contain_text(["Space or collection", "Team 0004"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    box = page.get_by_label("Select Space 0001").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= FINGER


def cell(page: Page, row: int, column: int) -> Locator:
    """A cell by its numbers."""
    return page.locator("tbody tr").nth(row).locator("td").nth(column)


@pytest.mark.usefixtures("many")
def test_the_menu_names_its_cell_and_marks_the_role_that_it_has(page: Page) -> None:
    page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    page.goto(ACCESS)
    own = page.locator("td.role:not(.role-above):visible").first
    role = own.get_by_role("link").inner_text()
    own.get_by_role("link").click()
    menu, current = page.get_by_role("menu"), page.get_by_role("menuitemradio", checked=True)
    expect(menu).to_have_accessible_name(re.compile(r"^Set role of Team \d+ in Space \d+$"))
    expect(current).to_have_text(re.compile(f"^{role} Current role. "))
    expect(current).to_be_focused()
    labels = [each.split(" ", 1)[0] for each in menu.get_by_role("menuitemradio").all_inner_texts()]
    assert labels == ["Admin", "Creator", "Reviewer", "Editor", "Commenter", "Reader", "Guest", "Remove", "Remove"]
    box = menu.bounding_box()
    assert box is not None
    assert box["x"] >= 0 <= box["y"]
    assert box["x"] + box["width"] <= PHONE
    assert box["y"] + box["height"] <= HEIGHT
    page.keyboard.press("End")
    expect(page.get_by_role("menuitem", name="View details")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    assert own.evaluate("cell => cell.contains(document.activeElement)")


@pytest.mark.usefixtures("many")
def test_keys_move_select_and_choose(page: Page) -> None:
    page.goto(ACCESS)
    cell(page, 1, 0).focus()
    for key in ("ArrowRight", "ArrowDown", "Shift+ArrowDown", "Shift+ArrowRight"):
        page.keyboard.press(key)
    expect(page.get_by_text("4 selected")).to_be_visible()
    expect(cell(page, 3, 2)).to_be_focused()
    for key in ("ArrowDown", "Space"):
        page.keyboard.press(key)
    expect(page.get_by_text("5 selected")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menu", name="Set role of 5 cells")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(cell(page, 4, 2)).to_be_focused()
    for key in ("Enter", "g", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("heading", level=1)).to_have_text("Review your changes")
    expect(page.locator("tbody td[data-label=After]").first).to_have_text("Guest")


@pytest.mark.usefixtures("many")
def test_ranges_by_mouse_and_ticks_are_counted_and_stay_while_it_is_filtered(page: Page) -> None:
    page.goto(ACCESS)
    cell(page, 1, 1).click()
    page.keyboard.press("Escape")
    cell(page, 3, 3).click(modifiers=["Shift"])
    expect(page.get_by_text("9 selected")).to_be_visible()
    cell(page, 5, 5).click(modifiers=["Control"])
    expect(page.get_by_text("10 selected")).to_be_visible()
    page.get_by_label("Select Space 0001").check()
    expect(page.get_by_text("8 selected")).to_be_visible()
    page.get_by_label("Select Team 0002").check()
    expect(page.get_by_text("1 selected")).to_be_visible()
    page.get_by_role("button", name="Clear selection").click()
    expect(page.get_by_text("0 selected")).to_be_visible()
    expect(page.get_by_label("Select Team 0002")).not_to_be_checked()
    cell(page, 1, 1).click()
    page.keyboard.press("Escape")
    page.get_by_label("Space or collection", exact=True).fill("Space 0001")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.get_by_text("1 selected")).to_be_visible()
    expect(cell(page, 0, 1)).to_have_attribute("aria-selected", "true")
