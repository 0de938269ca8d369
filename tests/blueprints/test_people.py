"""The list of people in known teams, and the page of each person."""

import csv
import io

from tests.asked import Log
from tests.blueprints.overview import listing
from tests.blueprints.team_pages import call, roles
from tests.blueprints.test_inbox import knowing as everything
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.team_records import add_teams
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
PEOPLE = f"{ORG}/people"
TEAMS = f"{ORG}/teams"


def knowing(pages: Pages) -> Pages:
    """Meet the teams of two spaces."""
    for space in ("guide", "handbook"):
        pages.get(f"{ORG}/spaces/space_{space}/access")
    return pages


def names(pages: Pages, asked_for: str = "") -> list[str]:
    return [row[0].split(" ")[0] for row in pages.get(f"{PEOPLE}?{asked_for}").rows]


@for_each(
    "asked_for, found",
    [
        ("team=team_support", ["Charlie", "Grace", "Kofi"]),
        ("q=GRACE&team=team_docs", ["Grace"]),
        ("role=create", ["Erin"]),
        ("sso=no&team=team_docs", ["Grace", "Kofi"]),
        ("state=unreported&team=team_docs", ["Grace", "Kofi"]),
        ("sort=-name&team=team_docs", ["Kofi", "Grace", "Frank", "Erin", "Bob"]),
        ("q=zebra&sso=odd&state=odd", []),
    ],
)
def test_people_are_found_by_team_role_sign_on_and_state(alice: Pages, asked_for: str, found: list[str]) -> None:
    assert names(knowing(alice), asked_for) == found
    assert found or "Nobody matches" in alice.shown.main


def test_a_row_has_all_teams_and_the_file_has_the_same(alice: Pages) -> None:
    shown = knowing(alice).get(PEOPLE)
    (grace,) = [row for row in shown.rows if row[0].startswith("Grace")]
    assert grace[1] == "Customer support and Documentation"
    assert "Teams" in shown.links
    lines = list(csv.DictReader(io.StringIO(alice.get(f"{PEOPLE}/export.csv?q=grace").html)))
    assert [(each["id"], each["teams"]) for each in lines] == [
        ("user_grace", "Customer support (Owner); Documentation (Member)")
    ]


def test_the_page_of_a_person_has_teams_access_open_work_and_changes(alice: Pages) -> None:
    everything(alice).get(f"{ORG}/known?q=user_charlie")
    page = alice.get(alice.shown.links["Charlie Nakamura"])
    assert page.h1 == "Charlie Nakamura"
    assert ["Customer support", "Member"] in page.rows
    assert page.facts["In the organization"] == "Reader"
    assert "The role in the organization is Reader." in page.main
    team = alice.get(page.links["Customer support"])
    assert [row[0] for row in team.rows] == ["Charlie Nakamura charlie@larkfield.example"]
    assert "Asked for a review #2 Explain customs" in page.main
    assert ["Shipping guide", "Editor", "Through Documentation"] in alice.get(f"{PEOPLE}/user_kofi").rows
    frank = ["Shipping guide", "Reviewer", "Own role in the organization"]
    assert frank in alice.get(f"{PEOPLE}/user_frank").rows
    alice.get(f"{PEOPLE}/user_kofi")
    sources = {row[2] for row in alice.shown.rows if len(row) > 2}  # teams have two columns
    assert any(", in " in each for each in sources)
    call(alice, "Erin Walsh")
    alice.get(f"{TEAMS}/team_docs")
    alice.submit(f"{TEAMS}/team_docs/members", add="lena@larkfield.example", press="Add to the team")
    assert "by=" in alice.get(f"{PEOPLE}/user_erin").links.get("Changes by Erin Walsh", "")


@for_each(
    "members, told",
    [
        (faults.refusal(403), "Warehouse and drivers: Your role doesn't allow this."),
        (listing(more=True), "Warehouse and drivers: It has more members than Masthead reads."),
    ],
)
def test_a_team_that_is_not_read_to_its_end_is_named(distant: Pages, wire: Wire, members: Fault, told: str) -> None:
    wire.faults.clear()
    distant.get(f"{ORG}/sso")
    wire.faults["GET"] = faults.at("/v1/orgs/*/teams/team_operations/members", members)
    assert told in distant.get(f"{PEOPLE}/user_charlie?refresh=1").main
    assert told in distant.get(f"{PEOPLE}?refresh=1").main


