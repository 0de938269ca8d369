"""Before people are removed from a team, the page lists which of their roles in spaces and collections change."""

from masthead.web.frame.organization import MOST_CALLS
from masthead.web.people.lost_roles import MAX_TEAMS
from tests.asked import Log
from tests.blueprints.team_pages import API, DOCS, ORG, chosen
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.team_records import add_places, add_teams, know
from tests.wire import Wire
from tests.world import ALICE, RunningService

MEMBERS = "/v1/orgs/org_larkfield/teams"
HANDBOOK = "/v1/spaces/space_handbook/permissions/teams"
HEADING = "Roles that change in spaces and collections"


def come_across(pages: Pages, *sites: str) -> None:
    """Alice reads sites with their spaces, and their collections."""
    for site in sites:
        pages.get(f"{ORG}/sites/site_{site}")


def lost(shown: Page) -> list[list[str]]:
    """The rows about places; those about people stand before them."""
    return [row for row in shown.rows if row[-1] != "Not in the team"]


def test_each_role_that_changes_is_listed_with_what_is_left(alice: Pages) -> None:
    come_across(alice, "handbook")
    shown = chosen(alice, "Remove…", "kofi")
    assert HEADING in shown.main
    assert lost(shown) == [
        ["Employee handbook", "Editor in collection", "Reader in collection through Customer support"],
        ["Warehouse operations", "Editor in collection", "Reader in collection through Customer support"],
        ["col_handbook Collection", "Editor", "Reader through Customer support"],
    ]
    assert "Roles change in 2 spaces and 1 collection. Space or collection" in shown.main
    assert "Roles in the organization that allow more: Editor (Kofi Mensah)." in shown.main
    assert "is not known" not in shown.main
    assert shown.links["Employee handbook"] == f"{ORG}/spaces/space_handbook/access"
    shown = chosen(alice, "Remove…", "bob", "kofi", "grace")
    assert [row[1:] for row in lost(shown)[:2]] == [
        ["Bob Okafor", "Editor in collection", "No role through a team"],
        ["Kofi Mensah and Grace Tanaka", "Editor in collection", "Reader in collection through Customer support"],
    ]
    assert "Editor (Bob Okafor and Kofi Mensah) and Commenter (Grace Tanaka)." in shown.main


def test_the_same_role_through_another_team_is_no_loss(alice: Pages, service: RunningService) -> None:
    come_across(alice, "handbook")
    ask(service, ALICE, "PATCH", "/v1/collections/col_handbook/permissions/teams/team_support", {"role": "edit"})
    shown = chosen(alice, "Remove…", "kofi")
    assert lost(shown) == []
    assert "No role changes in the spaces and collections that Masthead read." in shown.main


@for_each("press", ["Make owners…", "Make members…"])
def test_another_role_in_the_team_loses_none(alice: Pages, asked: Log, press: str) -> None:
    come_across(alice, "handbook")
    asked.clear()
    assert HEADING not in chosen(alice, press, "erin", "kofi").main
    assert not [each for each in asked.all if "permissions" in each.path]


def test_what_could_not_be_read_is_said(portal_for: PortalFor, wire: Wire) -> None:
    wire.faults["GET"] = faults.at(HANDBOOK, faults.refusal(403))
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    come_across(pages, "handbook")
    shown = chosen(pages, "Remove…", "kofi")
    assert "Access to 1 space or collection is not known: Masthead didn't read it." in shown.main
    assert [row[0] for row in lost(shown)] == ["Warehouse operations", "col_handbook Collection"]


def test_a_team_whose_members_could_not_be_read_is_named(portal_for: PortalFor, wire: Wire) -> None:
    wire.faults["GET"] = faults.at(f"{MEMBERS}/team_support/members", faults.refusal(403))
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    come_across(pages, "handbook")
    shown = chosen(pages, "Remove…", "kofi")
    assert lost(shown)[0][1:] == ["Editor in collection", "No role through a team"]
    assert "Masthead didn't read all members of Customer support." in shown.main


def test_the_calls_are_bounded(alice: Pages, service: RunningService, asked: Log) -> None:
    teams = add_teams(service, "org_larkfield", 40)
    add_places(service, "org_larkfield", 60, ["team_docs", *teams])
    know(alice.app, ALICE, "org_larkfield", spaces=60)
    asked.clear()
    shown = chosen(alice, "Remove…", "kofi")
    read = [each.path for each in asked.all if each.path != API]
    assert sum("permissions" in each for each in read) <= MOST_CALLS
    assert sum(each.endswith("/members") for each in read) == MAX_TEAMS
    assert "spaces and collections is not known: Masthead didn't read them." in shown.main
    assert "Masthead didn't read all members of Team" in shown.main


def listed(pages: Pages, text: str, press: str = "Add only…") -> Page:
    """The review of a list that is pasted into the team."""
    return pages.fill_in(f"{DOCS}/roster", text=text, press=press)


@for_each(
    "text, mode",
    [("user_kofi,remove", "Add only…"), ("user_erin\nuser_bob\nuser_grace\nuser_frank", "Replace members…")],
)
def test_a_list_that_removes_somebody_says_it_too(alice: Pages, text: str, mode: str) -> None:
    come_across(alice, "handbook")
    shown = listed(alice, text, mode)
    assert HEADING in shown.main
    assert ["Employee handbook", "Editor in collection", "Reader in collection through Customer support"] in shown.rows
    assert "Roles change in 2 spaces and 1 collection. Space or collection" in shown.main


@for_each("text", ["user_heidi", "user_kofi,owner", "user_nobody,remove"])
def test_a_list_that_removes_nobody_says_nothing_of_roles(alice: Pages, asked: Log, text: str) -> None:
    come_across(alice, "handbook")
    asked.clear()
    assert HEADING not in listed(alice, text).main
    assert not [each for each in asked.all if "permissions" in each.path]
