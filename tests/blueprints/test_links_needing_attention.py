"""Share links that need attention are one list and one file, and the overview counts as the list does."""

import csv
import io
from datetime import timedelta

import pytest
from flask import Flask

from store import LinkPlace
from tests.blueprints.link_pages import API, ORG
from tests.blueprints.overview import TODAY, matters
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import add_links, ask
from tests.world import ALICE, RunningService
from web.person.portal import portal_of
from web.person.time_zone import today

REGISTER = f"{ORG}/links"
DAYS = {"Soon": 7, "Later": 8, "Overdue": -1}
WANTED = ["Brokers and forwarders", "Carriers 2025", "Link 0001", "Overdue", "Soon"]


@pytest.fixture(autouse=True)
def noted(portal: Flask, service: RunningService) -> None:
    """New links with a review date, one without effect, one that is off, and two that are on for long."""
    add_links(service, "site_docs", 1)
    ids = {name: ask(service, ALICE, "POST", API, {"name": name}).get_json()["id"] for name in DAYS}
    for link, days in {**{ids[name]: days for name, days in DAYS.items()}, "link_audit": -9, "link_fair": 3}.items():
        place = LinkPlace("org_larkfield", "site_partners", link)
        portal_of(portal).store.link_notes.save(place, "x", note="", due=today() + timedelta(days=days))


def names(page: Page) -> list[str]:
    return sorted(row[0] for row in page.rows)


def test_they_are_one_list_and_one_file(alice: Pages) -> None:
    shown = alice.get(f"{REGISTER}?state=attention")
    assert names(shown) == WANTED
    file = alice.get(shown.links["All share links that match as CSV"]).html
    assert sorted(line["link"] for line in csv.DictReader(io.StringIO(file))) == WANTED


def test_the_overview_leads_to_those_that_it_counts(alice: Pages) -> None:
    shown = alice.get(TODAY)
    assert any("1 of 8 share links has a review date within 7 days." in text for text in matters(shown))
    assert names(alice.get(shown.links["View share links"])) == ["Soon"]
