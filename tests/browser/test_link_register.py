"""The register in the browser: it reads on by itself, and what is overdue is switched off together."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from masthead.store import LinkPlace
from masthead.web.person.portal import portal_of
from tests.browser.axe import bars
from tests.browser.windows import PHONE, Reset, Windows
from tests.loops import for_each
from tests.records import add_links, add_sites, ask
from tests.world import ALICE, RunningService

REGISTER = "/orgs/org_larkfield/links"
API = "/v1/orgs/org_larkfield/sites/site_partners/share-links"


@pytest.fixture
def overdue(portal: Flask) -> None:
    """Two links that are overdue."""
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    for link in ("link_carriers", "link_brokers"):
        place = LinkPlace("org_larkfield", "site_partners", link)
        portal_of(portal).store.link_notes.save(place, "x", note="For the fair", due=yesterday)


@pytest.mark.quick(cases=1)
def test_it_reads_on_by_itself_with_the_filters_of_now(page: Page, service: RunningService) -> None:
    add_sites(service, "org_larkfield", 60)
    add_links(service, "site_org_larkfield_0060", 2)
    page.goto(f"{REGISTER}?q=0002")
    expect(page.get_by_text("Masthead read all 67 sites")).to_be_visible()
    expect(page.get_by_role("link", name="Link 0002")).to_be_visible()
    expect(page.get_by_role("link", name="Link 0001")).to_have_count(0)


@pytest.mark.usefixtures("overdue")
def test_what_is_over_due_is_switched_off_together(page: Page, service: RunningService) -> None:
    page.goto(REGISTER)
    page.get_by_role("link", name="Review overdue links").click()
    page.get_by_role("checkbox", name="Switch off Brokers and forwarders of Partner onboarding").uncheck()
    page.get_by_role("button", name="Switch off selected links").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Switch off 1 overdue share link")
    expect(page.get_by_text("Done").first).to_be_visible()
    listed = ask(service, ALICE, "GET", API).get_json()["items"]
    assert [each["active"] for each in listed] == [False, False, True, False]


@for_each("path", [REGISTER, "/orgs/org_larkfield/sites/site_partners/links"])
@for_each("scripts", [True, False])
def test_a_second_click_in_the_same_place_changes_the_same_link(
    anew: Reset, windows: Windows, path: str, *, scripts: bool
) -> None:
    anew()
    page = windows.open("Alice", scripts=scripts)
    page.goto(path)
    box = page.get_by_role("button", name="Switch off Carriers 2025").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    again = page.get_by_role("button", name="Switch on Carriers 2025")
    expect(again).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_in_viewport()
    found = again.bounding_box()
    assert found
    assert abs(found["y"] - box["y"]) <= box["height"] / 2


def test_a_long_list_stays_where_it_was_scrolled_to(page: Page, service: RunningService) -> None:
    add_links(service, "site_partners", 40)
    page.goto("/orgs/org_larkfield/sites/site_partners/links")
    last = page.get_by_role("row").last
    last.scroll_into_view_if_needed()
    before = page.evaluate("window.scrollY")
    last.get_by_role("button", name="Switch off").click()
    expect(page.get_by_role("button", name="Undo")).to_be_in_viewport()
    assert page.evaluate("window.scrollY") == before


@pytest.mark.usefixtures("overdue")
@for_each("path", [REGISTER, f"{REGISTER}/overdue"])
def test_what_is_over_due_bars_nobody(page: Page, path: str) -> None:
    page.goto(path)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert bars(page) == []


def test_on_a_phone_the_buttons_for_selected_links_show_once_there_are_some(windows: Windows) -> None:
    page = windows.open("Alice", width=PHONE)
    page.goto(REGISTER)
    switch = page.get_by_role("button", name="Switch off…")
    expect(page.get_by_role("link", name="Carriers 2025")).to_be_visible()
    expect(switch).to_be_hidden()
    page.get_by_role("checkbox", name="Carriers 2025").check()
    expect(switch).to_be_in_viewport()
