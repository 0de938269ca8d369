"""Who may do what where, as a table: read within bounds, filtered, paged, and as a file."""

import csv
import io

import pytest
from flask import Flask

from masthead.web.person.time_zone import today
from tests.asked import Log
from tests.faults import faults
from tests.pages.matrix import by_team, roles_in, teams_in
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.team_records import add_places, add_teams, know
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
ACCESS = f"{ORG}/access"
NONE = "– not reported"
MAX_SLICES = 60


@pytest.fixture
def seen(alice: Pages, asked: Log) -> Pages:
    """Alice, who has come across all spaces of the demo world."""
    for site in ("site_docs", "site_handbook"):
        alice.get(f"{ORG}/sites/{site}")
    asked.clear()
    return alice


def come_across(portal: Flask, service: RunningService, teams: int, spaces: int) -> None:
    """Let Alice have come across so many teams, and so many spaces of one collection."""
    add_places(service, "org_larkfield", spaces, add_teams(service, "org_larkfield", teams))
    know(portal, ALICE, "org_larkfield", teams=teams, spaces=spaces)


@pytest.fixture
def many(alice: Pages, portal: Flask, service: RunningService) -> Pages:
    """Alice, who has come across more than a page reads at once."""
    come_across(portal, service, 30, 120)
    return alice


def read_on(pages: Pages) -> Page:
    """Read slice by slice to the end."""
    for _ in range(MAX_SLICES):
        if "Read more" not in pages.shown.links:
            break
        pages.get(pages.shown.links["Read more"])
    return pages.shown


def heads(page: Page) -> list[str]:
    return [each for each in page.links.values() if each.endswith("/access") and each != ACCESS]


def test_teams_that_have_a_role_somewhere_follow_by_themselves_with_their_roles(seen: Pages, asked: Log) -> None:
    shown = seen.get(ACCESS)
    assert heads(shown)[:3] == [
        f"{ORG}/collections/col_handbook/access",
        f"{ORG}/spaces/space_handbook/access",
        f"{ORG}/spaces/space_warehouse/access",
    ]
    assert teams_in(shown) == ["Customer support", "Documentation", "Warehouse and drivers"]
    assert roles_in(shown)["col_handbook"] == ["Reader", "Editor", "Commenter"]
    assert roles_in(shown)["Shipping guide"] == ["Reader", "Editor", NONE]
    assert len([line for line in asked.lines if line.endswith("/permissions/teams")]) == len(heads(shown))
    facts = seen.get(ACCESS).facts
    assert facts["–"] == "No role here, or guest. The API lists neither, so Masthead can't tell them apart."
    assert facts["Keys"] == "Arrows move, Space selects, Enter opens the roles."
    shown = seen.get(ACCESS)
    assert f'href="{ORG}/spaces/space_handbook/access/team_support">Reader <small>' in shown.html
    told = seen.get(f"{ORG}/spaces/space_handbook/access/team_support").main
    assert "In its collection, col_handbook, the team is Reader. This role may pass on to this space" in told


def test_what_is_fresh_is_not_asked_for_again(seen: Pages, asked: Log) -> None:
    seen.get(ACCESS)
    asked.clear()
    seen.get(f"{ACCESS}?team=docu")
    assert asked.lines == []
    seen.get(f"{ACCESS}?refresh=1")
    assert len([line for line in asked.lines if line.endswith("/permissions/teams")]) == len(heads(seen.shown))


@pytest.mark.parametrize(
    ("query", "shown_teams", "rows"),
    [
        ("team=CUSTOMER", ["Customer support"], 8),
        ("place=warehouse", ["Customer support", "Documentation", "Warehouse and drivers"], 1),
        ("collection=col_handbook", ["Customer support", "Documentation", "Warehouse and drivers"], 3),
        ("role=comment", ["Warehouse and drivers"], 2),
        ("role=read", ["Customer support"], 5),
        ("role=review-or-above", [], 0),
        ("role=edit-or-above", ["Documentation", "Warehouse and drivers"], 8),
        ("role=edit-or-above&place=warehouse", ["Documentation", "Warehouse and drivers"], 1),
        ("role=read&team=docu", [], 0),
        ("team=zebra", [], 0),
        ("role=x&down=y&across=-3&read=z&from=q", ["Customer support", "Documentation", "Warehouse and drivers"], 8),
        ("down=77&across=77", ["Customer support", "Documentation", "Warehouse and drivers"], 8),
    ],
)
def test_filters(seen: Pages, query: str, shown_teams: list[str], rows: int) -> None:
    seen.get(ACCESS)
    shown = seen.get(f"{ACCESS}?{query}")
    assert (teams_in(shown), len(heads(shown))) == (shown_teams, rows)
    assert ("Nothing matches" in shown.main) == (not rows)


