"""Times are those of the browser's time zone, from the first page after the sign-in, and UTC on hover."""

from playwright.sync_api import expect

from tests.browser.windows import Windows

LINK = "/orgs/org_larkfield/sites/site_docs"


def test_times_are_in_the_zone_of_the_browser_until_another_one_is_selected(windows: Windows) -> None:
    page = windows.open("Alice", timezone_id="Asia/Kolkata")
    page.goto("/sessions")
    page.goto(LINK)
    created = page.locator("main time").first
    expect(created).to_have_attribute("title", "3 Apr 2023, 09:00 UTC")
    expect(created).to_have_text("3 Apr 2023, 14:30")
    page.goto("/sessions")
    page.get_by_label("Time zone").select_option(label="Tokyo")
    page.get_by_role("button", name="Save time zone").click()
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    assert page.locator("main td time").first.get_attribute("title")
