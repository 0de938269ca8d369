"""The register of all share links: read site by site within bounds, filtered, sorted, with what is overdue."""

import csv
import io
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from masthead.i18n import format_date
from masthead.store.notes import LinkPlace
from masthead.web.person.locale import today
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.link_pages import API, KEYS, LINKS, ORG
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import add_links, add_sites, ask, delete_sites
from tests.wire import Wire
from tests.world import ALICE, RunningService

REGISTER = f"{ORG}/links"
OVERDUE = f"{REGISTER}/overdue"
MAX_SLICES = 60
OFF = ["Trade fair handout", "Insurance audit 2024"]
ON = ["Carriers 2025", "Brokers and forwarders"]
ALL = [*OFF, *ON]
"""The links of the demo world, the oldest first."""


@pytest.fixture
def due(portal: Flask) -> Callable[..., None]:
    """Notes that a link is due some days from now."""

    def note(link: str, days: int, site: str = "site_partners", words: str = "") -> None:
        place = LinkPlace("org_larkfield", site, link)
        get_portal(portal).store.link_notes.save(place, "x", note=words, due=today() + timedelta(days=days))

    return note


def names(page: Page) -> list[str]:
    return [row[0].partition("Created on ")[0] for row in page.rows]


def test_all_links_are_listed_and_asked_for_once(alice: Pages, asked: Log) -> None:
    shown = alice.get(REGISTER)
    assert names(shown) == [*ON, *OFF]
    assert len([line for line in asked.lines if line.endswith("/share-links")]) == 7
    assert shown.rows[0][1:3] == ["Partner onboarding", "On"]
    assert [key for key in KEYS if key in shown.main] == []
    assert shown.document.with_attribute("hx-history", "false") != []
    assert alice.get(f"{ORG}/sites").links["Share links"] == REGISTER
    assert alice.get(LINKS).links["Share links of all sites"] == REGISTER
    asked.clear()
    alice.get(f"{REGISTER}?state=on")
    assert asked.lines == []
    alice.get(f"{REGISTER}?refresh=1")
    assert len([line for line in asked.lines if line.endswith("/share-links")]) == 7


@for_each(
    "query, found",
    [
        ("state=on", ON),
        ("state=old", ON),
        ("state=off", OFF),
        ("q=CARR", ["Carriers 2025"]),
        ("q=partner", [*ON, *OFF]),
        ("q=zebra", []),
        ("visibility=public", []),
        ("visibility=share-link&sort=oldest", ALL),
        ("sort=newest", ALL[::-1]),
        ("due=overdue", ["Carriers 2025"]),
        ("due=soon", ["Brokers and forwarders"]),
        ("due=month", ["Brokers and forwarders"]),
        ("due=quarter", ["Brokers and forwarders", "Trade fair handout"]),
        ("due=any", [*ON, *OFF]),
        ("due=none", []),
        ("sort=due", ["Insurance audit 2024", *ON, "Trade fair handout"]),
        ("sort=zebra&state=x&due=y&visibility=z&page=x", [*ON, *OFF]),
    ],
)
def test_filters_and_orders(alice: Pages, due: Callable[..., None], query: str, found: list[str]) -> None:
    due("link_audit", -9)
    due("link_carriers", -1, words="For Mara")
    due("link_brokers", 7)
    due("link_fair", 90)
    shown = alice.get(f"{REGISTER}?{query}")
    assert names(shown) == found
    assert ("No link matches" in shown.main) == (not found)


def test_a_review_date_is_set_in_the_row(alice: Pages, due: Callable[..., None]) -> None:
    due("link_carriers", 3, words="For Mara")
    alice.get(f"{REGISTER}?q=carriers")
    day = today() + timedelta(days=30)
    shown = alice.submit(f"{LINKS}/link_carriers/note", due=day.isoformat())
    assert shown.address == f"{REGISTER}?q=carriers"
    assert shown.rows[0][4].startswith(format_date(day))
    assert "For Mara" in shown.rows[0][0], "the note stays"
    shown = alice.submit(f"{LINKS}/link_carriers/note", due="2020-01-31")
    assert (shown.status, shown.value("note")) == (422, "For Mara")
    due("link_carriers", -1)
    assert "1 share link is overdue for review." in alice.get(f"{ORG}/sites/site_partners").main


def test_it_says_which_have_no_review_date_and_how_many_are_overdue(alice: Pages, due: Callable[..., None]) -> None:
    said = "No link in this list has a review date"
    assert said in alice.get(f"{REGISTER}?due=overdue").main
    due("link_brokers", 7)
    assert said not in alice.get(f"{REGISTER}?due=overdue").main
    shown = alice.get(REGISTER)
    assert "A link has no end date: “Review by” is a date by which Masthead reminds you" in shown.main
    dates = [row[4].partition(" Review")[0] for row in shown.rows]
    assert dates == [format_date(today() + timedelta(days=7)), "–", "–", "–"]
    due("link_carriers", -1)
    due("link_brokers", 0)
    due("link_fair", -1)  # which is off
    shown = alice.get(REGISTER)
    assert "1 link is overdue for review and still on." in shown.notes[0]
    assert shown.links["Review overdue link"] == OVERDUE


