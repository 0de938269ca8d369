"""The people behind the teams of a space, and teams that may be further down than was read."""

import csv
import io

from blueprints.access.place_people import MAX_TEAMS
from tests.asked import Log
from tests.blueprints.overview import listing
from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.team_records import add_teams
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
GUIDE = f"{ORG}/spaces/space_guide/people"
HANDBOOK = f"{ORG}/spaces/space_handbook/people"
MEMBERS = "/v1/orgs/org_larkfield/teams"
TEAMS_API = "/v1/spaces/space_guide/permissions/teams"


def people(pages: Pages, address: str) -> dict[str, list[str]]:
    """What each row says, by name."""
    return {" ".join(row[0].split()[:2]): row[1:] for row in pages.get(address).rows}


def test_each_person_is_shown_with_their_roles_and_found_by_them(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PUT", f"{MEMBERS}/team_docs/members/user_lena", {"role": "member"})
    found = people(alice, GUIDE)
    assert next(iter(found)) == "Lena Hoffmann"
    assert found["Lena Hoffmann"][:2] == ["Admin", "Administrator of the organization Editor through Documentation"]
    assert found["Erin Walsh"][:2] == ["Creator", "Own role in the organization Editor through Documentation"]
    assert "Administrators of the organization can do everything here, and you are one of them." in alice.shown.main
    assert found["Bob Okafor"] == ["Editor", "Editor through Documentation", "Editor"]
    assert found["Frank Adeyemi"] == [
        "Reviewer",
        "Own role in the organization Editor through Documentation",
        "Reviewer",
    ]
    assert found["Grace Tanaka"][:2] == [
        "Editor",
        "Editor through Documentation Reader through Customer support",
    ]
    assert found["Charlie Nakamura"][1:] == ["Reader through Customer support", "Reader"]
    assert "Heidi Lang" not in found
    labels = [each.get("data-label") for each in alice.shown.document.all("td")]
    assert labels[:3] == ["Role", "Where it comes from", "In the organization"]
    assert alice.get(f"{ORG}/spaces/space_guide/access").links["People"] == GUIDE
    assert "Charlie Nakamura" not in people(alice, f"{GUIDE}?role=edit-or-above")
    assert list(people(alice, f"{GUIDE}?role=edit-or-above&q=GRACE")) == ["Grace Tanaka"]
    assert "Nobody matches" in alice.get(f"{GUIDE}?q=zebra").main
    row = alice.get(f"{GUIDE}?q=kofi").links["Documentation"]
    assert alice.shown.links["Kofi Mensah"] == f"{ORG}/people/user_kofi"
    assert row == f"{ORG}/teams/team_docs?q=user_kofi"
    assert "To change one person's role, change the role of their team, or move the person" in alice.shown.main
    assert [each[0].split()[0] for each in alice.get(row).rows] == ["Kofi"]


def test_roles_in_the_collection_are_told_as_such(alice: Pages) -> None:
    alice.get(f"{ORG}/sites/site_handbook")
    found = people(alice, HANDBOOK)
    assert found["Bob Okafor"][:2] == [
        "Editor",
        "Editor in the collection col_handbook through Documentation",
    ]
    assert "A team that is a guest here may show its role in the collection." in alice.shown.main
    shown = alice.get(f"{HANDBOOK}?role=edit-or-above&q=bob")
    answer = alice.get(shown.links["Export"])
    assert 'filename="people-space_handbook-Larkfield-Freight-' in answer.headers["Content-Disposition"]
    line, last = csv.DictReader(io.StringIO(answer.html))
    assert (last["role"], last["note"] in shown.main, "in no team" in last["note"]) == ("Admin", True, True)
    assert [line[each] for each in ("person", "email", "organizationRole", "role", "through", "place")] == [
        *("Bob Okafor", "bob@larkfield.example", "Editor", "Editor", "Documentation", "col_handbook")
    ]


def test_a_team_whose_members_cannot_be_read_hides_no_other(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.at(f"{MEMBERS}/team_docs/members", faults.refusal(403))
    assert list(people(distant, GUIDE)) == ["Kofi Mensah", "Grace Tanaka", "Charlie Nakamura"]
    assert people(distant, GUIDE)["Grace Tanaka"][0] == "Commenter or above"
    assert "Masthead couldn't read the members of Documentation." in distant.shown.main


def test_the_members_of_a_few_teams_are_read_and_the_others_named(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    add_teams(service, "org_larkfield", 20, space_id="space_guide")
    asked.clear()
    shown = alice.get(GUIDE)
    assert sum(each.path.endswith("/members") for each in asked.all) == MAX_TEAMS
    assert "Customer support" in shown.main.partition("Not read: ")[2]
    assert "Admin through Team 0001" not in shown.main  # it has no members


def test_many_people_are_shown_a_hundred_a_page_though_their_roles_are_not_reported(distant: Pages, wire: Wire) -> None:
    items = [{"organization": {"object": "member", "id": f"user_{number:04}"}} for number in range(150)]
    wire.faults["GET"] = faults.at(f"{MEMBERS}/team_docs/members", listing(*items))
    first = distant.get(GUIDE)
    assert len(first.rows) == 100
    row = next(each for each in first.rows if each[0].startswith("user_0000"))
    assert [row[1], row[3]] == ["Editor or above", "Not shown"]
    second = distant.get(first.links["Next page"])
    assert (len(second.rows), second.rows[0][0]) == (53, "user_0099 user_0099")


def test_a_place_without_teams_says_so(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.at(TEAMS_API, listing())
    assert "No team has a role here" in distant.get(GUIDE).main
    assert "People in no team that Masthead has read" in distant.shown.main


ACCESS = f"{ORG}/spaces/space_guide/access"
NOT_SEEN = "More teams have a role here than Masthead reads, and this team may be one of them."


def listed(team: str, *, more: bool = False) -> Fault:
    """Answer a page of the listing with one team."""
    return listing({"permission": "read", "team": {"object": "team", "id": team, "title": team.title()}}, more=more)


@for_each(
    "following, status, why",
    [
        (faults.refusal(500), 502, "nothing was saved"),
        (listed("team_docs"), 409, "This team is already Reader here. Change its role on the page of the team."),
        (listed("two", more=True), 409, NOT_SEEN),
    ],
)
def test_a_team_that_may_be_further_down_is_given_none(
    portal_for: PortalFor, wire: Wire, following: Fault, status: int, why: str
) -> None:
    wire.faults.clear()

    def told(talk: Talk) -> bool:
        return (following if "page=" in talk.asked.target else listed("one", more=True))(talk)

    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    wire.faults["GET"] = faults.at(TEAMS_API, told)
    shown = pages.fill_in(ACCESS, {"team-other": "team_docs", "role": "comment"}, press="Give role")
    assert set(wire.seen) == {"GET"}
    assert shown.status == status
    assert why in shown.problems[0]
