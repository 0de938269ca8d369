"""Links that are overdue are reviewed and switched off together, by a plan with a step for each."""

from datetime import timedelta

import pytest
from flask import Flask

from store import LinkPlace
from tests.asked import Log
from tests.blueprints.link_pages import API, ORG, links
from tests.pages.pages import Pages
from tests.records import add_links, ask
from tests.world import ALICE, RunningService
from web.person.portal import portal_of
from web.person.time_zone import today

OVERDUE = f"{ORG}/links/overdue"
DOCS_LINK = "link_site_docs_0001"


@pytest.fixture
def overdue(portal: Flask, service: RunningService) -> list[LinkPlace]:
    """Three links of two sites that are overdue, and one that is due today."""
    add_links(service, "site_docs", 1)
    ids = [("site_docs", DOCS_LINK), ("site_partners", "link_carriers"), ("site_partners", "link_brokers")]
    places = [LinkPlace("org_larkfield", *each) for each in ids]
    for days, place in enumerate(places, start=1):
        portal_of(portal).store.link_notes.save(place, "x", note="For the fair", due=today() - timedelta(days=days))
    portal_of(portal).store.link_notes.save(places[0]._replace(link="link_fair"), "x", note="", due=today())
    return places


def test_none(alice: Pages) -> None:
    assert "No overdue links" in alice.get(OVERDUE).main


def test_they_are_shown_before_anything_is_sent(alice: Pages, overdue: list[LinkPlace], asked: Log) -> None:
    shown = alice.get(OVERDUE)
    assert [row[1:] for row in shown.rows] == [
        [f"{name}For the fair", site, (today() - timedelta(days=days)).strftime("%-d %b %Y"), over]
        for days, name, site, over in (
            (3, "Brokers and forwarders", "Partner onboarding", "3 days"),
            (2, "Carriers 2025", "Partner onboarding", "2 days"),
            (1, "Link 0001", "Larkfield Docs", "1 day"),
        )
    ]
    assert (len(overdue), asked.writes) == (3, [])


def test_all_are_switched_off_step_by_step(
    alice: Pages, overdue: list[LinkPlace], service: RunningService, asked: Log
) -> None:
    alice.get(OVERDUE)
    shown = alice.submit(OVERDUE)
    assert shown.path.startswith(f"{ORG}/plans/")
    assert shown.h1 == "Switch off 3 overdue share links"
    assert sorted(asked.writes) == sorted(
        f"PATCH /v1/orgs/{place.organization}/sites/{place.site}/share-links/{place.link}" for place in overdue
    )
    assert [each["active"] for each in links(service)] == [False] * 4
    assert "No overdue links" in alice.get(OVERDUE).main


def test_those_that_are_not_chosen_stay_on(alice: Pages, overdue: list[LinkPlace], asked: Log) -> None:
    alice.get(OVERDUE)
    alice.post(OVERDUE, [("link", f"site_docs/{DOCS_LINK}"), ("link", "site_docs/zebra"), ("link", "nonsense")])
    assert (len(overdue), asked.writes) == (
        3,
        [f"PATCH /v1/orgs/org_larkfield/sites/site_docs/share-links/{DOCS_LINK}"],
    )


def test_none_chosen_is_told(alice: Pages, overdue: list[LinkPlace], asked: Log) -> None:
    alice.get(OVERDUE)
    shown = alice.post(OVERDUE, {})
    assert (shown.status, len(shown.rows), len(overdue), asked.writes) == (422, 3, 3, [])
    assert shown.problems == ["You selected no overdue link. Nothing was saved."]


def test_one_that_a_colleague_switched_off_is_left_out(
    alice: Pages, overdue: list[LinkPlace], service: RunningService, asked: Log
) -> None:
    alice.get(OVERDUE)
    ask(service, ALICE, "PATCH", f"{API}/link_carriers", {"active": False})
    asked.clear()
    alice.submit(OVERDUE)
    assert (len(overdue), len(asked.writes)) == (3, 2)


def test_what_was_chosen_and_is_not_overdue_any_more_is_told(
    alice: Pages, overdue: list[LinkPlace], asked: Log
) -> None:
    told = "1 of the selected links is no longer overdue, or no longer there. Masthead left it out."
    alice.get(OVERDUE)
    gone = ("link", "site_docs/deleted")
    shown = alice.post(OVERDUE, [gone])
    assert (shown.problems, len(shown.rows), asked.writes) == ([f"{told} Nothing was saved."], 3, [])
    shown = alice.post(OVERDUE, [gone, ("link", f"site_docs/{DOCS_LINK}")])
    assert (len(overdue), len(asked.writes), told in shown.toasts) == (3, 1, True)


def test_a_double_click_makes_one_plan(alice: Pages, overdue: list[LinkPlace], asked: Log) -> None:
    form = alice.get(OVERDUE)
    first = alice.submit(OVERDUE).path
    alice.page = form
    asked.clear()
    alice.submit(OVERDUE)
    assert (first, len(overdue), asked.writes) == (f"{ORG}/plans/1", 3, [])


@pytest.mark.parametrize(("who", "status"), [("bob", 403), ("charlie", 403), ("dana", 404)])
def test_whoever_may_not_see_links_switches_none_off(
    request: pytest.FixtureRequest, overdue: list[LinkPlace], asked: Log, who: str, status: int
) -> None:
    person: Pages = request.getfixturevalue(who)
    assert person.get(OVERDUE).status == status
    assert person.post(OVERDUE, {"link": "site_partners/link_carriers"}).status == status
    assert (len(overdue), asked.writes) == (3, [])


def test_it_says_what_switching_off_means_before_it_is_confirmed(alice: Pages, overdue: list[LinkPlace]) -> None:
    assert overdue
    assert "Nobody can read a site with these links once you switch them off." in alice.get(OVERDUE).main