def test_nothing_known_is_told_with_what_to_do(alice: Pages, portal: Flask, service: RunningService) -> None:
    shown = alice.get(ACCESS)
    assert "You have come across no space and no collection yet" in shown.main
    assert shown.links["Scan"] == f"{ORG}/known/scan?next={ORG}/access"
    add_places(service, "org_larkfield", 1, [])
    know(portal, ALICE, "org_larkfield", spaces=1)
    assert "You have come across no team yet" in alice.get(ACCESS).main


def test_one_team_in_one_space(alice: Pages) -> None:
    alice.get(f"{ORG}/known")
    alice.submit(f"{ORG}/known/add", typed="space_warehouse", kind="space")
    shown = alice.get(ACCESS)
    assert (teams_in(shown), roles_in(shown)) == (["Warehouse and drivers"], {"space_warehouse": ["Editor"]})


def test_many_are_paged_both_ways(alice: Pages, portal: Flask, service: RunningService, asked: Log) -> None:
    come_across(portal, service, 200, 500)
    asked.clear()
    first = alice.get(ACCESS)
    assert (len(first.rows), len(teams_in(first))) == (25, 8)
    assert len(asked.lines) == 1 + 25
    assert "Spaces and collections 1–25 of 501" in first.main
    assert "Teams 1–8 of 200" in first.main
    last = alice.get(f"{ACCESS}?down=21&across=25")
    assert (teams_in(last)[-1], heads(last)) == ("Team 0200", [f"{ORG}/spaces/space_org_larkfield_0500/access"])
    assert len(asked.lines) == 1 + 25 + 1
    assert teams_in(alice.get(first.links["Next page of teams"]))[0] == "Team 0009"
    assert len(first.html) < 80_000


def test_a_thousand_is_written_with_a_comma(alice: Pages, portal: Flask, service: RunningService) -> None:
    come_across(portal, service, 1001, 1)
    assert "Teams 1–8 of 1,001" in alice.get(ACCESS).main


def test_all_are_read_slice_by_slice(many: Pages, asked: Log) -> None:
    asked.clear()
    shown = many.get(ACCESS)
    many.get(shown.links["Read all 121"])
    assert len(asked.lines) <= 1 + 25 + 48
    shown = read_on(many)
    assert "Masthead has read 121 of 121 spaces and collections" in shown.main
    read = [line for line in asked.lines if line.endswith("/permissions/teams")]
    assert len(set(read)) == 121


def test_all_are_read_anew_slice_by_slice(many: Pages, asked: Log) -> None:
    many.get(f"{ACCESS}?read=all")
    shown = read_on(many)
    asked.clear()
    many.get(shown.links["Refresh"])
    read_on(many)
    read = [line for line in asked.lines if line.endswith("/permissions/teams")]
    assert len(set(read)) == 121


def test_with_scripts_it_reads_on_by_itself_and_then_shows_the_rows(many: Pages) -> None:
    many.get(f"{ACCESS}?role=admin&place=Space+0")
    for _ in range(MAX_SLICES):
        part = many.shown.document.by_id["access_matrix-reading"]
        if part.get("hx-target") != "#access_matrix-reading":
            break
        many.swap(part.attrib["hx-get"], "access_matrix-reading")
    part = many.shown.document.by_id["access_matrix-reading"]
    assert part.get("hx-target") == "#access_matrix-rows"
    assert "Admin" in many.swap(part.attrib["hx-get"], "access_matrix-rows").html


def test_it_comes_as_a_file_with_the_roles_that_are_filtered_for(seen: Pages) -> None:
    shown = seen.get(f"{ACCESS}/export.csv?team=o")
    name = f"access-Larkfield-Freight-{today().isoformat()}.csv"
    assert shown.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    lines = {line["placeId"]: line for line in csv.DictReader(io.StringIO(shown.html))}
    assert lines["col_handbook"]["Documentation (team_docs)"] == "Editor"
    assert lines["space_guide"]["Customer support (team_support)"] == "Reader"
    assert lines["space_api"]["Customer support (team_support)"] == "not reported"
    warehouse = lines["space_warehouse"]
    assert (warehouse["kind"], warehouse["collection"]) == ("space", "col_handbook")
    assert warehouse["Documentation (team_docs)"] == "Editor in collection"
    shown = seen.get(f"{ACCESS}/export.csv?role=edit-or-above")
    assert "Customer support" not in shown.html
    assert "Editor in collection" in shown.html


