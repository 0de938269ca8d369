"""Share links in the browser: made and copied, uncovered, rotated; with scripts, without, and with the keys alone."""

from datetime import date

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from masthead.store import LinkPlace
from masthead.web.person.portal import portal_of
from tests.browser.tables import too_wide
from tests.browser.test_keyboard import tab_to
from tests.browser.windows import DESK, PHONE, Windows
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE, RunningService

LINKS = "/orgs/org_larkfield/sites/site_partners/links"
ROTATE = f"{LINKS}/link_carriers/rotate"
API = "/v1/orgs/org_larkfield/sites/site_partners/share-links"
KEY = "carriers-7f3k9q2m"
COPIED = "navigator.clipboard.readText()"


def address(service: RunningService, name: str) -> str:
    items = ask(service, ALICE, "GET", API).get_json()["items"]
    said: str = [each for each in items if each["name"] == name][-1]["urls"]["published"]
    return said


def clipboard(windows: Windows) -> Page:
    """Alice, in a browser that lets the page write to the clipboard, and the test read it."""
    return windows.open("Alice", permissions=["clipboard-read", "clipboard-write"])


def test_an_address_is_copied_without_being_shown(windows: Windows) -> None:
    page = clipboard(windows)
    page.goto(LINKS)
    tab_to(page, "Copy the address of Carriers 2025")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Copied").first).to_be_visible()
    assert page.evaluate(COPIED).endswith(KEY)
    expect(page.get_by_role("textbox", name="Address of Carriers 2025")).to_be_hidden()


@pytest.mark.quick(cases=1)
def test_a_new_link_is_made_and_copied_in_one_go(windows: Windows, service: RunningService) -> None:
    page = clipboard(windows)
    page.goto(LINKS)
    page.get_by_label("Name of the new link").fill("Auditors")
    page.get_by_role("button", name="Create link").click()
    page.get_by_role("button", name="Copy the address of Auditors").click()
    expect(page.get_by_text("Copied").first).to_be_visible()
    assert page.evaluate(COPIED) == address(service, "Auditors")


@for_each("width", [DESK, PHONE])
def test_an_open_address_is_read_in_full_and_no_longer_covered(windows: Windows, width: int) -> None:
    page = windows.open("Alice", width=width)
    page.goto(f"{LINKS}/link_carriers?made=1")
    field = page.get_by_role("textbox", name="Address of Carriers 2025")
    expect(field).to_be_visible()
    assert field.evaluate("each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight")
    expect(page.get_by_text("••••••")).to_be_hidden()


def test_the_actions_of_a_link_stand_in_one_line(page: Page) -> None:
    page.goto(LINKS)
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="Carriers 2025", exact=True))
    boxes = [each.bounding_box() for each in row.locator(".actions :is(a, button)").all()]
    tops = [each["y"] for each in boxes if each]
    assert (len(tops), max(tops) - min(tops) < 4) == (3, True)


def test_where_the_clipboard_is_closed_the_address_is_selected(page: Page) -> None:
    page.goto(LINKS)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy the address of Carriers 2025").click()
    field = page.get_by_role("textbox", name="Address of Carriers 2025")
    expect(field).to_be_focused()
    assert page.evaluate("getSelection().toString()").endswith(KEY)


@pytest.mark.quick(cases=1)
def test_without_scripts_an_address_is_uncovered_and_no_button_does_nothing(plain_page: Page) -> None:
    plain_page.goto(LINKS)
    expect(plain_page.locator("[data-copy]").first).to_be_hidden()
    field = plain_page.get_by_label("Address of Carriers 2025", exact=True)
    expect(field).to_be_hidden()
    plain_page.locator("summary", has_text="the address of Carriers 2025").click()
    expect(field).to_be_visible()
    assert field.input_value().endswith(KEY)


def test_what_is_said_in_a_step_has_no_number(page: Page) -> None:
    page.goto(ROTATE)
    page.get_by_label("Name of the new link").evaluate(
        "name => { name.removeAttribute('maxlength'); name.form.noValidate = true }"
    )
    page.get_by_label("Name of the new link").fill("n" * 51)
    page.get_by_role("button", name="Create the new link").click()
    numbered = "each => getComputedStyle(each, '::before').content"
    assert page.get_by_role("heading", name="Nothing was saved").evaluate(numbered) == "none"
    assert "counter" in page.get_by_role("heading", name="Create the new link").evaluate(numbered)


def test_rotate_with_the_keys_alone(page: Page, service: RunningService) -> None:
    page.goto(ROTATE)
    tab_to(page, "Name of the new link")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Switch off the old link")).to_be_visible()
    tab_to(page, "Switch off the old link")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Share links")
    assert not ask(service, ALICE, "GET", API).get_json()["items"][0]["active"]


def test_going_back_asks_for_the_page_anew(page: Page) -> None:
    page.goto(LINKS)
    page.get_by_role("link", name="Carriers 2025", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Carriers 2025")
    assert KEY not in page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Share links")


@for_each("width", [DESK, PHONE])
def test_a_table_with_an_overdue_link_fits_its_page(
    portal: Flask, windows: Windows, service: RunningService, width: int
) -> None:
    ask(service, ALICE, "PATCH", f"{API}/link_carriers", {"name": "Carriers of the whole country "})
    place = LinkPlace("org_larkfield", "site_partners", "link_carriers")
    portal_of(portal).store.link_notes.save(place, "x", note="For all carriers", due=date(2025, 1, 7))
    page = windows.open("Alice", width=width)
    page.goto(LINKS)
    expect(page.get_by_text("overdue")).to_be_visible()
    assert too_wide(page) == []
