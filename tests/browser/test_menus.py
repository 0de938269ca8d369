"""The menus of the banner, with scripts."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.test_keyboard import tab_to

MENUS = ("Larkfield Freight", "Theme", "Your account")


@pytest.fixture
def overview(page: Page) -> Page:
    """Alice at the overview."""
    page.goto("/orgs/org_larkfield")
    return page


@pytest.mark.quick(cases=1)
@pytest.mark.parametrize("place", range(len(MENUS)), ids=MENUS)
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
    tab_to(overview, "Sign out and clear my directory")
    overview.keyboard.press("Tab")
    expect(overview.get_by_role("link", name="Overview").first).to_be_focused()
    expect(menu).not_to_have_attribute("open", "")


def test_click_elsewhere_closes_a_menu(overview: Page) -> None:
    menu = overview.locator("details.menu").nth(1)
    menu.locator("summary").click()
    expect(menu).to_have_attribute("open", "")
    overview.get_by_role("heading", level=1).click()
    expect(menu).not_to_have_attribute("open", "")


def test_opening_one_menu_closes_another(overview: Page) -> None:
    first, second = overview.locator("details.menu").nth(1), overview.locator("details.menu").nth(2)
    first.locator("summary").click()
    second.locator("summary").click()
    expect(second).to_have_attribute("open", "")
    expect(first).not_to_have_attribute("open", "")


@pytest.mark.quick(cases=1)
def test_message_can_be_dismissed(overview: Page) -> None:
    overview.goto("/orgs/org_larkfield/settings")
    overview.get_by_role("button", name="Save profile").click()
    expect(toasts(overview)).to_contain_text("Nothing to save")
    overview.get_by_role("button", name="Dismiss").click()
    expect(overview.locator("[data-toast]")).to_have_count(0)
