"""API specifications in the browser: one is watched until it is read, another one checked by keyboard."""

import re

from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.test_keyboard import tab_to

SPECS = "/orgs/org_larkfield/specs"
API = "/v1/orgs/org_larkfield/openapi"
LANES = "openapi: 3.1.0\ninfo:\n  title: Lanes\n  version: '{}'\npaths:\n  /lanes:\n    get:\n      responses: {{}}\n"


def test_one_is_made_and_watched_until_it_is_read(page: Page) -> None:
    page.goto(SPECS)
    page.get_by_role("link", name="New API specification").click()
    page.get_by_label("Slug", exact=True).fill("lanes")
    page.get_by_role("radio", name="Text or file").check()
    page.get_by_label("Text of the specification").fill(LANES.format(1))
    page.get_by_role("button", name="Create API specification").click()
    expect(toasts(page)).to_contain_text("The API read the source of lanes.", timeout=20_000)
    page.get_by_role("link", name=re.compile("^version")).click()
    page.get_by_role("link", name="GET /lanes").click()
    expect(page.get_by_role("heading", name="GET /lanes")).to_be_visible()


def test_a_failure_is_found_and_checked_by_keyboard(page: Page) -> None:
    page.goto(f"{SPECS}?state=failing")
    tab_to(page, "tracking")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("tracking")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    tab_to(page, "Read source again")
    page.keyboard.press("Enter")
    expect(toasts(page)).to_contain_text("tracking")
