"""Scanning: begun, gone on with, stopped, resumed and ended, by plain forms; each person's own."""

from dataclasses import replace

import pytest
from flask import Flask

from blueprints.scans.views import READ_PAGES
from masthead.lookup.scan import STAGES
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.directory.scans import FailedCall
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
SCAN = f"{ORG}/known/scan"
API = "/v1/orgs/org_larkfield"
PART = {"HX-Request": "true", "HX-Target": "scans-progress"}


@pytest.fixture(autouse=True)
def no_walk_yet(portal: Flask) -> None:
    forget_scans(portal)


def forget_scans(portal: Flask) -> None:
    parts = get_portal(portal)
    for token in (ALICE, BOB):
        parts.store.scans.forget_all(parts.store.keys.owner_of(token))


def kinds(portal: Flask, token: str = ALICE) -> set[str]:
    parts = get_portal(portal)
    return set(parts.store.directory.counts(parts.store.keys.owner_of(token), DirectoryQuery()))


def scan_all(pages: Pages) -> Page:
    """Begin, and go on until it has nothing left to do."""
    pages.get(SCAN)
    shown = pages.submit(SCAN, budget="200")
    assert "0 of 200 API calls used" in shown.main
    for _ in range(50):
        if "Continue" not in shown.main:
            break
        shown = pages.submit(f"{SCAN}/go-on")
    return shown


def test_the_directory_leads_to_it_and_forms_choose_neither_budget_nor_way_back_freely(
    alice: Pages, asked: Log
) -> None:
    alice.get(f"{ORG}/known")
    assert f'href="{SCAN}"' in alice.shown.html
    asked.clear()
    assert alice.get(SCAN).h1 == "Scan"
    assert asked.lines == []
    forget_scans(alice.app)
    alice.get(SCAN)
    for budget in ("1000000", "-1", "", "x"):
        assert "of 50 API calls" in alice.post(SCAN, {"budget": budget}).main
    forget_scans(alice.app)
    alice.get(f"{SCAN}?next=//evil.example/")
    alice.submit(SCAN, budget="50")
    assert "Back to" not in alice.submit(f"{SCAN}/stop").main


def test_from_beginning_to_end_by_hand(alice: Pages, portal: Flask) -> None:
    shown = scan_all(alice)
    assert "Nothing is left to scan." in shown.main
    assert {"space", "team", "user", "collection", "change-request", "section-group"} <= kinds(portal)
    assert "Get started" in alice.get(f"{ORG}/known?kind=space").main


def test_the_calls_that_were_refused_are_named_with_their_pages(bob: Pages) -> None:
    shown = scan_all(bob)
    assert "and what the API answered" in shown.main, shown.main
    assert "Identity providers: “" in shown.main
    assert "” (status 403)" in shown.main
    assert shown.links["Identity providers"] == f"{ORG}/sso"
    assert "Scan again" in shown.buttons


def test_a_site_without_published_view_or_that_is_gone_is_no_failure(alice: Pages, service: RunningService) -> None:
    made = ask(service, ALICE, "POST", f"{API}/sites", {"type": "basic", "title": "Short-lived"}).get_json()["id"]
    alice.get(f"{ORG}/sites/{made}")
    alice.get(f"{ORG}/sites/site_warehouse")
    ask(service, ALICE, "DELETE", f"{API}/sites/{made}")
    assert alice.get(f"{ORG}/sites/{made}?refresh=1").status == 404
    shown = scan_all(alice)
    assert "Nothing is left to scan." in shown.main
    assert "refused or failed" not in shown.main


@for_each("status, is_of_role", [(403, True), (404, False), (None, False)])
def test_the_role_is_named_where_it_was_the_reason(
    alice: Pages, portal: Flask, status: int | None, *, is_of_role: bool
) -> None:
    forget_scans(portal)
    parts = get_portal(portal)
    owner, org = parts.store.keys.owner_of(ALICE), "org_larkfield"
    parts.store.scans.begin(owner, org, 50, [])
    scan = parts.store.scans.take(owner, org)
    assert scan is not None
    failed = [FailedCall(STAGES[0].endpoint.name, [org], status, "No.")]
    parts.store.scans.save(owner, replace(scan, skipped=1, failed=failed), ends_slice=True)
    shown = alice.get(SCAN)
    assert "1 call was refused or failed." in shown.main
    assert ("Your role may not let you read everything." in shown.main) == is_of_role


