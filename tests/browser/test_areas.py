"""The areas of an organization on a phone: a bar at the bottom, and all of them over the page."""

from playwright.sync_api import expect

from tests.browser.windows import PHONE, Windows
from tests.loops import for_each

ORG = "/orgs/org_larkfield"


@for_each("scripts", [True, False])
def test_all_areas_open_over_the_page_and_close(windows: Windows, *, scripts: bool) -> None:
    page = windows.open("Alice", scripts=scripts, width=PHONE)
    page.goto(f"{ORG}/sites")
    areas = page.get_by_role("navigation", name="Areas of Larkfield Freight")
    expect(areas).to_be_hidden()
    page.get_by_role("button", name="All areas").click()
    expect(areas.get_by_role("link", name="Sites")).to_have_attribute("aria-current", "page")
    page.keyboard.press("Escape")
    expect(areas).to_be_hidden()
    expect(page.get_by_role("button", name="All areas")).to_be_focused()
    page.keyboard.press("Enter")
    areas.get_by_role("link", name="Activity").click()
    expect(page).to_have_url(f"{windows.url}{ORG}/journal")
    expect(areas).to_be_hidden()


def test_what_has_the_focus_is_in_sight_above_the_bar(windows: Windows) -> None:
    page = windows.open("Alice", width=PHONE, reduced_motion="reduce")  # it scrolls at once
    page.goto(f"{ORG}/settings")
    bar = page.get_by_role("navigation", name="Main areas").bounding_box()
    assert bar
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.locator("main :focus")
        if focused.count():
            box = focused.bounding_box()
            assert box
            assert box["y"] + box["height"] <= bar["y"], focused.inner_html()
