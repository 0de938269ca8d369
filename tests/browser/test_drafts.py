"""What was typed and not saved comes back when the person does."""

import re

from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.windows import DESK, HEIGHT, PHONE, Windows
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import session_of
from tests.world import ALICE

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
NEW = "/orgs/org_larkfield/sites/new"
LONG = "x" * 200


@for_each("width", [PHONE, DESK])
def test_a_long_title_fits(windows: Windows, width: int) -> None:
    page = windows.open("Alice", width=width)
    page.goto(NEW)
    page.get_by_label("Title").fill(LONG)
    page.get_by_role("button", name="Create site").click()
    expect(page.locator("[data-problems]")).to_be_visible()
    page.goto("/drafts")
    expect(page.locator("main")).to_contain_text(LONG)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_long_title_that_another_token_left_fits(windows: Windows, portal: Flask) -> None:
    page = _parked(windows, portal, NEW, LONG, "Create site")
    page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    expect(page.locator(".parked")).to_contain_text(LONG)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


def test_what_another_token_left_is_read_and_cannot_be_sent(windows: Windows, portal: Flask) -> None:
    page = _parked(windows, portal, EDIT, "Larkfield Guide", "Save changes")
    page.get_by_text("Show text").click()
    expect(page.get_by_role("textbox", name="What was typed")).to_have_value(re.compile("Title: Larkfield Guide"))
    expect(page.get_by_role("button", name="Open")).to_have_count(0)


def _parked(windows: Windows, portal: Flask, address: str, title: str, button: str) -> Page:
    """Bob's drafts, in the browser in which Alice's session ended before she sent a title."""
    page, other = windows.open(), Pages(portal)
    name, value = session_of(portal, ALICE)
    page.context.add_cookies([{"name": name, "value": value, "url": windows.url}])
    page.goto(address)
    page.get_by_label("Title", exact=True).fill(title)
    cookie = value.partition(".")[0]
    other.client.set_cookie(*session_of(portal, ALICE))
    other.get("/sessions")
    other.post(f"/sessions/{cookie}/end", {})
    page.get_by_role("button", name=button).click()
    page.get_by_role("button", name="Bob").click()
    page.get_by_role("link", name="1 draft", exact=True).click()
    return page
