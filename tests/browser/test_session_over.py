"""The session ends while a page is open: what it asks for by itself keeps what is typed there."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.structure import DOCS, choose, open_board, row
from tests.browser.windows import Windows

OVER = "You are no longer signed in. What you typed is still here."
SESSION = "masthead"


def end_session(page: Page) -> None:
    page.context.clear_cookies(name=SESSION)


def over(page: Page) -> Locator:
    return page.get_by_role("alert").filter(has_text=OVER)


def look_at_window(page: Page) -> None:
    page.evaluate("window.dispatchEvent(new Event('focus'))")


def sign_in_beside(page: Page) -> None:
    """As the link of the notice has it: in another tab, which leads back to the same page."""
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Sign in in a new tab").click()
    opened.value.get_by_role("button", name="Alice").click()
    opened.value.wait_for_url(page.url)
    opened.value.close()


@pytest.fixture
def sheet(windows: Windows) -> Page:
    """The sheet of a space, with a path typed into it."""
    page = open_board(windows.open("Alice"))
    choose(row(page, "API reference"), "Edit")
    page.get_by_label("Path").fill("typed-and-kept")
    return page


def test_a_look_of_the_page_keeps_what_is_typed(sheet: Page) -> None:
    end_session(sheet)
    look_at_window(sheet)
    expect(over(sheet)).to_be_visible()
    expect(sheet).to_have_url(re.compile(f"{DOCS}$"))
    expect(sheet.get_by_label("Path")).to_have_value("typed-and-kept")
    sign_in_beside(sheet)
    look_at_window(sheet)
    expect(over(sheet)).to_have_count(0)
    sheet.get_by_role("button", name="Save to draft").click()
    expect(sheet.get_by_role("dialog")).to_be_hidden()
    expect(row(sheet, "API reference").get_by_text("typed-and-kept")).to_be_visible()


OTHER = "Somebody else signed in in this browser"
SENDS_NOTHING = f"{OTHER}, or you did with another access token. This page sends nothing until you sign in as before."


def sign_in_instead(page: Page, person: str) -> None:
    """In another tab, as somebody does who finds nobody signed in."""
    end_session(page)
    tab = page.context.new_page()
    tab.goto("/sign-in?next=/sessions")
    tab.get_by_role("button", name=person).click()
    tab.wait_for_url("/sessions")
    tab.close()


def sends_nothing(page: Page) -> Locator:
    return page.get_by_role("alert").filter(has_text=SENDS_NOTHING)


def drafts_of(windows: Windows, person: str) -> Page:
    page = windows.open(person)
    page.goto("/drafts")
    return page


def test_a_page_of_alice_changes_no_draft_of_bob(sheet: Page, windows: Windows) -> None:
    sign_in_instead(sheet, "Bob")
    look_at_window(sheet)
    expect(sends_nothing(sheet)).to_be_visible()
    expect(sheet.get_by_text("was applied or discarded")).to_have_count(0)
    sheet.get_by_role("button", name="Save to draft").click()
    expect(sheet.get_by_role("dialog").get_by_text(f"Nothing was changed. {OTHER}")).to_be_visible()
    expect(sheet.get_by_label("Path")).to_have_value("typed-and-kept")
    expect(drafts_of(windows, "Bob").get_by_text("Larkfield Docs")).to_have_count(0)
    sign_in_instead(sheet, "Alice")
    look_at_window(sheet)
    expect(sends_nothing(sheet)).to_have_count(0)
    sheet.get_by_role("button", name="Save to draft").click()
    expect(row(sheet, "API reference").get_by_text("typed-and-kept")).to_be_visible()


def test_a_form_of_alice_stays_as_it_is_while_bob_is_signed_in(windows: Windows) -> None:
    page = windows.open("Alice")
    page.goto("/orgs/org_larkfield/sites/site_docs/edit")
    page.get_by_label("Title", exact=True).fill("Guide of Alice")
    sign_in_instead(page, "Bob")
    page.get_by_role("button", name="Save").first.click()
    expect(sends_nothing(page)).to_be_visible()
    expect(page.get_by_label("Title", exact=True)).to_have_value("Guide of Alice")
    page.once("dialog", lambda asks: asks.dismiss())
    page.get_by_role("link", name="Your drafts").or_(page.get_by_role("link", name="Masthead")).first.click()
    expect(page.get_by_label("Title", exact=True)).to_have_value("Guide of Alice")  # which is not left without a word
    expect(drafts_of(windows, "Bob").get_by_text("Guide of Alice")).to_have_count(0)
