"""What was typed and not saved comes back when the person does."""

import re

from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.windows import Windows
from tests.pages.pages import Pages
from tests.portals import session_of
from tests.world import ALICE

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"


def test_what_was_typed_is_shown_and_then_saved(each_page: Page) -> None:
    page = each_page
    page.goto(EDIT)
    page.get_by_label("Title").fill("x" * 200)
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("[data-problems]")).to_be_visible()
    page.goto(EDIT)
    page.get_by_role("button", name="Show what I typed").click()
    expect(page.get_by_label("Title")).to_have_value("x" * 200)
    page.get_by_label("Title").fill("Larkfield Guide")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Larkfield Guide")
    page.goto(EDIT)
    expect(page.get_by_role("button", name="Show what I typed")).to_have_count(0)


def test_what_another_token_left_is_read_and_cannot_be_sent(windows: Windows, portal: Flask) -> None:
    page, other = windows.open(), Pages(portal)
    name, value = session_of(portal, ALICE)
    page.context.add_cookies([{"name": name, "value": value, "url": windows.url}])
    page.goto(EDIT)
    page.get_by_label("Title", exact=True).fill("Larkfield Guide")
    cookie = value.partition(".")[0]
    other.client.set_cookie(*session_of(portal, ALICE))
    other.get("/sessions")
    other.post(f"/sessions/{cookie}/end", {})
    page.get_by_role("button", name="Save changes").click()
    page.get_by_role("button", name="Bob").click()
    page.get_by_role("link", name="1 draft", exact=True).click()
    page.get_by_text("Show the text").click()
    expect(page.get_by_role("textbox", name="What was typed")).to_have_value(re.compile("Title: Larkfield Guide"))
    expect(page.get_by_role("button", name="Open")).to_have_count(0)
