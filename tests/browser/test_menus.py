"""The menus of the banner, with scripts."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.structure import open_board
from tests.browser.test_keyboard import tab_to
from tests.loops import for_each

MENUS = ("Larkfield Freight", "Theme", "Your account")


@pytest.fixture
def overview(page: Page) -> Page:
    """Alice at the overview."""
    page.goto("/orgs/org_larkfield")
    return page


@pytest.mark.quick(cases=1)
@for_each("place", range(len(MENUS)))
def test_escape_closes_a_menu_and_gives_the_focus_back(overview: Page, place: int) -> None:
    menu = overview.locator("details.menu").nth(place)
    menu.locator("summary").click()
    expect(menu).to_have_attribute("open", "")
    overview.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()


def test_a_menu_closes_when_the_focus_goes_on(overview: Page) -> None:
    menu = overview.locator("details.menu").nth(2)
    menu.locator("summary").press("Enter")
    tab_to(overview, "Sign out and clear names")
    overview.keyboard.press("Tab")
    expect(overview.get_by_role("link", name="Home", exact=True)).to_be_focused()
    expect(menu).not_to_have_attribute("open", "")


def test_another_menu_or_a_click_elsewhere_closes_a_menu(overview: Page) -> None:
    first, second = overview.locator("details.menu").nth(1), overview.locator("details.menu").nth(2)
    first.locator("summary").click()
    expect(first).to_have_attribute("open", "")
    second.locator("summary").click()
    expect(second).to_have_attribute("open", "")
    expect(first).not_to_have_attribute("open", "")
    overview.get_by_role("heading", level=1).click()
    expect(second).not_to_have_attribute("open", "")


def goes(page: Page, keys: tuple[tuple[str, str], ...]) -> None:
    """Each key leads to the entry of this name, and the page stays where it is."""
    for key, entry in keys:
        page.keyboard.press(key)
        expect(page.locator(".menu :focus")).to_have_text(entry)
    assert page.evaluate("scrollY") == 0


@pytest.mark.quick(cases=1)
def test_the_arrow_keys_go_through_a_menu(overview: Page) -> None:
    menu = overview.locator("details.menu").nth(1)
    menu.locator("summary").focus()
    steps = (("ArrowDown", "System"), ("ArrowDown", "Light"), ("ArrowUp", "System"), ("ArrowUp", "Dark"))
    goes(overview, (*steps, ("ArrowDown", "System"), ("End", "Dark"), ("Home", "System")))
    overview.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()


def test_an_arrow_key_goes_into_a_menu_that_was_opened(page: Page) -> None:
    open_board(page)
    page.locator("summary", has_text="Add").press("Enter")
    goes(page, (("ArrowDown", "Add space…"), ("ArrowDown", "Add section group…"), ("ArrowDown", "Add space…")))
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_entries_that_arrive_late_take_the_focus(overview: Page) -> None:
    overview.locator("details.switcher summary").press("ArrowDown")
    entry = overview.locator("details.switcher .menu-item").first
    expect(entry).not_to_have_text("All organizations")
    expect(entry).to_be_focused()


@pytest.mark.quick(cases=1)
def test_message_can_be_dismissed(overview: Page) -> None:
    overview.goto("/orgs/org_larkfield/settings")
    overview.get_by_role("button", name="Save profile").click()
    expect(toasts(overview)).to_contain_text("Nothing to save")
    overview.get_by_role("button", name="Dismiss").click()
    expect(overview.locator("[data-toast]")).to_have_count(0)