def test_the_file_tells_what_was_not_read(many: Pages) -> None:
    lines = list(csv.reader(io.StringIO(many.get(f"{ACCESS}/export.csv").html)))
    assert (len(lines), len(lines[0])) == (122, 4 + 30)
    assert 73 <= [line[4] for line in lines].count("not read yet") <= 113


def _refusing(wire: Wire, word: str, status: int) -> None:
    wire.faults["GET"] = faults.at(f"/**/{word}/permissions/**", faults.refusal(status))


@pytest.mark.parametrize(
    ("status", "why"), [(403, "Your role doesn't allow this."), (404, "The API found nothing under this address.")]
)
def test_a_row_that_may_not_be_read_is_greyed_and_the_rest_works(
    portal_for: PortalFor, wire: Wire, status: int, why: str
) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    pages.get(f"{ORG}/sites/site_docs")
    _refusing(wire, "space_warehouse", status)
    shown = pages.get(ACCESS)
    assert roles_in(shown)["Warehouse operations"] == [why]
    assert by_team(shown, "Documentation")["Shipping guide"] == "Editor"
    assert "space:space_warehouse" not in shown.offers("row")
    assert len(shown.offers("row")) == len(heads(shown)) - 1
    lines = list(csv.reader(io.StringIO(pages.get(f"{ACCESS}/export.csv").html)))
    words = {403: "not allowed", 404: "not found"}[status]
    assert [set(line[4:]) for line in lines if line[1] == "space_warehouse"] == [{words}]


def test_a_row_that_fails_says_so_with_a_way_to_try_again(portal_for: PortalFor, wire: Wire) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    pages.get(f"{ORG}/sites/site_docs")
    _refusing(wire, "space_warehouse", 500)
    shown = pages.get(ACCESS)
    assert "Try again" in shown.links
    wire.faults.clear()
    assert "Try again" not in pages.get(shown.links["Try again"]).links


def test_one_place_that_fails_keeps_no_other_from_being_read(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    app = portal_for(API_BASE_URL=wire.url)
    come_across(app, service, 3, 60)
    _refusing(wire, "space_org_larkfield_0003", 500)
    pages = Pages(app).sign_in(ALICE)
    pages.get(f"{ACCESS}?read=all")
    shown = read_on(pages)
    assert "Masthead has read 60 of 61 spaces and collections" in shown.main


def test_what_was_known_is_shown_while_the_service_is_away(portal_for: PortalFor, wire: Wire) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    pages.get(f"{ORG}/sites/site_docs")
    pages.get(ACCESS)
    wire.faults["GET"] = faults.refusal(503)
    shown = pages.get(ACCESS)
    assert by_team(shown, "Documentation")["Shipping guide"] == "Editor"
    assert "The API didn't answer." in shown.main


def test_while_nothing_could_be_read_no_team_is_called_unknown(portal_for: PortalFor, wire: Wire) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    pages.get(f"{ORG}/spaces")
    wire.faults["GET"] = faults.at("/v1/*/*/permissions/teams", faults.refusal(503))
    shown = pages.get(ACCESS)
    assert "No roles read yet" in shown.main
    assert "You have come across no" not in shown.main


def test_nobody_sees_the_cells_of_another(portal: Flask, seen: Pages, asked: Log) -> None:
    seen.get(ACCESS)
    asked.clear()
    bob = Pages(portal).sign_in(BOB)
    assert "You have come across no space and no collection yet" in bob.get(ACCESS).main
    bob.get(f"{ORG}/sites/site_handbook")
    assert 0 < len(heads(bob.get(ACCESS))) < len(heads(seen.shown))
    assert [line for line in asked.by(BOB) if line.endswith("/permissions/teams")]
    assert "Review changes" not in bob.shown.buttons


def test_a_stranger_finds_none(dana: Pages) -> None:
    assert dana.get(ACCESS).status == 404
    assert dana.get(f"{ACCESS}/export.csv").status == 404
