"""An API specification in the browser: one is watched until it is read."""

import re

from playwright.sync_api import Page, expect

from tests.browser.acts import toasts

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
