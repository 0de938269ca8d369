"""An age that a page shows goes on while the page is open."""

from playwright.sync_api import Page, expect

SITES = "/orgs/org_larkfield/sites"


def test_an_age_goes_on(page: Page) -> None:
    page.clock.install()
    page.goto(SITES)
    age = page.locator("[data-age]").first
    expect(age).to_have_text("just now")
    for forward, words in (("00:40", "40 seconds ago"), ("05:00", "6 minutes ago"), ("02:00:00", "2 hours ago")):
        page.clock.fast_forward(forward)
        expect(age).to_have_text(words)


def test_another_list_begins_with_its_own(page: Page) -> None:
    page.clock.install()
    page.goto(SITES)
    page.clock.fast_forward("05:00")
    expect(page.locator("[data-age]").first).to_have_text("5 minutes ago")
    page.get_by_role("link", name="Refresh").click()
    expect(page.locator("[data-age]").first).to_have_text("just now")
