"""The line that tells what is wrong with the service: when it is there, what it says, and how it goes."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask

from masthead.client import Breaker, Limits, Transport
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SITES = f"{ORG}/sites"
EDIT = f"{SITES}/site_docs/edit"
HTMX = {"HX-Request": "true", "HX-Target": "status-line"}
LONG = 3600


@pytest.fixture
def distant(portal_for: PortalFor, wire: Wire) -> Pages:
    """Alice at the other end of a wire, at a portal that remembers nothing as fresh and rests long."""
    return Pages(
        portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0, BREAKER_REST_SECONDS=LONG),
    ).sign_in(ALICE)


def give_up_soon(app: Flask, url: str) -> None:
    """Let a portal have little patience from now on."""
    transport = Transport(url, breaker=Breaker(rest_seconds=0.001), limits=Limits(read_seconds=0.2))
    get_portal(app).transport.close()
    app.extensions["masthead"] = replace(get_portal(app), transport=transport)


def line(pages: Pages) -> str:
    """What the line of the open page says; empty without one."""
    return next((text for text in pages.shown.warnings if "You can keep what you type" in text), "")


WRONG: dict[str, tuple[Fault, str]] = {
    "reset": (faults.reset, "The documentation service can't be reached. First failed attempt: "),
    "500": (faults.refusal(500), "The documentation service can't be reached. First failed attempt: "),
    "html": (faults.web_page, "Masthead can't read the documentation service's answer. This is what it answered "),
    "429": (faults.refusal(429, retry_after=90), "asks Masthead to slow down. This is what it answered "),
}


@for_each("kind", WRONG)
def test_the_line_says_what_is_wrong(distant: Pages, wire: Wire, kind: str) -> None:
    distant.get(SITES)
    fault, words = WRONG[kind]
    wire.faults["GET"] = fault
    assert distant.get(SITES).status == 200
    assert words in line(distant)
    assert "just now" not in line(distant)
    assert ("Masthead tries again at " in line(distant)) is (kind in {"reset", "429"})
    wire.faults.clear()
    get_portal(distant.app).transport.check_health(at_once=True)
    distant.get(SITES)
    assert line(distant) == ""


def test_a_refusal_page_and_a_page_that_asks_nothing_have_it_too(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.reset
    assert distant.get(SITES).status == 502
    assert line(distant)
    distant.get("/sessions")
    assert line(distant).startswith("The documentation service can't be reached.")


def test_a_single_answer_that_fails_does_not_close_the_page(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.at("/**/published", faults.reset)
    shown = distant.get(EDIT)
    assert (shown.status, line(distant)) == (200, "")
    assert "Keep as draft" not in shown.main


def test_it_can_be_tried_now(distant: Pages, wire: Wire) -> None:
    distant.get(SITES)
    wire.faults["GET"] = faults.reset
    distant.get(SITES)
    wire.faults.clear()
    assert line(distant)
    distant.get(SITES)
    assert line(distant), "it is left alone for an hour"
    shown = distant.get(distant.shown.links["Try now"])
    assert (shown.path, shown.warnings) == (SITES, [])


@for_each("page", ["//evil.example", "https://evil.example/", "\\evil.example", ""])
def test_trying_leads_nowhere_else(alice: Pages, page: str) -> None:
    assert alice.get(f"/status/try?page={page}", follow=False).headers["Location"] == "/"
    assert "Reload page" not in alice.get(f"/status?page={page}").main


def test_trying_is_bounded(distant: Pages, wire: Wire) -> None:
    distant.get(SITES)
    wire.faults["GET"] = faults.reset
    distant.get(SITES)
    before = wire.seen["GET"]
    for _ in range(5):
        distant.get("/status/try", follow=False)
    assert wire.seen["GET"] - before <= 1


def test_htmx_is_told_only_when_it_is_over(distant: Pages, wire: Wire) -> None:
    distant.get(SITES)
    wire.faults["GET"] = faults.reset
    distant.get(SITES)
    assert distant.get(f"/status?page={SITES}", headers=HTMX).status == 204
    wire.faults.clear()
    get_portal(distant.app).transport.check_health(at_once=True)
    shown = distant.swap(f"/status?page={SITES}", "status-line")
    assert "The documentation service answers again." in shown.html
    assert f'href="{SITES}"' in shown.html
    assert "data-dismiss" in shown.html


def test_a_process_that_asked_nothing_does_not_say_that_it_is_over(portal_for: PortalFor, wire: Wire) -> None:
    """The page is of another process, which met the outage; this one had no failure, since it sent nothing."""
    idle = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    give_up_soon(idle.app, wire.url)
    wire.faults["GET"] = faults.hang
    assert idle.client.get(f"/status?page={SITES}", headers=HTMX).status_code == 204
    assert wire.seen["GET"] > 1
    wire.faults.clear()
    assert idle.client.get(f"/status?page={SITES}", headers=HTMX).status_code == 200


def test_looking_asks_once_when_a_rest_is_over(portal_for: PortalFor, service: RunningService, asked: Log) -> None:
    pages = Pages(portal_for(FRESH_SECONDS=0, BREAKER_REST_SECONDS=0.05)).sign_in(ALICE)
    pages.get(SITES)
    service.stop()
    pages.get(SITES)
    service.start()
    asked.clear()
    _until(lambda: pages.client.get("/status", headers=HTMX).status_code == 200)
    assert asked.lines == ["GET /v1/orgs"]


def _until(true: Callable[[], bool]) -> None:
    for _ in range(100):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError


def test_a_visitor_may_know_and_learns_nothing_else(visitor: Pages) -> None:
    shown = visitor.get("/status")
    assert (shown.h1, shown.warnings) == ("Status of the documentation service", ["The documentation service answers."])
