"""API specifications: listed with their state, made, read from another source, watched, deleted."""

import re
import time
from typing import Any

from tests.asked import Log
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SPECS = f"{ORG}/specs"
SHIPMENTS, TRACKING, RATES = f"{SPECS}/shipments", f"{SPECS}/tracking", f"{SPECS}/rates"
API = "/v1/orgs/org_larkfield/openapi"
LANES = "openapi: 3.1.0\ninfo:\n  title: Lanes\n  version: '1'\npaths: {}\n"
URL = "https://api.larkfield.example/openapi/shipments.yaml"


def one(service: RunningService, slug: str) -> dict[str, Any]:
    found: dict[str, Any] = ask(service, ALICE, "GET", f"{API}/{slug}").get_json()
    return found


def test_the_list_tells_each_state_and_a_failure_what_to_do(alice: Pages, asked: Log) -> None:
    states = {row[0].split("http")[0].removesuffix("Text"): row[1] for row in alice.get(SPECS).rows}
    assert states == {
        "tracking": "Fails",
        "edi-gateway": "Fails",
        "partners-v0": "Fails",
        "shipments": "Ready",
        "rates": "Ready",
        "customs": "Being read",
        "webhooks": "Waiting to be read",
    }
    assert next(iter(states)) == "tracking"
    assert "The source is not valid OpenAPI. Check that it is" in alice.shown.main
    assert alice.shown.links["partners-v0"] == f"{SPECS}/partners-v0"
    assert alice.shown.links["Compare versions of shipments"] == f"{SHIPMENTS}/compare"
    assert "Clear" not in alice.get(SPECS).links
    assert alice.get(f"{SPECS}?state=failing").links["Clear"] == SPECS
    alice.get(SPECS)
    assert [line for line in asked.lines if "versions" in line] == []
    shown = alice.get(f"{SPECS}?versions=count")
    assert [row[2] for row in shown.rows] == ["2", "0", "0", "3", "1", "0", "0"]
    shown = alice.get(TRACKING)
    assert "make it faster or enter another address. The error is FETCH_TIMEOUT." in shown.main
    assert alice.get(f"{RATES}/edit").value("source-is") == ["text"]
    assert alice.get(f"{SHIPMENTS}/edit").value("source-is") == ["url"]
    lines = alice.get(f"{SPECS}/export.csv?state=failing").html.splitlines()
    assert [line.split(",")[:4] for line in lines[1:]] == [
        ["tracking", "spec_tracking", "Fails", "FETCH_TIMEOUT"],
        ["edi-gateway", "spec_edi", "Fails", "FETCH_ERROR"],
        ["partners-v0", "spec_partners", "Fails", "PARSE_ERROR"],
    ]


@for_each(
    "query, found",
    [
        ("state=failing", 3),
        ("state=pending", 1),
        ("q=SHIP", 1),
        ("q=openapi/customs", 1),
        ("state=odd", 7),
        ("q=nothing", 0),
    ],
)
def test_the_list_is_narrowed(alice: Pages, query: str, found: int) -> None:
    assert len(alice.get(f"{SPECS}?{query}").rows) == found


def test_an_organization_without_any_says_what_they_are_for(dana: Pages) -> None:
    shown = dana.get("/orgs/org_orchard/specs")
    assert "No API specifications yet" in shown.main
    assert shown.links["New API specification"] == "/orgs/org_orchard/specs/_new"


def test_one_is_made_of_pasted_text_and_watched_until_it_is_read(alice: Pages, service: RunningService) -> None:
    alice.get(f"{SPECS}/_new")
    shown = alice.submit(f"{SPECS}/_new", {"slug": "lanes", "source-is": "text", "source": LANES})
    assert "lanes was created." in shown.toasts
    until = time.monotonic() + 20
    while shown.path.endswith("/check") and time.monotonic() < until:
        shown = alice.get(f"{SPECS}/lanes/check")
    assert (shown.path, one(service, "lanes")["processingState"]) == (f"{SPECS}/lanes", "complete")


@for_each(
    "url, wrong",
    [
        ("http://api.larkfield.example/a.yaml", "must begin with https://"),
        ("https://10.1.2.3/a.yaml", "private network"),
        ("https://wiki/a.yaml", "private network"),
        ("https://name:word@api.larkfield.example/a.yaml", "no user name"),
        ("ftp://api.larkfield.example/a.yaml", "begins with https://"),
    ],
)
def test_an_address_has_to_be_public(alice: Pages, service: RunningService, url: str, wrong: str) -> None:
    alice.get(f"{SPECS}/_new")
    shown = alice.submit(f"{SPECS}/_new", {"slug": "lanes", "source-url": url})
    assert (shown.status, shown.value("source-url")) == (422, url)
    assert wrong in " ".join(shown.problems)
    assert ask(service, ALICE, "GET", f"{API}/lanes").status_code == 404


