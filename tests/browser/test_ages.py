"""An age that a page shows goes on while the page is open."""

import re

from playwright.sync_api import expect

from tests.browser.windows import Windows

SITES = "/orgs/org_larkfield/sites"


def test_an_age_goes_on_and_another_list_begins_with_its_own(windows: Windows) -> None:
    page = windows.open("Alice", clock=True)
    page.goto(SITES)
    age = page.locator("[data-age]").first
    expect(age).to_have_text("just now")
    for forward, words in (("00:40", r"[4-8]\d seconds ago"), ("05:00", "6 minutes ago"), ("02:00:00", "2 hours ago")):
        page.clock.fast_forward(forward)
        expect(age).to_have_text(re.compile(words))  # the time of a busy machine passes too
    page.get_by_role("link", name="Refresh").click()
    expect(page.locator("[data-age]").first).to_have_text("just now")
