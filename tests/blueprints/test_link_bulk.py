"""Share links that are selected, overdue or need attention: reviewed, and changed by a plan that can be undone."""

import csv
import io
from datetime import timedelta

import pytest
from flask import Flask

from masthead.store.notes import LinkPlace
from masthead.web.person.locale import today
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.link_pages import API, LINKS, ORG, links
from tests.blueprints.overview import TODAY, matters
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import add_links, ask
from tests.world import ALICE, RunningService

CHOSEN = f"{ORG}/links/chosen"
KEYS = [("link", f"site_partners/{each}") for each in ("link_carriers", "link_brokers")]
DOCS_LINK = "link_site_docs_0001"
REGISTER = f"{ORG}/links"
DAYS = {"Soon": 7, "Later": 8, "Overdue": -1}
WANTED = ["Brokers and forwarders", "Carriers 2025", "Link 0001", "Overdue", "Soon"]


def asked_to(pages: Pages, do: str) -> None:
    pages.get(f"{ORG}/links")
    pages.get(f"{CHOSEN}?do={do}&" + "&".join(f"{name}={key}" for name, key in KEYS))


@for_each("address", [LINKS, f"{ORG}/links"])
def test_links_are_selected_in_both_lists(alice: Pages, address: str) -> None:
    shown = alice.get(address)
    boxes = [each.get("value") for each in shown.document.with_attribute("name", "link")]
    assert "site_partners/link_carriers" in boxes
    assert {"Switch off…", "Switch on…", "Delete…"} <= set(shown.buttons)


def test_all_that_match_on_all_pages_are_selected(alice: Pages, service: RunningService) -> None:
    for site in ("site_docs", "site_help"):
        add_links(service, site, 600)
    for query, offered, count in (
        ("?q=Larkfield", "Select all 600", 600),
        ("", "Select the first 1,000 of 1,204", 1000),
    ):
        assert offered in alice.get(f"{REGISTER}{query}").main
        assert alice.submit(CHOSEN, all="1", press="Delete…").h1 == f"Review {count:,} share links"
    assert len(links(service)) == 4
    assert "Select all" in alice.get(f"{ORG}/sites/site_docs/links").main
    assert alice.submit(CHOSEN, all="1", press="Switch off…").h1 == "Review 600 share links"
    alice.get(LINKS)
    assert alice.submit(CHOSEN, all="1", press="Switch off…").h1 == "Review 2 share links"


def test_several_are_switched_off(alice: Pages, service: RunningService, asked: Log) -> None:
    asked_to(alice, "off")
    review = alice.shown
    assert "Nobody can read a site with these links once you switch them off." in review.main
    assert asked.writes == []
    alice.submit(CHOSEN, press="Switch off links")
    assert [each["name"] for each in links(service) if each["active"]] == []
    alice.page = review
    told = alice.submit(CHOSEN, press="Switch off links").toasts[0]
    assert told.startswith("The share links that you selected already have this setting")
    assert alice.get(f"{CHOSEN}?do=off").toasts[0].startswith("Select at least one share link first.")


def test_deleted_links_are_created_again_by_undoing(alice: Pages, service: RunningService) -> None:
    before = sorted(each["name"] for each in links(service))
    asked_to(alice, "delete")
    review = alice.shown
    assert "Nothing is saved until you select “Delete links”." in review.main
    assert "The addresses are lost for good" in review.main
    bulk = alice.submit(CHOSEN, press="Delete links").path
    assert not {key.partition("/")[2] for _, key in KEYS} & {each["id"] for each in links(service)}
    alice.page = review
    told = alice.submit(CHOSEN, press="Delete links").toasts[0]
    assert told.startswith("The share links that you selected are no longer in the list")
    alice.fill_in(bulk, press="Undo bulk change")
    alice.submit(alice.shown.path)
    assert sorted(each["name"] for each in links(service)) == before
    assert "View share links" in alice.shown.main


def test_a_link_deleted_after_the_review_is_told_first(alice: Pages, service: RunningService, asked: Log) -> None:
    asked_to(alice, "off")
    review = alice.shown
    ask(service, ALICE, "DELETE", "/v1/orgs/org_larkfield/sites/site_partners/share-links/link_brokers")
    alice.get(f"{ORG}/links?refresh=1")  # in another window
    alice.page = review
    asked.clear()
    told = alice.submit(CHOSEN, press="Switch off links")
    assert "it is left out. Nothing was sent. Check the links that are left." in told.main
    assert asked.writes == []
    asked_to(alice, "off")
    assert "1 selected link is not in the list now, so it is left out." in alice.shown.main
    assert "Done 1 of 1 change" in alice.submit(CHOSEN, press="Switch off links").main


OVERDUE = f"{ORG}/links/overdue"


@pytest.fixture
def overdue(portal: Flask, service: RunningService) -> list[LinkPlace]:
    """Three links of two sites that are overdue, and one that is due today."""
    add_links(service, "site_docs", 1)
    ids = [("site_docs", DOCS_LINK), ("site_partners", "link_carriers"), ("site_partners", "link_brokers")]
    places = [LinkPlace("org_larkfield", *each) for each in ids]
    for days, place in enumerate(places, start=1):
        get_portal(portal).store.link_notes.save(place, "x", note="For the fair", due=today() - timedelta(days=days))
    get_portal(portal).store.link_notes.save(places[0]._replace(link="link_fair"), "x", note="", due=today())
    return places


def test_all_overdue_links_are_switched_off(
    alice: Pages, overdue: list[LinkPlace], service: RunningService, asked: Log
) -> None:
    shown = alice.get(OVERDUE)
    assert sorted(row[0] for row in shown.rows) == ["Brokers and forwarders", "Carriers 2025", "Link 0001"]
    assert asked.writes == []
    shown = alice.submit(CHOSEN, press="Switch off links")
    assert shown.h1 == "Switch off 3 links"
    assert sorted(asked.writes) == sorted(
        f"PATCH /v1/orgs/{place.organization}/sites/{place.site}/share-links/{place.link}" for place in overdue
    )
    assert [each["active"] for each in links(service)] == [False] * 4
    assert "No share link matches." in alice.get(OVERDUE).toasts[0]


def names(page: Page) -> list[str]:
    return sorted(row[0].partition("Created on ")[0] for row in page.rows)


def test_what_needs_attention_is_one_list_and_one_file(alice: Pages, portal: Flask, service: RunningService) -> None:
    add_links(service, "site_docs", 1)  # one without effect; one is off, and two are on for long
    ids = {name: ask(service, ALICE, "POST", API, {"name": name}).get_json()["id"] for name in DAYS}
    for link, days in {**{ids[name]: days for name, days in DAYS.items()}, "link_audit": -9, "link_fair": 3}.items():
        place = LinkPlace("org_larkfield", "site_partners", link)
        get_portal(portal).store.link_notes.save(place, "x", note="", due=today() + timedelta(days=days))
    shown = alice.get(f"{REGISTER}?state=attention")
    assert names(shown) == WANTED
    file = alice.get(shown.links["Export"]).html
    assert sorted(line["link"] for line in csv.DictReader(io.StringIO(file))) == WANTED
    shown = alice.get(TODAY)
    assert any("1 of 8 share links has a review date within 7 days." in text for text in matters(shown))
    assert names(alice.get(shown.links["View share links"])) == ["Soon"]