@for_each("text", ["openapi: 3.1.0\ninfo:\n  title: 'a\n paths: [", '{"openapi": '])
def test_a_text_that_nobody_can_read_is_not_sent(alice: Pages, asked: Log, text: str) -> None:
    alice.get(f"{SPECS}/_new")
    shown = alice.submit(f"{SPECS}/_new", {"slug": "lanes", "source-is": "text", "source": text})
    assert "It isn't valid" in shown.error_at("source")
    assert asked.writes == []


@for_each("chosen, marked", [("url", "source-url"), ("text", "source")])
def test_only_the_selected_source_is_marked_as_wrong(alice: Pages, chosen: str, marked: str) -> None:
    alice.get(f"{SPECS}/_new")
    shown = alice.submit(f"{SPECS}/_new", {"slug": "lanes", "source-is": chosen})
    assert [each.get("name") for each in shown.document.with_attribute("aria-invalid", "true")] == [marked]
    inputs = [*shown.document.all("input"), *shown.document.all("textarea")]
    assert [each.get("name") for each in inputs if "is-invalid" in each.get("class", "")] == [marked]
    assert shown.error_at("source")


def test_a_source_that_is_the_same_or_a_text_sends_nothing(alice: Pages, asked: Log) -> None:
    alice.get(f"{SHIPMENTS}/edit")
    asked.clear()
    assert "Nothing to save." in " ".join(alice.submit(f"{SHIPMENTS}/edit").toasts)
    alice.get(f"{SHIPMENTS}/edit")
    shown = alice.submit(f"{SHIPMENTS}/edit", source=LANES)
    assert "You pasted a text, but selected “Address”." in " ".join(shown.problems)
    assert asked.writes == []
    shown = alice.get(RATES)
    assert "Read source again" not in shown.buttons
    asked.clear()
    shown = alice.post(f"{RATES}/check", {})
    assert "paste it as the new source" in shown.main
    assert asked.writes == []


def refreshes(shown: Page) -> str:
    """What a browser without scripts is told to load by itself."""
    written = r'<noscript>\s*<meta\s+http-equiv="refresh"\s+content="([^"]*)">\s*</noscript>'
    return "".join(re.findall(written, shown.html))


def test_watching_stops_after_two_minutes(alice: Pages) -> None:
    shown = alice.get(f"{SPECS}/customs/check")
    assert "Look now" in shown.links
    assert refreshes(shown).startswith("1; url=/orgs/org_larkfield/specs/customs/check?was=&")
    old = alice.get(f"{SPECS}/customs/check?since={time.time() - 121:.0f}&looks=14")
    assert "after two minutes" in old.main
    assert refreshes(old) == ""


def test_a_slug_that_is_taken_is_told_and_another_source_undone_but_no_check(
    alice: Pages, service: RunningService
) -> None:
    alice.get(f"{SPECS}/_new")
    shown = alice.submit(f"{SPECS}/_new", {"slug": "rates", "source-url": URL})
    assert (shown.status, "another specification of the organization has it" in shown.error_at("slug")) == (409, True)
    alice.get(f"{SHIPMENTS}/edit")
    shown = alice.submit(f"{SHIPMENTS}/edit", {"source-url": "https://new.larkfield.example/openapi.yaml"})
    assert "The source of shipments was saved." in shown.toasts
    assert one(service, "shipments")["sourceURL"] == "https://new.larkfield.example/openapi.yaml"
    alice.get(f"{ORG}/journal/2/undo")
    alice.submit(f"{ORG}/journal/2/undo", press="Undo")
    assert one(service, "shipments")["sourceURL"] == URL
    alice.get(SHIPMENTS)
    shown = alice.submit(f"{SHIPMENTS}/check", press="Read source again")
    assert "Masthead asked the documentation service to read the source of shipments again." in shown.toasts
    assert "Undo" not in shown.buttons


def test_deleting_names_the_pages_that_show_it(alice: Pages, service: RunningService) -> None:
    assert "knows no space" in alice.get(f"{SHIPMENTS}/delete").main
    alice.get(f"{ORG}/sites/site_docs/structure")
    assert "shows it" in alice.get(f"{SHIPMENTS}/delete").main
    alice.submit(f"{SHIPMENTS}/delete", confirm="shipments")
    assert ask(service, ALICE, "GET", f"{API}/shipments").status_code == 404


def test_a_reader_is_told_who_can(charlie: Pages) -> None:
    assert "An administrator of the organization can do it" in charlie.get(f"{SPECS}/_new").main
