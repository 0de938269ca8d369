"""Below a path of a proxy: scripts, htmx and cookies of the portal stay there."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.served import Served
from tests.browser.windows import WindowsOn
from tests.portals import PortalFor

BELOW = "/masthead"
SITES = f"{BELOW}/orgs/org_larkfield/sites"


def test_a_person_signs_in_and_works(windows_on: WindowsOn, portal_for: PortalFor, served: Served) -> None:
    page = windows_on(portal_for(PUBLIC_URL=served.url + BELOW)).open(own=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.goto(SITES)
    page.get_by_role("button", name="Alice").click()
    expect(page).to_have_url(SITES)
    page.get_by_label("Title").first.fill("help")  # htmx filters the list
    expect(page).to_have_url(re.compile("title=help"))
    page.keyboard.press("ControlOrMeta+k")
    page.keyboard.type("switch to dark")
    expect(page.get_by_role("dialog").get_by_role("option").first).to_contain_text("Switch to dark theme")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")
    page.locator("summary", has_text="Your account").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page).to_have_url(re.compile(f"{BELOW}/sign-in"))
    assert [path for path in asked if not f"{path}/".startswith(f"{BELOW}/")] == []
    cookies = page.context.cookies()
    assert {each["name"] for each in cookies} >= {"browser_time_zone", "theme"}
    assert {each["path"] for each in cookies} == {BELOW}