def test_calls_that_failed_are_named_and_forgetting_all_forgets_the_scan(alice: Pages, portal: Flask) -> None:
    parts = get_portal(portal)
    owner, org = parts.store.keys.owner_of(ALICE), "org_larkfield"
    parts.store.scans.begin(owner, org, 50, [])
    scan = parts.store.scans.take(owner, org)
    assert scan is not None
    ids = {stage.endpoint.name: [org, f"{stage.kind}_x"] for stage in STAGES}
    failed = [FailedCall(name, each, None, "The API can't be reached.") for name, each in ids.items()]
    parts.store.scans.save(owner, replace(scan, skipped=12, failed=failed), ends_slice=True)
    shown = alice.get(SCAN)
    assert "Members of the team team_x: The API can't be reached." in shown.main
    assert shown.links["Teams of the collection collection_x"] == f"{ORG}/collections/collection_x/access"
    assert {*ids} == {*READ_PAGES}
    assert "And 2 more calls." in shown.main
    forget_scans(alice.app)
    alice.get(SCAN)
    alice.submit(SCAN, budget="50")
    alice.get("/sessions")
    alice.submit("/forget-seen")
    assert "calls used" not in alice.get(SCAN).main


def test_stop_and_resume(alice: Pages, asked: Log) -> None:
    alice.get(SCAN)
    alice.submit(SCAN, budget="50")
    assert "Scan stopped" in alice.submit(f"{SCAN}/stop").main
    asked.clear()
    alice.post(f"{SCAN}/go-on", {})
    assert [line for line in asked.lines if line != f"GET {API}"] == []
    alice.get(SCAN)
    shown = alice.submit(f"{SCAN}/go-on", press="Resume")
    assert "calls used" in shown.main
    assert " 0 of" not in shown.main


def test_htmx_gets_the_progress_alone_and_goes_on_by_itself(alice: Pages) -> None:
    alice.get(SCAN)
    alice.submit(SCAN, budget="50")
    assert 'hx-trigger="load' in alice.shown.html
    part = alice.client.post(
        f"{SCAN}/go-on", data={"csrf_token": alice.csrf_token()}, headers={**PART, "Origin": "http://localhost"}
    )
    assert (part.status_code, b"<html" in part.data, b'id="scans-progress"' in part.data) == (200, False, True)
    part = alice.client.post(
        f"{SCAN}/stop", data={"csrf_token": alice.csrf_token()}, headers={**PART, "Origin": "http://localhost"}
    )
    assert b"hx-trigger" not in part.data


def test_nobody_goes_on_with_another_s(alice: Pages, bob: Pages, portal: Flask, asked: Log) -> None:
    alice.get(SCAN)
    alice.submit(SCAN, budget="50")
    asked.clear()
    bob.get(SCAN)
    bob.post(f"{SCAN}/go-on", {"resume": "1"})
    bob.post(f"{SCAN}/stop", {})
    assert "calls used" not in bob.get(SCAN).main
    assert set(asked.lines) == {f"GET {API}"}
    assert kinds(portal, BOB) == {"organization"}
    assert "Continue" in alice.get(SCAN).main


def test_a_service_that_is_away_lets_it_rest(portal_for: PortalFor, service: RunningService) -> None:
    alice = Pages(portal_for(BREAKER_REST_SECONDS=0.1)).sign_in(ALICE)
    alice.get(SCAN)
    alice.submit(SCAN, budget="50")
    service.stop()
    try:
        shown = alice.submit(f"{SCAN}/go-on")
    finally:
        service.start()
    assert "The API didn't answer. Continue in a moment." in shown.main
    assert 'hx-trigger="load' not in shown.html
    assert "of 50 API calls" in alice.submit(f"{SCAN}/go-on").main


@for_each(
    "page, link, back",
    [
        (f"{ORG}/sso/enforce", "Scan for more teams", "Back to “Enforce single sign-on”"),
        (f"{ORG}/teams", "Scan for more teams", "Back to “Teams”"),
        (f"{ORG}/people/user_bob", "Scan for more teams", "Back to where you were"),
    ],
)
def test_a_page_that_leads_here_is_led_back_to(alice: Pages, page: str, link: str, back: str) -> None:
    forget_scans(alice.app)
    alice.get(ORG + "/teams/team_docs")
    scan = alice.get(page).links[link]
    ways = f"?{scan.partition('?')[2]}"
    assert alice.get(scan).links[back] == page
    alice.submit(SCAN + ways, budget="50")
    assert back not in alice.shown.links
    shown = alice.submit(f"{SCAN}/stop{ways}")
    assert shown.links[back] == page
