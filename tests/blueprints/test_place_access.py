"""The teams of a space and of a collection: listed with their roles, given one, another, none."""

from typing import Any

from tests.asked import Log
from tests.blueprints.access_pages import chosen, seen
from tests.blueprints.overview import Told
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.team_records import add_teams
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
GUIDE = f"{ORG}/spaces/space_guide/access"
WAREHOUSE = f"{ORG}/spaces/space_warehouse/access"
HANDBOOK = f"{ORG}/collections/col_handbook/access"
API = "/v1/spaces/space_guide/permissions/teams"


def roles(service: RunningService, place: str = "spaces/space_guide") -> dict[str, str]:
    listed = ask(service, ALICE, "GET", f"/v1/{place}/permissions/teams?limit=1000").get_json()
    return {each["team"]["id"]: each["permission"] for each in listed["items"]}


def test_the_teams_of_a_space_are_listed_with_a_form(alice: Pages, service: RunningService, asked: Log) -> None:
    shown = alice.get(GUIDE)
    assert [row[0] for row in shown.rows] == ["Documentation 5 people", "Customer support 3 people"]
    documentation, support = (row[1] for row in shown.rows)
    assert documentation.startswith("Bob Okafor · Erin Walsh (Creator in the organization) · Frank Adeyemi")
    assert "Charlie Nakamura" in support
    assert "Members start as Reader." in shown.main
    assert shown.links["Add team"] == "#add"
    assert [row[0] for row in alice.get(f"{GUIDE}?q=charlie").rows] == ["Customer support 3 people"]
    assert [row[0] for row in alice.get(f"{GUIDE}?role=edit-or-above").rows] == ["Documentation 5 people"]
    assert shown.document.by_id["add"].get("tabindex") == "-1"
    asked.clear()
    alice.get(GUIDE)
    assert [line for line in asked.lines if "permissions" in line] == []
    assert alice.submit(GUIDE, {}, press="Give role").problems == [
        "Select a team, or enter its address.",
        "Role is required.",
    ]
    add_teams(service, "org_larkfield", 105, space_id="space_guide")
    shown = alice.get(f"{GUIDE}?refresh=1")
    assert len(shown.rows) == 100
    assert len(alice.get(shown.links["Next page"]).rows) == 7
    assert alice.get(f"{GUIDE}/team_org_larkfield_0105").h1 == "Team 0105 in space_guide"


def test_a_space_and_its_collection_lead_to_each_other(alice: Pages, service: RunningService) -> None:
    alice.get(f"{ORG}/sites/site_docs")  # which tells of the space
    shown = alice.get(WAREHOUSE)
    assert shown.h1.endswith("Warehouse operations: Access")
    assert (shown.rows[0][2].startswith("Editor"), shown.rows[0][3]) == (True, "Commenter")
    assert "Only there: Customer support Reader" in shown.main
    parent = alice.get(shown.links["col_handbook"])
    assert parent.path == HANDBOOK
    assert parent.rows[0][0].startswith("Documentation")
    assert next(link for name, link in parent.links.items() if name.endswith("Warehouse operations")) == WAREHOUSE
    own = alice.get(f"{WAREHOUSE}/team_operations").main
    assert "Editor here now. In the collection col_handbook it is Commenter, which doesn't count here." in own
    own = alice.get(f"{WAREHOUSE}/team_support").main
    assert "or is a guest. Its role in the collection counts: Reader, in collection col_handbook." in own
    shown = alice.get(f"{ORG}/known?q=warehouse&kind=space")
    assert alice.get(shown.links["Warehouse operations"]).links["Access"] == WAREHOUSE
    for team in roles(service, "spaces/space_warehouse"):
        path = f"/v1/spaces/space_warehouse/permissions/teams/{team}"
        assert ask(service, ALICE, "DELETE", path).status_code == 205
    shown = alice.get(f"{WAREHOUSE}?refresh=1")
    through = roles(service, "collections/col_handbook")
    assert "No team has a role on this space itself" in shown.main
    assert f"{len(through)} teams have a role in its collection col_handbook and reach this space" in shown.main
    assert shown.main.count("Customer support Reader") == 1
    assert shown.links["Customer support"] == f"{WAREHOUSE}/team_support"


