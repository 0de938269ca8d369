"""Pickers: searched with the keys alone, told to those who listen, and plain lists where no scripts run."""

import pytest
from playwright.sync_api import Page, expect

SITE = "/orgs/org_larkfield/sites/site_docs"
EDIT = f"{SITE}/edit"
NEW = "/orgs/org_larkfield/sites/new"


@pytest.mark.quick(cases=1)
def test_search_and_choose_with_the_keys_alone(page: Page) -> None:
    page.goto(EDIT)
    box = page.get_by_role("combobox", name="Home section")
    box.focus()
    expect(box).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowDown")
    expect(box).to_have_attribute("aria-expanded", "true")
    options = page.get_by_role("listbox", name="Home section").get_by_role("option")
    expect(options.last).to_contain_text("Add by address")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("wareh")
    expect(options).to_have_count(2)
    expect(options.first).to_contain_text("in the structure of Larkfield Docs")
    expect(page.get_by_role("status").filter(has_text="1 found.")).to_have_count(1)
    for key, place in (("End", 1), ("Home", 0), ("ArrowUp", 1), ("ArrowDown", 0)):
        page.keyboard.press(key)
        expect(options.nth(place)).to_have_attribute("aria-selected", "true")
        expect(box).to_have_attribute("aria-activedescendant", options.nth(place).get_attribute("id") or "")
        expect(box).to_be_focused()
    page.keyboard.press("Enter")
    expect(box).to_have_value("Warehouse")
    expect(box).to_have_attribute("aria-expanded", "false")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Larkfield Docs")
    page.goto(EDIT)
    expect(page.get_by_role("combobox", name="Home section")).to_have_value("Warehouse")


def test_escape_and_tab_leave_what_was_chosen(page: Page) -> None:
    page.goto(EDIT)
    box = page.get_by_role("combobox", name="Home section")
    chosen = box.input_value()
    for key in ("Escape", "Tab"):
        box.focus()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type("wareh")
        expect(box).to_have_attribute("aria-expanded", "true")
        page.keyboard.press(key)
        expect(box).to_have_attribute("aria-expanded", "false")
        expect(box).to_have_value(chosen)


def test_last_row_leads_to_the_id(page: Page) -> None:
    page.goto(EDIT)
    page.get_by_role("combobox", name="Home section").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("section_zebra")
    expect(page.get_by_role("option").filter(has_text="looks up “section_zebra”")).to_be_visible()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    by_hand = page.locator("#defaultSiteSection-other")
    expect(by_hand).to_be_focused()
    expect(by_hand).to_have_value("section_zebra")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("There is no section section_zebra")


def test_people_for_a_team_are_found_and_typed(page: Page) -> None:
    page.goto("/orgs/org_larkfield/teams/team_docs")
    page.goto("/orgs/org_larkfield/teams/team_support")
    page.locator("summary", has_text="Add people").press("Enter")
    box = page.get_by_role("combobox", name="Search people")
    box.press_sequentially("erin")
    options = page.get_by_role("option")
    expect(options.first).to_contain_text("Erin Walsh")
    expect(options.last).not_to_contain_text("looks up")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("checkbox", name="Erin Walsh")).to_be_checked()
    box.press_sequentially("frank")  # and the keys before the list has come
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("checkbox", name="Frank Adeyemi")).to_be_checked()
    page.get_by_role("checkbox", name="Frank Adeyemi").uncheck()
    box.fill("bob@larkfield.example")
    page.get_by_role("button", name="Add to the team").click()
    expect(page.get_by_role("row", name="Erin Walsh")).to_be_visible()
    expect(page.get_by_role("row", name="Bob Okafor")).to_be_visible()


def test_without_scripts_a_list_and_an_input(plain_page: Page) -> None:
    page = plain_page
    page.goto(EDIT)
    page.locator("#defaultSiteSection").select_option("Warehouse")
    page.locator("#defaultSiteSpace-other").fill("sitespace_docs_warehouse")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Larkfield Docs")
    page.goto(EDIT)
    expect(page.locator("#defaultSiteSection")).to_have_value("section_warehouse")
