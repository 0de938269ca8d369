"""The people behind the teams of a space, and teams that may be further down than was read."""

import csv
import io

from blueprints.access.people_reads import MAX_TEAMS
from tests.asked import Log
from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.team_records import add_teams
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
GUIDE = f"{ORG}/spaces/space_guide/people"
HANDBOOK = f"{ORG}/spaces/space_handbook/people"
MEMBERS = "/v1/orgs/org_larkfield/teams"


def people(pages: Pages, address: str) -> dict[str, list[str]]:
    """What each row says, by name."""
    return {" ".join(row[0].split()[:2]): row[1:] for row in pages.get(address).rows}


def test_each_person_is_shown_with_their_roles_and_found_by_them(alice: Pages) -> None:
    found = people(alice, GUIDE)
    change = "Change role of team"
    assert found["Bob Okafor"] == ["Editor", f"Editor through Documentation {change}", "Editor"]
    assert found["Grace Tanaka"][:2] == [
        "Editor",
        f"Editor through Documentation {change} Reader through Customer support {change}",
    ]
    assert list(found)[-1] == "Charlie Nakamura"
    assert "View people" in alice.get(f"{ORG}/spaces/space_guide/access").links
    found = people(alice, GUIDE)
    assert [found[each][2] for each in ("Frank Adeyemi", "Kofi Mensah", "Charlie Nakamura")] == [
        "Reviewer Allows more, so it may count",
        "Editor",
        "Reader",
    ]
    labels = [each.get("data-label") for each in alice.get(GUIDE).document.all("td")]
    assert labels[:3] == ["Role", "Where it comes from", "In the organization"]
    assert "Charlie Nakamura" not in people(alice, f"{GUIDE}?role=edit-or-above")
    assert list(people(alice, f"{GUIDE}?role=edit-or-above&q=GRACE")) == ["Grace Tanaka"]
    assert "Nobody matches" in alice.get(f"{GUIDE}?q=zebra").main
    row = alice.get(f"{GUIDE}?q=kofi").links["Documentation"]
    assert row == f"{ORG}/teams/team_docs?q=user_kofi"
    assert "To change one person's role, change the role of their team, or move the person" in alice.shown.main
    assert "Somebody's role in the organization may count here too." in alice.shown.main
    assert [each[0].split()[0] for each in alice.get(row).rows] == ["Kofi"]


def test_roles_in_the_collection_are_told_as_such_with_the_way_to_change_them(alice: Pages, charlie: Pages) -> None:
    alice.get(f"{ORG}/sites/site_handbook")
    address = alice.get(f"{HANDBOOK}?q=bob").links["Change role of team Documentation"]
    assert address == f"{ORG}/collections/col_handbook/access/team_docs"
    address = alice.get(f"{GUIDE}?q=bob").links["Change role of team Documentation"]
    assert alice.get(address).h1 == "Documentation in space_guide"
    assert "Change role of team" not in charlie.get(GUIDE).main
    alice.get(f"{ORG}/sites/site_handbook")
    found = people(alice, HANDBOOK)
    assert found["Bob Okafor"][:2] == [
        "Editor in collection",
        "Editor in the collection col_handbook through Documentation Change role of team",
    ]
    assert "a role “in collection” may not count here." in alice.shown.main
    alice.get(f"{ORG}/sites/site_handbook")
    address = alice.get(f"{HANDBOOK}?role=edit-or-above&q=bob").links["All people who match as CSV"]
    answer = alice.get(address)
    assert 'filename="people-space_handbook-Larkfield-Freight-' in answer.headers["Content-Disposition"]
    (line,) = csv.DictReader(io.StringIO(answer.html))
    assert (line["person"], line["email"], line["organizationRole"]) == (
        "Bob Okafor",
        "bob@larkfield.example",
        "Editor",
    )
    assert (line["role"], line["through"]) == ("Editor in collection", "Editor in the collection through Documentation")


