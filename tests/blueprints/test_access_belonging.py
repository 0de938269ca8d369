"""Spaces that somebody added by hand under the wrong organization bring no teams into the table of access."""

import json

import pytest
from flask import Flask

from resources.seen import Seen
from tests.asked import Log
from tests.faults import faults
from tests.pages.matrix import roles_in, teams_in
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, DANA, RunningService
from web.person.portal import portal_of

ORG, ORCHARD = "/orgs/org_larkfield", "/orgs/org_orchard"
STAFF = "/v1/spaces/space_visits/permissions/teams"
WHY = "This seems to belong to another organization: the API doesn't find its team"


@pytest.fixture(autouse=True)
def alice_of_both(service: RunningService) -> None:
    give_role(service, "user_alice", "org_orchard", "admin")


def by_hand(pages: Pages, space: str) -> Pages:
    """Add a space under the first organization, whichever it is in."""
    portal = portal_of(pages.app)
    portal.store.known.add(portal.store.keys.owner_of(ALICE), Seen("space", space, organization="org_larkfield"))
    return pages


def teams_of_orchard(service: RunningService) -> set[str]:
    listed = ask(service, DANA, "GET", f"{STAFF}?limit=1000").get_json()
    return {each["team"]["title"] for each in listed["items"]}


def test_its_teams_are_no_columns_and_the_row_says_why(alice: Pages, service: RunningService) -> None:
    by_hand(alice, "space_visits").get(f"{ORG}/sites/site_docs")
    assert teams_of_orchard(service)
    for _ in range(2):  # the second time, they are among those that were come across
        shown = alice.get(f"{ORG}/access")
        assert set(teams_in(shown)) & teams_of_orchard(service) == set()
        assert WHY in shown.main
        assert "space:space_visits" not in shown.offers("row")
    lines = alice.get(f"{ORG}/access/export.csv").html
    assert "of another organization" in lines
    assert all(title not in lines for title in teams_of_orchard(service))


def test_alone_it_brings_none_and_says_why(alice: Pages) -> None:
    shown = by_hand(alice, "space_visits").get(f"{ORG}/access")
    assert "You have come across no team yet" in shown.main
    assert WHY in shown.main


def test_a_space_that_was_only_opened_brings_none(alice: Pages, service: RunningService) -> None:
    assert alice.get(f"{ORG}/spaces/space_visits/access").status == 200
    alice.get(f"{ORG}/sites/site_docs")
    teams = set(teams_in(alice.get(f"{ORG}/access")))
    assert teams
    assert teams & teams_of_orchard(service) == set()


def test_where_it_belongs_its_teams_are_columns(alice: Pages, service: RunningService) -> None:
    by_hand(alice, "space_visits").get(f"{ORG}/access")
    portal = portal_of(alice.app)
    portal.store.known.add(portal.store.keys.owner_of(ALICE), Seen("space", "space_visits", organization="org_orchard"))
    assert set(teams_in(alice.get(f"{ORCHARD}/access"))) == teams_of_orchard(service)
    assert "Gone" not in alice.get(f"{ORCHARD}/known?kind=team").main


def test_one_added_where_it_belongs_is_looked_at_once(alice: Pages, asked: Log) -> None:
    by_hand(alice, "space_warehouse").get(f"{ORG}/access")
    members = [line for line in asked.lines if line.endswith("/members")]
    assert members == ["GET /v1/orgs/org_larkfield/teams/team_operations/members"]
    asked.clear()
    assert roles_in(alice.get(f"{ORG}/access")) == {"space_warehouse": ["Editor"]}
    assert asked.lines == []


def test_a_team_that_was_met_elsewhere_in_the_organization_needs_no_look(alice: Pages, asked: Log) -> None:
    by_hand(alice, "space_guide").get(f"{ORG}/sites/site_handbook")  # the team has a role there, too
    alice.get(f"{ORG}/access")
    assert [line for line in asked.lines if line.endswith("/members")] == []
    assert "Documentation" in alice.shown.main


@pytest.mark.parametrize("status", [403, 500])
def test_where_nobody_can_say_it_the_page_says_that(portal_for: PortalFor, wire: Wire, status: int) -> None:
    pages = by_hand(Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE), "space_warehouse")
    wire.faults["GET"] = faults.at("/**/members", faults.refusal(status))
    pages.get(f"{ORG}/sites/site_partners")
    shown = pages.get(f"{ORG}/access")
    assert (
        "space_warehouse was added by hand, and Masthead couldn't check whether its teams belong to this organization."
        in shown.main
    )
    assert "Warehouse and drivers" not in teams_in(shown)
    assert json.dumps(shown.offers("row")).count("space_warehouse") == 1


def test_what_is_gone_in_one_organization_is_there_in_another(portal: Flask, alice: Pages) -> None:
    alice.get(f"{ORCHARD}/access")
    known, owner = portal_of(portal).store.known, portal_of(portal).store.keys.owner_of(ALICE)
    for organization in ("org_orchard", "org_larkfield"):
        known.add(owner, Seen("team", "team_both", "Both", organization=organization))
    alice.get(f"{ORG}/teams/team_both")
    states = {
        each: found.state
        for each in ("org_orchard", "org_larkfield")
        if (found := known.get(owner, each, "team", "team_both"))
    }
    assert states == {"org_orchard": "ok", "org_larkfield": "gone"}
