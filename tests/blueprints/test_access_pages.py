"""What the table of access reads: further pages of teams, and no team of another organization."""

import csv
import io
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from masthead.resources.resource import Mention
from masthead.web.person.portal import get_portal
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.matrix import by_place, teams_in
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, DANA, RunningService

ORG = "/orgs/org_larkfield"
ORCHARD = "/orgs/org_orchard"
STAFF = "/v1/spaces/space_visits/permissions/teams"
GUIDE = f"{ORG}/access?place=guide"
ONLY_GUIDE = {"teams": "page", "places": "page", "filter-place": "guide"}


class Pieces:
    """A service that tells the teams of one space one at a time; `fails` has the pages that it refuses, by status."""

    def __init__(self, wire: Wire, count: int) -> None:
        self._wire, self._count = wire, count
        self.asked: list[int] = []
        self.fails: dict[int, int] = {}

    def __call__(self, talk: Talk) -> bool:
        """Answer the listing, and let everything else through."""
        asked = urlsplit(talk.asked.target)
        if asked.path != "/v1/spaces/space_guide/permissions/teams":
            return self._wire.pass_on(talk)
        number = int(parse_qs(asked.query).get("page", ["0"])[0])
        self.asked.append(number)

        if number in self.fails:
            return faults.refusal(self.fails[number])(talk)
        team = {"object": "team", "id": f"team_{number}", "title": f"Team {number}"}
        further = {"next": {"page": str(number + 1)}} if number + 1 < self._count else {}
        told = {"items": [{"permission": "read", "team": team}], "count": self._count, **further}
        return faults.says(told)(talk)


@pytest.fixture
def pages(distant: Pages) -> Pages:
    """Alice, who has come across the guide, at the other end of a wire."""
    distant.get(f"{ORG}/sites/site_docs")
    return distant


def guide(page: Page) -> dict[str, str]:
    """The row of the guide."""
    return by_place(page, "Shipping guide")


def test_what_was_not_read_is_never_told_as_none(pages: Pages, wire: Wire) -> None:
    wire.faults["GET"] = Pieces(wire, 7)
    pages.get(f"{ORG}/spaces/space_partners/access")
    pages.get(f"{ORG}/access")
    shown = pages.get(GUIDE)
    assert guide(shown)["Customer support"] == "? not read"
    assert "so a team with “?” may have a role there" in shown.main
    (told,) = csv.DictReader(io.StringIO(pages.get(f"{ORG}/access/export.csv?place=guide").html))
    assert (told["Team 0 (team_0)"], told["Customer support (team_support)"]) == ("Reader", "not read yet")


@for_each("what", ["edit", "guest", "take", "copy:team_support"])
def test_what_was_not_read_is_left_out_of_many_changes(pages: Pages, wire: Wire, what: str) -> None:
    wire.faults["GET"] = Pieces(wire, 7)
    pages.get(f"{ORG}/access")
    review = pages.post(f"{ORG}/access", {"what": what, **ONLY_GUIDE})
    assert all("Customer support" not in row[3] for row in review.rows)
    assert "it doesn't know the current role" in review.main


def test_a_page_that_fails_leaves_the_others_and_further_pages_are_not_forgotten(pages: Pages, wire: Wire) -> None:
    pieces = wire.faults["GET"] = Pieces(wire, 3)
    pieces.fails[1] = 500
    shown = pages.get(GUIDE)
    assert guide(shown)["Team 0"] == "Reader"
    assert "Masthead couldn't read all of Shipping guide." in shown.main
    pieces.fails.clear()
    assert guide(pages.get(GUIDE))["Team 2"] == "Reader"
    pieces.fails[0] = 500
    shown = pages.get(f"{GUIDE}&refresh=1")
    assert guide(shown)["Team 0"] == "Reader"
    assert "Masthead couldn't refresh Shipping guide. It is shown as read" in shown.main
    pieces.fails.clear()
    pieces.asked.clear()
    expected = dict.fromkeys(("Team 0", "Team 1", "Team 2"), "Reader")
    for address in (f"{GUIDE}&refresh=1", GUIDE):
        assert guide(pages.get(address)) == expected
    assert pieces.asked == [0, 1, 2]
    assert "may have a role there" not in pages.shown.main
    lines = list(csv.reader(io.StringIO(pages.get(f"{ORG}/access/export.csv?place=guide").html)))
    assert lines[1][4:] == ["Reader"] * 3


@pytest.fixture(autouse=True)
def alice_of_both(service: RunningService) -> None:
    give_role(service, "user_alice", "org_orchard", "admin")


def by_hand(pages: Pages, space: str) -> Pages:
    """Add a space under the first organization, whichever it is in."""
    portal = get_portal(pages.app)
    portal.store.directory.add(portal.store.keys.owner_of(ALICE), Mention("space", space, organization="org_larkfield"))
    return pages


def teams_of_orchard(service: RunningService) -> set[str]:
    listed = ask(service, DANA, "GET", f"{STAFF}?limit=1000").get_json()
    return {each["team"]["title"] for each in listed["items"]}


def test_a_place_added_by_hand_brings_no_teams_of_another_organization(alice: Pages, service: RunningService) -> None:
    by_hand(alice, "space_visits").get(f"{ORG}/access")
    assert alice.get(f"{ORG}/spaces/space_visits/access").status == 200
    alice.get(f"{ORG}/sites/site_docs")
    for _ in range(2):  # the second time, they are in the directory
        teams = set(teams_in(alice.get(f"{ORG}/access")))
        assert (bool(teams), teams & teams_of_orchard(service)) == (True, set())
    lines = alice.get(f"{ORG}/access/export.csv").html
    assert all(title not in lines for title in teams_of_orchard(service))


def test_what_is_gone_in_one_organization_is_there_in_another(portal: Flask, alice: Pages) -> None:
    alice.get(f"{ORCHARD}/access")
    known, owner = get_portal(portal).store.directory, get_portal(portal).store.keys.owner_of(ALICE)
    for organization in ("org_orchard", "org_larkfield"):
        known.add(owner, Mention("team", "team_both", "Both", organization=organization))
    alice.get(f"{ORG}/teams/team_both")
    states = {
        each: found.state
        for each in ("org_orchard", "org_larkfield")
        if (found := known.get(owner, each, "team", "team_both"))
    }
    assert states == {"org_orchard": "ok", "org_larkfield": "gone"}