def test_a_team_whose_members_cannot_be_read_hides_no_other(portal_for: PortalFor, wire: Wire) -> None:
    wire.faults["GET"] = faults.at(f"{MEMBERS}/team_docs/members", faults.refusal(403))
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    assert list(people(pages, GUIDE)) == ["Charlie Nakamura", "Grace Tanaka", "Kofi Mensah"]
    assert "Masthead couldn't read the members of Documentation." in pages.shown.main


def test_a_role_in_the_organization_that_is_not_reported_is_said_so(portal_for: PortalFor, wire: Wire) -> None:
    item = {"organization": {"object": "member", "id": "user_lin"}, "team": {"role": "member"}}
    wire.faults["GET"] = faults.at(f"{MEMBERS}/team_docs/members", faults.says({"items": [item], "count": 1}))
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    rows = [[*row[:2], row[3]] for row in pages.get(GUIDE).rows]
    assert ["user_lin user_lin", "Editor", "Not reported"] in rows


def test_the_members_of_a_few_teams_are_read_and_the_others_named(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    add_teams(service, "org_larkfield", 20, space_id="space_guide")
    asked.clear()
    shown = alice.get(GUIDE)
    assert sum(each.path.endswith("/members") for each in asked.all) == MAX_TEAMS
    assert "Customer support" in shown.main.partition("Not read: ")[2]
    assert "Admin through Team 0001" not in shown.main  # it has no members


def test_a_thousand_people_are_shown_a_hundred_a_page(portal_for: PortalFor, wire: Wire) -> None:
    items = [{"organization": {"object": "member", "id": f"user_{number:04}"}} for number in range(1000)]
    wire.faults["GET"] = faults.at(f"{MEMBERS}/team_docs/members", faults.says({"items": items, "count": 1000}))
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    first = pages.get(GUIDE)
    assert (len(first.rows), first.rows[0][0]) == (100, "user_0000 user_0000")
    second = pages.get(first.links["Next page"])
    assert (len(second.rows), second.rows[0][0]) == (100, "user_0100 user_0100")


def test_a_place_without_teams_says_so(portal_for: PortalFor, wire: Wire) -> None:
    wire.faults["GET"] = faults.at("/v1/spaces/space_guide/permissions/teams", faults.says({"items": [], "count": 0}))
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    assert "No team has a role here" in pages.get(GUIDE).main
    assert "People who have access through their own role in the organization" in pages.shown.main


def test_people_are_shown_as_read_last_while_the_api_is_away(portal_for: PortalFor, wire: Wire) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    found = people(pages, GUIDE)
    wire.faults["GET"] = faults.refusal(503)
    assert people(pages, f"{GUIDE}?refresh=1") == found


ACCESS = "/orgs/org_larkfield/spaces/space_guide/access"
TEAMS_API = "/v1/spaces/space_guide/permissions/teams"
NOT_SEEN = "More teams have a role here than Masthead reads, and this team may be one of them."


def listed(team: str, **more: object) -> Fault:
    """Answer a page of the listing with one team."""
    item = {"permission": "read", "team": {"object": "team", "id": team, "title": team.title()}}
    return faults.says({"items": [item], "count": 1, **more})


@for_each(
    "following, status, why",
    [
        (faults.refusal(500), 502, "nothing was saved"),
        (listed("team_docs"), 409, "This team is already Reader here. Change its role on the page of the team."),
        (listed("two", next={"page": "2"}), 409, NOT_SEEN),
    ],
)
def test_a_team_that_may_be_further_down_is_given_none(
    portal_for: PortalFor, wire: Wire, following: Fault, status: int, why: str
) -> None:
    wire.faults.clear()

    def told(talk: Talk) -> bool:
        return (following if "page=" in talk.asked.target else listed("one", next={"page": "2"}))(talk)

    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    wire.faults["GET"] = faults.at(TEAMS_API, told)
    pages.get(ACCESS)
    shown = pages.submit(ACCESS, {"team-other": "team_docs", "role": "comment"}, press="Give role")
    assert set(wire.seen) == {"GET"}
    assert shown.status == status
    assert why in shown.problems[0]
