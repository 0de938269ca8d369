"""The page of a person: the known teams that they are in."""

from tests.blueprints.test_teams import ORG, TEAMS, forget, seen
from tests.faults import faults
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import add_members
from tests.team_records import add_teams
from tests.wire import Wire
from tests.world import ALICE, RunningService

CHARLIE = f"{ORG}/people/user_charlie"


def test_the_directory_leads_to_the_teams_of_a_person(alice: Pages) -> None:
    alice.get(f"{ORG}/spaces/space_guide/access")
    alice.get(f"{TEAMS}/team_support")
    alice.get(f"{ORG}/known?q=user_charlie")
    page = alice.get(alice.shown.links["Charlie Nakamura"])
    assert page.h1 == "Charlie Nakamura"
    assert ["Customer support", "Member", "Reader"] in page.rows
    team = alice.get(page.links["Customer support"])
    assert [row[0] for row in team.rows] == ["Charlie Nakamura charlie@larkfield.example"]
    assert "Remove Charlie Nakamura" in team.buttons


def test_who_is_in_no_known_team_is_told_so(alice: Pages) -> None:
    forget(alice, ALICE)
    assert "No known teams yet" in alice.get(CHARLIE).main
    seen(alice)
    page = alice.get(f"{ORG}/people/user_nobody")
    assert page.h1 == "user_nobody"
    assert "In no known team" in page.main
    assert "Scan for more teams" in page.links


def test_many_teams_are_read_some_at_a_time(alice: Pages, service: RunningService) -> None:
    add_teams(service, "org_larkfield", 12, space_id="space_guide")
    alice.get(f"{ORG}/spaces/space_guide/access")
    page = alice.get(CHARLIE)
    assert "members of 12 teams. You have come across more." in page.main
    assert "You have come across more" not in alice.get(page.links["Next page"]).main


def test_a_team_with_more_members_than_were_read_is_named(alice: Pages, service: RunningService) -> None:
    seen(alice)
    add_members(service, "org_larkfield", "team_operations", 1001)
    page = alice.get(f"{ORG}/people/user_nobody?refresh=1")
    assert "Not all members of these teams could be read: Warehouse and drivers." in page.main


def test_a_team_that_cannot_be_read_is_named(portal_for: PortalFor, wire: Wire) -> None:
    alice = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    seen(alice)
    wire.faults["GET"] = faults.at("/v1/orgs/*/teams/team_operations/members", faults.refusal(403))
    page = alice.get(CHARLIE)
    assert "Masthead couldn't read the members of Warehouse and drivers." in page.main