def test_a_team_is_given_a_role_another_one_and_none(alice: Pages, service: RunningService, asked: Log) -> None:
    shown = alice.fill_in(GUIDE, {"team-other": "team_operations", "role": "comment"}, press="Give role")
    assert (shown.path, shown.toasts) == (GUIDE, ["Saved: Give team_operations the role Commenter in space_guide."])
    assert asked.writes == [f"PATCH {API}/team_operations"]
    assert roles(service)["team_operations"] == "comment"
    shown = alice.submit(f"{GUIDE}/team_docs", press="Reviewer Reviews what others propose.")
    summary = "Change the role of Documentation in space_guide: Editor to Reviewer"
    assert shown.toasts[0] == f"Saved: {summary}."
    assert roles(service)["team_docs"] == "review"
    entry = alice.get(f"{ORG}/journal/2")
    assert summary in entry.main
    assert ["Role", "“Editor”", "“Reviewer”"] in [row[:3] for row in entry.rows]
    assert alice.get(f"{ORG}/journal/2/undo").rows == [["Role", "“Reviewer”", "“Editor”"]]
    alice.submit(f"{ORG}/journal/2/undo", press="Undo")
    assert roles(service)["team_docs"] == "edit"
    review = alice.fill_in(f"{GUIDE}/team_docs", role="admin")
    assert review.h1 == "Review your changes"
    assert "Everybody in this team can then administer space_guide" in review.main
    alice.confirm(f"{GUIDE}/team_docs")
    assert roles(service)["team_docs"] == "admin"
    shown = alice.fill_in(f"{HANDBOOK}/team_support", role="")
    assert shown.toasts[0].startswith("Saved: Change the role of Customer support in col_handbook: Reader to Guest.")
    assert "team_support" not in roles(service, "collections/col_handbook")
    assert "The team has no role here, or is a guest." in alice.get(f"{HANDBOOK}/team_support").main
    start_over(alice, service)
    ask(service, ALICE, "PATCH", f"{API}/team_docs", {"role": None})
    asked.clear()
    assert "You can't undo this" in alice.get(f"{GUIDE}/team_docs/remove").main
    alice.submit(f"{GUIDE}/team_docs/remove", press="Remove role")
    assert asked.writes == [f"DELETE {API}/team_docs"]


@for_each("address", [GUIDE, HANDBOOK])
def test_a_role_is_taken_away_and_given_back(alice: Pages, service: RunningService, address: str) -> None:
    start_over(alice, service)
    place = address.removeprefix(f"{ORG}/").removesuffix("/access")
    asking = alice.get(f"{address}/team_docs/remove")
    assert "The team is Editor here now." in asking.main
    assert "You can undo this: the team gets the same role again." in asking.main
    alice.submit(f"{address}/team_docs/remove", press="Remove role")
    assert "team_docs" not in roles(service, place)
    assert alice.get(f"{ORG}/journal/1/undo").rows == [["Role", "no role", "“Editor”"]]
    alice.submit(f"{ORG}/journal/1/undo", press="Undo")
    assert roles(service, place)["team_docs"] == "edit"


