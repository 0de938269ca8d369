"""A page reads the organization in the background, and takes nothing from whoever works on it."""

from playwright.sync_api import expect

from tests.browser.windows import WindowsOn
from tests.portals import PortalFor

SPACES = "/orgs/org_larkfield/spaces"


def test_a_list_grows_while_somebody_types(windows_on: WindowsOn, portal_for: PortalFor) -> None:
    page = windows_on(portal_for(BACKGROUND_READING=True)).open("Alice")
    page.goto(f"{SPACES}?q=nothing")
    page.get_by_label("Name", exact=True).fill("guide, as I type")
    with page.expect_response("**/reading") as part:
        expect(page.locator("#crawls-progress[data-crawl]")).to_have_count(1)
    assert part.value.request.headers["masthead-unattended"] == "true"
    expect(page.locator("#crawls-progress[data-crawl]")).to_have_count(0, timeout=30_000)
    expect(page.get_by_text("Larkfield Freight was read")).to_have_count(0)  # the list that matches nothing has no foot
    expect(page.get_by_label("Name", exact=True)).to_have_value("guide, as I type")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.goto(SPACES)
    expect(page.get_by_text("Larkfield Freight was read")).to_be_visible()
    expect(page.get_by_role("row", name="Shipping guide")).to_be_visible()
