"""The list of people in known teams, and the page of each person."""

import csv
import io

from tests.blueprints.overview import listing
from tests.blueprints.team_pages import call
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.team_records import add_teams
from tests.wire import Wire
from tests.world import RunningService

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


def test_the_page_of_a_person_has_teams_open_work_and_changes(alice: Pages) -> None:
    knowing(alice).get(f"{ORG}/known?q=user_charlie")
    page = alice.get(alice.shown.links["Charlie Nakamura"])
    assert page.h1 == "Charlie Nakamura"
    assert ["Customer support", "Member"] in page.rows
    assert page.facts["In the organization"] == "Reader"
    team = alice.get(page.links["Customer support"])
    assert [row[0] for row in team.rows] == ["Charlie Nakamura charlie@larkfield.example"]


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
    assert " teams are known" in alice.shown.main
    assert "It was not read yet." in alice.shown.main
    assert "Not all members" not in alice.get(alice.shown.links["Read more teams"]).main


def test_changes_by_somebody_with_the_persons_name_are_linked(alice: Pages) -> None:
    call(alice, "Erin Walsh")
    alice.get(f"{TEAMS}/team_docs")
    alice.submit(f"{TEAMS}/team_docs/members", add="charlie@larkfield.example", press="Add to the team")
    assert "by=" in knowing(alice).get(f"{PEOPLE}/user_erin").links.get("Changes by Erin Walsh", "")