@for_each(
    "typed, said",
    [
        ({"role": "read"}, "Select a team, or enter its address."),
        ({"role": "read", "team-other": "team_gone"}, "There is no team team_gone"),
        (
            {"role": "read", "team-other": "https://evil.example/teams/x"},
            "This isn't an address of the documentation app",
        ),
        ({"team-other": "team_docs"}, "Role is required."),
        ({"role": "read", "team-other": "team_docs"}, "This team is already Editor here."),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_sent(alice: Pages, asked: Log, typed: dict[str, Any], said: str) -> None:
    shown = alice.fill_in(GUIDE, typed, press="Give role")
    assert shown.status in {409, 422}
    assert any(said in each for each in shown.problems), shown.problems
    assert asked.writes == []


@for_each("role", ["admin", None])
def test_what_was_not_shown_is_left(alice: Pages, service: RunningService, asked: Log, role: str | None) -> None:
    start_over(alice, service)
    edit, remove = alice.get(f"{GUIDE}/team_docs"), alice.get(f"{GUIDE}/team_docs/remove")
    ask(service, ALICE, "PATCH", f"{API}/team_docs", {"role": role})
    asked.clear()
    alice.page = edit
    assert alice.submit(f"{GUIDE}/team_docs", role="read").status == 409
    alice.page = remove
    shown = alice.submit(f"{GUIDE}/team_docs/remove", press="Remove role")
    assert "The role of this team has changed since you opened the page." in shown.problems[0]
    assert asked.writes == []
    alice.submit(f"{GUIDE}/team_docs/remove", press="Remove role")
    assert asked.writes == [f"DELETE {API}/team_docs"]


def test_who_may_not_reads_alone_and_strangers_find_none(bob: Pages, dana: Pages, alice: Pages) -> None:
    shown = bob.get(GUIDE)
    assert len(shown.rows) == 2
    assert shown.notes[0].startswith("Your role doesn't let you change the roles of teams here.")
    assert [link for link in shown.links if link.startswith(("Change role", "Remove role"))] == []
    assert bob.get(f"{GUIDE}/team_docs").is_closed("role")
    assert "Remove role" not in bob.get(f"{GUIDE}/team_docs/remove").buttons
    assert dana.get(GUIDE).status == 404
    assert dana.get("/orgs/org_orchard/spaces/space_guide/access").status in {403, 404}
    alice.get(f"{ORG}/sites/site_docs")
    assert alice.get("/orgs/org_orchard/spaces/space_warehouse/access").status == 404


def test_a_space_under_the_wrong_organization_is_found_under_its_own(alice: Pages, service: RunningService) -> None:
    give_role(service, "user_alice", "org_orchard", "admin")
    alice.get(f"{ORG}/known")
    alice.submit(f"{ORG}/known/add", typed="space_clinic", kind="space")
    for organization in (ORG, "/orgs/org_orchard"):
        assert alice.get(f"{organization}/spaces/space_clinic/access").status == 200
    alice.get("/orgs/org_orchard/known")
    assert alice.submit("/orgs/org_orchard/known/add", typed="space_clinic", kind="space").problems == []
    alice.get("/orgs/org_orchard/sites/site_clinic")
    for site in alice.get("/orgs/org_orchard/sites").links.values():
        alice.get(site)
    assert "space_clinic" in alice.get("/orgs/org_orchard/access").html
    assert alice.get(f"{ORG}/spaces/space_clinic/access").status == 404


def test_a_role_that_nobody_knows_is_kept_and_a_team_without_a_title_goes_by_its_id(told: Told) -> None:
    pages, by_ending = told
    team = {"object": "team", "id": "team_docs", "title": "Documentation"}
    by_ending["teams"] = faults.says({"items": [{"permission": "scribe", "team": team}]})
    shown = pages.get(GUIDE)
    assert "Masthead doesn't know this role and leaves it unchanged." in shown.rows[0][2]
    assert pages.get(f"{GUIDE}/team_docs").value("role") == ["scribe"]
    by_ending["teams"] = faults.says({"items": [{"permission": "read", "team": team | {"title": ""}}]})
    assert pages.get(GUIDE).links["team_docs"] == f"{GUIDE}/team_docs"
    assert pages.get(f"{GUIDE}/team_docs").h1 == "team_docs in space_guide"


SIZE = "A team's role counts for all its members. Customer support: 3 members, 4 spaces when last read."


def test_how_many_people_a_role_is_for_is_told_where_it_is_given_changed_or_taken_away(alice: Pages) -> None:
    for page in (f"{GUIDE}/team_support", f"{GUIDE}/team_support/remove"):
        assert SIZE in alice.get(page).main
        assert "team_x: number of members not known." in alice.get(page.replace("team_support", "team_x")).main
    offered = alice.get(GUIDE).document.by_id["team"].iter("option")
    details = {each.get("value"): each.get("data-details") for each in offered}
    assert details["team_support"] == "3 members, 4 spaces when last read"
    review = alice.fill_in(WAREHOUSE, {"team-other": "team_support", "role": "admin"}, press="Give role")
    assert SIZE in review.main
    review = chosen(seen(alice), ("support", "operations"), ("guide", "api", "releases"), "review")
    assert f"{SIZE[:-1]}; Warehouse and drivers: 4 members, 2 spaces when last read." in review.main
