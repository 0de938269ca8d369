"""Pages with many rows, many filters and long names: what belongs together stays together, and in reach."""

from collections.abc import Callable
from datetime import timedelta

from flask import Flask
from playwright.sync_api import Page, expect

from masthead.store import Intent, LinkPlace, Outcome, State, Subject
from masthead.web.person.portal import portal_of
from masthead.web.person.time_zone import today
from tests.browser.custom_field_states import VALUES, filling_in
from tests.browser.roster_states import MIXED, ROSTER, giving
from tests.browser.tables import too_wide
from tests.browser.test_layout import box
from tests.browser.windows import DESK, HEIGHT, PHONE, Windows
from tests.loops import for_each
from tests.planned import PLANS, SITES, keep_plan
from tests.records import add_links, ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
JOURNAL = f"{ORG}/journal"
TOGETHER = "item => ['a', '.state'].map(each => item.querySelector(each).getBoundingClientRect().toJSON())"


def test_more_filters_open_between_the_line_of_the_others_and_the_button(page: Page) -> None:
    page.goto(f"{JOURNAL}?q=anything")
    button, more = page.get_by_role("button", name="Filter", exact=True), page.get_by_text("More filters")
    line = box(button)["y"]
    assert box(more)["y"] == line
    more.click()
    outcome, period = box(page.get_by_label("Outcome")), box(page.get_by_text("Period", exact=True))
    assert box(more)["y"] == line
    assert line + box(more)["height"] < outcome["y"] < box(button)["y"] < period["y"]
    assert box(page.get_by_role("link", name="Clear"))["y"] == box(button)["y"]
    more.click()
    expect(page.get_by_label("Outcome")).to_be_hidden()


def test_the_progress_of_a_bulk_change_is_one_line(page: Page, portal: Flask) -> None:
    keep_plan(portal, ALICE, SITES)
    keep_plan(portal, ALICE, SITES, title="Switch off overdue share links " * 5)
    page.goto(PLANS)
    assert box(page.get_by_role("row").filter(has_text="Hide sites"))["height"] < 45


def test_an_outcome_stands_beside_a_change_of_several_lines(page: Page, portal: Flask) -> None:
    store = portal_of(portal).store
    site = Subject("site", "site_docs", "Docs")
    summary = "Change the site Larkfield Docs: " + "title, visibility, " * 10
    owner = store.keys.owner_of(ALICE)
    number = store.journal.begin(Intent("org_larkfield", owner, "updateSite", ("org_larkfield",), site, summary))
    store.journal.settle(number, Outcome(State.UNKNOWN))
    page.goto(ORG)
    change = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=summary.strip()))
    link, outcome = change.evaluate(TOGETHER)  # other parts of the page come later, and move it
    assert link["height"] > 40
    assert outcome["y"] < link["y"] + link["height"]
    assert outcome["x"] >= link["x"] + link["width"]


def test_the_buttons_of_a_page_in_a_space_share_a_line(page: Page) -> None:
    page.goto(f"{ORG}/spaces/space_guide/pages/page_guide_rates")
    heads = [box(each) for each in page.locator(".page-head").locator("h1, .btn").all()]
    assert len(heads) == 4
    assert len({each["y"] for each in heads[1:]}) == 1
    assert heads[1]["x"] - heads[0]["x"] < 2


@for_each("path, act", [(ROSTER, giving(MIXED)), (VALUES, filling_in)])
def test_what_a_review_asks_is_as_wide_as_its_table(page: Page, path: str, act: Callable[[Page], None]) -> None:
    page.goto(path)
    act(page)
    assert box(page.locator("form .panel"))["width"] == box(page.locator(".table-wrap"))["width"]


def test_a_share_link_with_the_longest_name_keeps_its_buttons_in_a_line(page: Page, service: RunningService) -> None:
    path = f"/v1{ORG}/sites/site_partners/share-links/link_carriers"
    assert ask(service, ALICE, "PATCH", path, {"name": "Carriers of the north " * 2 + "2026"}).status_code == 200
    page.goto(f"{ORG}/sites/site_partners/links")
    row = page.get_by_role("row").filter(has_text="Carriers of the north")
    buttons = row.locator(".actions").locator("a, button").all()
    assert len(buttons) == 3
    assert len({round(box(each)["y"]) for each in buttons}) == 1
    assert too_wide(page) == []


def test_the_register_of_overdue_links_fits_its_page(page: Page, portal: Flask, service: RunningService) -> None:
    add_links(service, "site_docs", 20)
    place, due = LinkPlace("org_larkfield", "site_docs", "link_site_docs_0001"), today() - timedelta(days=1)
    portal_of(portal).store.link_notes.save(place, "x", note="For the fair in Oslo " * 5, due=due)
    path = f"/v1{ORG}/sites/site_docs/share-links/{place.link}"
    assert ask(service, ALICE, "PATCH", path, {"name": "Carriers of the north " * 2 + "2026"}).status_code == 200
    page.goto(f"{ORG}/links")
    row = page.get_by_role("row").filter(has_text="For the fair in Oslo")
    due_at, sign = box(row.locator(".day").first), box(row.locator(".overdue .icon"))
    assert sign["y"] < due_at["y"] + due_at["height"]
    assert too_wide(page) == []


@for_each("width, height", [(DESK, HEIGHT // 2), (PHONE, HEIGHT)])
def test_what_becomes_of_selected_items_of_the_inbox_stays_in_reach(windows: Windows, width: int, height: int) -> None:
    page = windows.open("Alice", width=width)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{ORG}/spaces")
    page.goto(f"{ORG}/inbox")
    last = page.locator(".inbox input").last
    last.check()
    bar, item = page.locator("#inbox-chosen"), last.locator("xpath=..")
    expect(bar).to_be_in_viewport(ratio=1)
    item.evaluate("item => item.scrollIntoView({ block: 'end' })")
    above, below = sorted((box(item), box(bar)), key=lambda each: each["y"])
    assert above["y"] + above["height"] <= below["y"]


def test_a_long_subject_of_a_change_request_takes_one_line(page: Page, service: RunningService) -> None:
    subject = "Say which papers a driver has to show at the gate of a harbour outside Europe "
    path = "/v1/spaces/space_guide/change-requests/change_guide_customs"
    assert ask(service, ALICE, "PATCH", path, {"subject": subject}).status_code == 200
    page.goto(f"{ORG}/spaces/space_guide/change-requests")
    assert box(page.get_by_role("link", name=f"#2 {subject.strip()}", exact=True))["height"] < 30


@for_each("width", [DESK, PHONE])
def test_the_box_of_an_item_of_the_inbox_stands_in_the_middle_of_it(windows: Windows, width: int) -> None:
    page = windows.open("Alice", width=width)
    page.goto(f"{ORG}/spaces")
    page.goto(f"{ORG}/inbox")
    item = page.get_by_role("listitem").filter(has_text="Claims now ask for")
    row, tick = box(item), box(item.get_by_role("checkbox"))
    assert abs(row["y"] + row["height"] / 2 - tick["y"] - tick["height"] / 2) < 2