def test_a_switch_in_the_register_leads_back_to_it_and_to_no_other_host(alice: Pages, asked: Log) -> None:
    alice.get(f"{REGISTER}?q=carriers")
    shown = alice.submit(f"{LINKS}/link_carriers/active")
    assert shown.address == f"{REGISTER}?q=carriers"
    assert asked.writes == [f"PATCH {API}/link_carriers"]
    alice.get(LINKS)
    shown = alice.post(f"{LINKS}/link_carriers/active", {"active": "off", "next": "//evil.example"})
    assert shown.path == LINKS


def test_notes_show_to_whoever_may_read_the_links_alone(alice: Pages, bob: Pages, due: Callable[..., None]) -> None:
    due("link_carriers", -1, words="For Mara in sales")
    assert "For Mara in sales" in alice.get(REGISTER).main
    refused = bob.get(REGISTER)
    assert (refused.status, "Mara" in refused.html) == (403, False)
    shown = bob.get(f"{ORG}/sites")
    assert "Share links" not in shown.links
    assert shown.document.with_attribute("href", REGISTER) == []
    assert alice.get(f"{ORG}/sites").document.with_attribute("href", REGISTER) != []
    assert "New share link" not in bob.get(f"/commands?q=share+link&organization={ORG.rpartition('/')[2]}").main


def read_on(pages: Pages) -> Page:
    """Read slice by slice to the end; a machine that is busy reads less in the time of a page."""
    shown = pages.get(REGISTER)
    for _ in range(MAX_SLICES):
        if "Read more sites" not in shown.links:
            break
        shown = pages.get(shown.links["Read more sites"])
    return shown


def test_many_sites_are_read_slice_by_slice_and_stay_known(alice: Pages, service: RunningService, asked: Log) -> None:
    add_sites(service, "org_larkfield", 93)
    shown = alice.get(REGISTER)
    told = re.search(r"the links of (\d+) of 100 sites so far\.", shown.main)
    assert told is not None
    assert 8 <= int(told[1]) <= 48
    assert len(asked.lines) == 2 + int(told[1])
    assert names(shown) == [*ON, *OFF]  # those that only links open are read first
    shown = read_on(alice)
    assert "so far" not in shown.main
    assert "Refresh" in shown.links
    assert len({line for line in asked.lines if line.endswith("/share-links")}) == 100
    alice.submit(f"{LINKS}/link_carriers/active")
    assert "Refresh" in alice.get(REGISTER).links


def test_the_file_tells_what_was_not_read_and_scripts_read_on(alice: Pages, service: RunningService) -> None:
    add_sites(service, "org_larkfield", 93)
    add_links(service, "site_org_larkfield_0093", 1)
    lines = list(csv.DictReader(io.StringIO(alice.get(f"{REGISTER}/export.csv").html)))
    unread = [line["siteId"] for line in lines if line["state"] == "not read yet"]
    assert 52 <= len(set(unread)) == len(unread) <= 92
    alice.get(REGISTER)
    targets = [alice.shown.document.by_id["link_register-reading"].get("hx-target")]
    while targets[-1] == "#link_register-reading" and len(targets) < MAX_SLICES:
        alice.swap(REGISTER, "link_register-reading")
        targets.append(alice.shown.document.by_id["link_register-reading"].get("hx-target"))
    assert targets[-1] == "#link_register-rows"
    assert "Link 0001" in alice.swap(REGISTER, "link_register-rows").html


def test_no_site_has_one_and_without_a_site_none_is_said_to_be_read(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "DELETE", "/v1/orgs/org_larkfield/sites/site_partners")
    assert "No site of this organization has a share link." in alice.get(REGISTER).main
    delete_sites(service, ALICE, "org_larkfield")
    assert "Masthead read" not in alice.get(f"{REGISTER}?refresh=1").main


def test_before_any_site_was_read_no_links_are_said_to_be_missing(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.at("/**/share-links", faults.refusal(503))
    shown = distant.get(REGISTER).main
    assert "Masthead hasn't read the share links of any site so far." in shown
    assert "have no share links" not in shown


def test_it_comes_as_a_file(alice: Pages, due: Callable[..., None], service: RunningService) -> None:
    ask(service, ALICE, "POST", API, {"name": "=cmd()"})
    due("link_carriers", -1, words="+Mara")
    shown = alice.get(f"{REGISTER}/export.csv?state=on")
    assert 'filename="share-links-Larkfield-Freight-' in shown.headers["Content-Disposition"]
    lines = list(csv.DictReader(io.StringIO(shown.html)))
    assert [line["link"] for line in lines] == ["Carriers 2025", "Brokers and forwarders", "'=cmd()"]
    assert (lines[0]["note"], lines[0]["overdue"], lines[0]["created"]) == ("'+Mara", "yes", "2025-01-07")
    assert abs(datetime.now(UTC) - datetime.fromisoformat(lines[0]["read"])) < timedelta(minutes=1)
    assert lines[0]["reviewBy"] == (today() - timedelta(days=1)).isoformat()
    assert "published" not in shown.html
