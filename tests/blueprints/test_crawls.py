"""Reading the organization in the background: part by part, by script or by plain forms; each person's own."""

from dataclasses import replace

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from blueprints.directory.views import READ_PAGES
from masthead.lookup.crawl import STAGES
from masthead.store.directory.crawls import FailedCall
from masthead.store.directory.objects import DirectoryQuery
from masthead.web.frame.crawls import CRAWL
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.reading import read_all
from tests.records import ask
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
READING, KNOWN = f"{ORG}/reading", f"{ORG}/known"
API = "/v1/orgs/org_larkfield"


@pytest.fixture(autouse=True)
def nothing_read(portal: Flask) -> None:
    parts = get_portal(portal)
    for token in (ALICE, BOB):
        parts.store.crawls.forget_all(parts.store.keys.owner_of(token))


def kinds(portal: Flask, token: str = ALICE) -> set[str]:
    parts = get_portal(portal)
    return set(parts.store.directory.count_by_kind(parts.store.keys.owner_of(token), DirectoryQuery()))


def part(pages: Pages) -> TestResponse:
    """Ask as static/reading.js does."""
    headers = {"HX-Request": "true", "HX-Target": CRAWL, "Origin": "http://localhost"}
    return pages.client.post(READING, headers=headers | {"X-CSRFToken": pages.csrf_token()})


def test_from_beginning_to_end_by_hand(alice: Pages, portal: Flask) -> None:
    shown = read_all(alice)
    assert "Larkfield Freight was read just now." in shown.main
    assert {"space", "team", "user", "collection", "change-request", "section-group"} <= kinds(portal)
    assert "Get started" in alice.get(f"{KNOWN}?kind=space").main
    assert "was read" in alice.get(f"{ORG}/spaces").main
    assert "was read" in read_all(alice, press="Read again").main


def test_pages_read_by_themselves_until_all_is_read(portal_for: PortalFor) -> None:
    alice = Pages(portal_for(BACKGROUND_READING=True)).sign_in(ALICE)
    assert f'data-crawl="{READING}"' in alice.get(f"{ORG}/spaces").html
    answers = [part(alice)]
    while b"data-crawl" in answers[-1].data:
        assert (answers[-1].status_code, b"<html" in answers[-1].data) == (200, False)
        answers.append(part(alice))
        assert len(answers) < 50, "it does not end"
    assert "data-crawl=" not in alice.get(f"{ORG}/spaces").html
    assert "Get started" in alice.shown.main


def test_it_can_be_turned_off(alice: Pages) -> None:
    assert "data-crawl=" not in alice.get(f"{ORG}/spaces").html


def test_lists_that_could_not_be_read_are_named_with_their_pages(bob: Pages) -> None:
    shown = read_all(bob)
    assert "1 list could not be read" in shown.main, shown.main
    assert "Your role may not let you read everything." in shown.main
    assert shown.links["Identity providers"] == f"{ORG}/sso"
    assert bob.get(f"{ORG}/spaces").links["1 list"] == KNOWN


def test_a_site_without_published_view_or_that_is_gone_is_no_failure(alice: Pages, service: RunningService) -> None:
    made = ask(service, ALICE, "POST", f"{API}/sites", {"type": "basic", "title": "Short-lived"}).get_json()["id"]
    alice.get(f"{ORG}/sites/{made}")
    alice.get(f"{ORG}/sites/site_warehouse")
    ask(service, ALICE, "DELETE", f"{API}/sites/{made}")
    assert alice.get(f"{ORG}/sites/{made}?refresh=1").status == 404
    assert "could not be read" not in read_all(alice).main


def test_each_failed_call_leads_to_its_page_and_forgetting_forgets_all(alice: Pages, portal: Flask) -> None:
    parts = get_portal(portal)
    owner, org = parts.store.keys.owner_of(ALICE), "org_larkfield"
    parts.store.crawls.begin(owner, org, [("listSites", "0", "", org)])
    crawl = parts.store.crawls.take(owner, org)
    assert crawl is not None
    ids = {stage.endpoint.name: [org, f"{stage.kind}_x"] for stage in STAGES}
    failed = [FailedCall(name, each, None, "The documentation service can't be reached.") for name, each in ids.items()]
    parts.store.crawls.save(owner, replace(crawl, skipped=14, waiting=(), failed=failed))
    shown = alice.get(KNOWN)
    assert "Members of the team team_x: The documentation service can't be reached." in shown.main
    assert shown.links["Teams of the collection collection_x"] == f"{ORG}/collections/collection_x/access"
    assert {*ids} == {*READ_PAGES}
    assert "And 2 more." in shown.main
    assert "Your role" not in shown.main
    alice.get("/sessions")
    alice.submit("/forget-seen")
    assert "could not be read" not in alice.get(KNOWN).main


def test_nobody_goes_on_with_another_s(alice: Pages, bob: Pages, portal: Flask, asked: Log) -> None:
    alice.get(KNOWN)
    alice.submit(f"{READING}/refresh")
    bob.get(KNOWN)
    asked.clear()
    assert "hasn't read all of Larkfield Freight yet" in bob.shown.main
    assert kinds(portal, BOB) == {"organization"}
    assert "This list grows until that is done." in alice.get(KNOWN).main


def test_it_waits_for_an_api_that_is_away_and_goes_on(portal_for: PortalFor, service: RunningService) -> None:
    alice = Pages(portal_for(BREAKER_REST_SECONDS=0.1, BACKGROUND_READING=True)).sign_in(ALICE)
    alice.get(f"{ORG}/spaces")
    assert part(alice).status_code == 200
    service.stop()
    try:
        away = part(alice)
    finally:
        service.start()
    assert away.status_code != 200 or b"until the service answers" in away.data or b"data-crawl" not in away.data


def test_a_foreign_way_back_is_not_taken(alice: Pages) -> None:
    alice.get(KNOWN)
    alice.post(f"{READING}/refresh", {"next": "//evil.example/"})
    assert alice.shown.h1 == "Everything in Larkfield Freight"