def test_more_teams_than_a_page_reads_are_read_by_the_next(alice: Pages, service: RunningService) -> None:
    add_teams(service, "org_larkfield", 60, space_id="space_guide")
    knowing(alice)
    assert "Not all members of " in alice.get(PEOPLE).main
    assert " teams could be read" in alice.shown.main
    assert "It was not read yet." in alice.shown.main
    assert "Not all members" not in alice.get(alice.shown.links["Read more teams"]).main


LEAVE = f"{PEOPLE}/user_grace/leave"
API = "/v1/orgs/org_larkfield/teams"
FIELDS = "/v1/spaces/space_guide/custom-fields"
OWNERS = "Erin Walsh, grace@larkfield.example, x.grace@larkfield.example"
REVIEWERS = "/v1/spaces/space_guide/change-requests/2/requested-reviewers"


def owner_field(service: RunningService) -> str:
    values = ask(service, ALICE, "GET", FIELDS).get_json()
    found: str = next(each["value"] for each in values if each["customField"]["name"] == "owner")
    return found


def test_who_leaves_is_removed_everywhere_and_hands_over_what_can_be(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    ask(service, ALICE, "PATCH", FIELDS, {"values": {"owner": {"value": OWNERS}}})
    ask(service, ALICE, "POST", REVIEWERS, {"users": ["user_grace", "user_kofi"]})
    shown = everything(alice).get(LEAVE)
    rows = {row[0]: row[1:] for row in shown.rows}
    assert rows["Documentation"] == ["Member", "Removed"]
    assert rows["Customer support"] == ["Owner", "Stays, as the only owner. Choose who takes over."]
    assert rows["#2 Explain customs"][1] == rows["Owner, Shipping guide"][1] == "Stays. Choose who takes over."
    assert ["Customer support", "Owner", rows["Customer support"][1]] in alice.get(f"{LEAVE}?to=user_grace").rows
    assert "Stays. Kofi Mensah has it already." in alice.get(f"{LEAVE}?to=user_kofi").main
    shown = alice.get(f"{LEAVE}?to=user_erin")
    after = {row[0]: row[-1] for row in shown.rows}
    assert after["Customer support"] == "Removed. Erin Walsh becomes an owner."
    assert after["#2 Explain customs"] == "Erin Walsh is asked, too"
    assert after["Owner, Shipping guide"] == OWNERS.replace("grace", "erin", 1)
    assert "The account of Grace Tanaka and the role in the organization stay." in shown.main
    asked.clear()
    done = alice.submit(f"{LEAVE}?to=user_erin", reason="Last day", press="Apply 4 changes")
    assert (done.h1, "Done 4 of 4 changes" in done.main) == ("Grace Tanaka leaves", True)
    assert [line.split()[0] for line in asked.writes] == ["POST", "PATCH", "PUT", "PUT"]
    assert (roles(service, "support")["erin"], "grace" in roles(service, "support")) == ("owner", False)
    assert owner_field(service) == OWNERS.replace("grace", "erin", 1)
    assert "In no team" in alice.get(f"{PEOPLE}/user_grace").main
    alice.fill_in(done.path, press="Undo bulk change")
    assert (
        "Ask Erin Walsh to review the change request #2 Explain customs of Shipping guide: This can't be undone."
        in alice.shown.main
    )
    alice.submit(alice.shown.path, press="Apply 3 changes")
    assert (roles(service, "support")["grace"], "erin" in roles(service, "support")) == ("owner", False)
    assert owner_field(service) == OWNERS


def test_who_takes_over_has_an_account_and_only_what_may_be_changed_is(
    distant: Pages, charlie: Pages, service: RunningService, wire: Wire
) -> None:
    ask(service, ALICE, "PATCH", FIELDS, {"values": {"owner": {"value": OWNERS}}})
    charlie.get(f"{ORG}/sites/site_docs")  # which tells that he may not edit
    rows = knowing(charlie).get(f"{LEAVE}?to=user_erin").rows
    assert rows[-1] == ["Owner, Shipping guide", OWNERS, "Stays. The field or your role doesn't allow the change."]
    wire.faults["GET"] = faults.at("/v1/spaces/space_guide/custom-fields", faults.refusal(403))
    assert "Masthead hasn't read the fields of 1 space." in everything(distant).get(LEAVE).main
    two = ({"object": "member", "id": f"user_{name}", "disabled": name == "heidi"} for name in ("heidi", "lena"))
    members = listing(*({"organization": each} for each in two))
    wire.faults["GET"] = faults.at("/v1/orgs/*/teams/*/members", members)
    assert distant.get(f"{LEAVE}?refresh=1").offers("to") == ["", "user_lena"]


def test_who_leaves_agrees_to_lose_their_own_place(alice: Pages, asked: Log) -> None:
    """Alice gives the name of a colleague, who is in one of two teams."""
    call(alice, "Charlie Nakamura")
    assert "Check that this isn't you" not in everything(alice).get(f"{PEOPLE}/user_frank/leave").main
    assert "Stays under this name" in {row[-1] for row in alice.get(f"{PEOPLE}/user_charlie/leave").rows}
    asked.clear()
    shown = alice.submit(alice.shown.path, press="Apply 1 change")
    assert (shown.error_at("agreed") != "", asked.writes) == (True, [])


def test_nobody_is_removed_twice_and_a_page_that_is_out_of_date_is_shown_again(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    everything(alice).get(f"{LEAVE}?to=user_kofi")
    ask(service, ALICE, "DELETE", f"{API}/team_docs/members/user_grace")
    asked.clear()
    done = alice.submit(f"{LEAVE}?to=user_kofi", press="Apply")
    assert "1 skipped" in done.main
    assert [line for line in asked.writes if "/members" in line] == [f"PUT {API}/team_support/members"]
    shown = alice.get(f"{PEOPLE}/user_kofi/leave?to=user_erin")
    ask(service, ALICE, "DELETE", f"{API}/team_docs/members/user_kofi")
    Pages(alice.app).sign_in(ALICE).get(f"{PEOPLE}/user_kofi?refresh=1")
    (problem,) = alice.submit(shown.address, press="Apply").problems
    assert problem.startswith("Something changed since this page was shown. Nothing was sent.")
    assert "No longer here: Documentation." in problem


def test_who_joins_gets_the_reviewed_teams_and_roles_of_a_colleague(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    shown = knowing(alice).get(f"{PEOPLE}/user_grace")
    shown = alice.get(shown.links["Add somebody like Grace Tanaka"])
    assert shown.rows == [["Customer support", "Owner"], ["Documentation", "Member"]]
    shown = alice.submit(f"{PEOPLE}/join", press="Review changes")
    assert "Enter the e-mail address of at least one person." in shown.error_at("add")
    shown = alice.submit(shown.address, add="user_ivan", press="Review changes")
    shown = alice.submit(shown.address, add="user_lena bob@larkfield.example", press="Add to these")
    assert shown.problems == ["This isn't what the page showed you. Nothing was sent. Check it again."]
    shown = alice.submit(shown.address, add="user_ivan bob@larkfield.example new@x.example", press="Add to these")
    assert "No team that Masthead has read has new@x.example and user_ivan." in shown.main
    shown = alice.submit(shown.address, add="user_ivan bob@larkfield.example", press="Add to these")
    assert shown.rows[-1] == ["Bob Okafor", "Customer support (Owner)", "Documentation (Owner)"]
    assert asked.writes == []
    shown = alice.submit(shown.address, add="user_ivan bob@larkfield.example", press="Add to these")
    assert (shown.h1, "Done 2 of 2 changes" in shown.main) == ("Add user_ivan and Bob Okafor like Grace Tanaka", True)
    assert "not saved" not in alice.get(f"{PEOPLE}/join?like=user_grace").main
    assert [roles(service, "support")[each] for each in ("ivan", "bob")] == ["owner", "owner"]
    assert [roles(service, "docs")[each] for each in ("ivan", "bob")] == ["member", "owner"]
    shown = alice.get(f"{PEOPLE}/join?like=user_grace")
    shown = alice.submit(f"{PEOPLE}/join", add="user_ivan", press="Review changes")
    assert "These people are already in all of these teams" in shown.main
    alice.get(f"{ORG}/bulk-changes/1")
    alice.fill_in(f"{ORG}/bulk-changes/1", press="Undo bulk change")
    alice.submit(alice.shown.path, press="Apply 2 changes")
    assert {"ivan", "bob"}.isdisjoint(roles(service, "support"))
    assert roles(service, "docs")["bob"] == "owner"
