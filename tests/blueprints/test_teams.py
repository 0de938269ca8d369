"""The known teams, the page of one with who is in it, and those of a person."""

from tests.blueprints.team_pages import call, forget, last_seen
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import add_members
from tests.team_records import add_teams
from tests.wire import Wire
from tests.world import BOB, CHARLIE, RunningService

ORG = "/orgs/org_larkfield"
TEAMS = f"{ORG}/teams"
DOCS = f"{TEAMS}/team_docs"


def seen(pages: Pages) -> Page:
    """Meet the teams of a space, and look at the list."""
    pages.get(f"{ORG}/sso")
    return pages.get(TEAMS)


def test_no_team_is_known_before_it_was_met(alice: Pages) -> None:
    forget(alice)
    shown = alice.get(TEAMS)
    assert "No teams yet" in shown.main
    assert "Read Larkfield Freight" in shown.buttons
    shown = alice.submit(f"{ORG}/known/add", typed="team_docs")
    assert (shown.path, shown.h1, shown.toasts) == (DOCS, "team_docs", ["Team team_docs was added."])
    forget(alice)
    assert "No teams yet" in alice.get(f"{ORG}/people/user_charlie").main
    rows = seen(alice).rows
    assert rows, "an identity provider of the demo world has a default team"
    assert "the list of identity providers" in rows[0][2]
    assert [row[0].split(" team_")[0] for row in alice.get(f"{TEAMS}?q=drivers").rows] == ["Warehouse and drivers"]
    assert alice.get(f"{TEAMS}/team_operations").h1 == "Warehouse and drivers"
    page = alice.get(f"{ORG}/people/user_nobody")
    assert (page.h1, "In no team" in page.main) == ("user_nobody", True)
    nothing = alice.get(f"{TEAMS}?q=team_none")
    assert "No team matches" in nothing.main
    assert nothing.value("typed") == "team_none"
    forget(alice, BOB)
    assert "No teams yet" in Pages(alice.app).sign_in(BOB).get(TEAMS).main


def test_the_first_visit_finds_the_teams_of_known_spaces(alice: Pages) -> None:
    forget(alice)
    alice.get(f"{ORG}/spaces")
    assert {row[0].rpartition(" ")[2] for row in alice.get(TEAMS).rows} == {
        "team_docs",
        "team_operations",
        "team_support",
    }


def test_members(alice: Pages) -> None:
    shown = alice.get(DOCS)
    assert [row[0].split(" ")[0] for row in shown.rows] == ["Bob", "Erin", "Frank", "Grace", "Kofi"]
    assert [row[1] for row in shown.rows] == ["Owner", "Owner", "Member", "Member", "Member"]
    assert "Creator" in shown.rows[1][2]
    assert (shown.rows[1][4], shown.rows[3][4]) == ("Yes", "No")
    assert "2 owners" in shown.links
    assert f"{ORG}/people/user_bob" in shown.links.values()


@for_each(
    "asked_for, names",
    [
        ("q=grace", ["Grace"]),
        ("q=LARKFIELD.example+kofi", ["Kofi"]),
        ("role=owner", ["Bob", "Erin"]),
        ("state=no-sso", ["Grace", "Kofi"]),
        ("state=away", []),
        ("state=unreported", ["Grace", "Kofi"]),
        ("state=disabled", []),
        ("role=boss&state=odd&page=0", ["Bob", "Erin", "Frank", "Grace", "Kofi"]),
        ("page=2", []),
    ],
)
def test_members_are_found(alice: Pages, asked_for: str, names: list[str]) -> None:
    shown = alice.get(f"{DOCS}?{asked_for}")
    assert [row[0].split(" ")[0] for row in shown.rows] == names
    assert names or "No member matches" in shown.main


def test_who_is_not_reported_is_not_away(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = last_seen(wire, "user_frank", "2024-05-06T07:08:09.000Z")
    assert "1 not seen for 90 days 2 whose last visit isn't shown" in distant.get(DOCS).main
    (row,) = distant.get(f"{DOCS}?state=away").rows
    assert ("Frank" in row[0], row[1]) == (True, "Member")


def test_who_may_change_the_members_is_told(alice: Pages) -> None:
    charlie = Pages(alice.app).sign_in(CHARLIE)
    shown = charlie.get(DOCS)
    assert "Only owners of the team and administrators" in shown.main
    assert "Add to the team" in shown.buttons
    assert "Only owners of the team" not in alice.get(DOCS).main
    call(charlie, "grace tanaka", CHARLIE)
    shown = charlie.get(DOCS)
    assert "(you)" in shown.rows[3][0]
    assert "Your role doesn't let you change the members of this team. Its owners can." in shown.main
    assert "Add to the team" not in shown.buttons
    call(charlie, "Erin Walsh", CHARLIE)
    assert "Add to the team" in charlie.get(DOCS).buttons
    assert alice.get(f"{TEAMS}/team_gone").status == 404


def test_a_long_list_is_paged_and_an_empty_one_has_nothing_to_filter(alice: Pages, service: RunningService) -> None:
    add_members(service, "org_larkfield", "team_docs", 110)
    shown = alice.get(DOCS)
    assert (len(shown.rows), "115 members" in shown.links) == (100, True)
    assert len(alice.get(f"{DOCS}?page=2").rows) == 15
    assert len(alice.get(f"{DOCS}?q=person-0109@").rows) == 1
    add_teams(service, "org_larkfield", 1)
    shown = alice.get(f"{TEAMS}/team_org_larkfield_0001")
    assert "This team has no members" in shown.main
    assert "Filter" not in shown.buttons
    assert "Filter" in alice.get(f"{TEAMS}/team_org_larkfield_0001?q=kofi").buttons
