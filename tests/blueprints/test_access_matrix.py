"""Who may do what where, as a table: read within bounds, filtered, paged, and as a file."""

import csv
import io

import pytest
from flask import Flask

from tests.asked import Log
from tests.faults import faults
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


def heads(page: Page) -> list[str]:
    return [each for each in page.links.values() if each.endswith("/access") and each != ACCESS]


def teams(page: Page) -> list[str]:
    return [row[0] for row in page.rows]


def test_teams_that_have_a_role_somewhere_follow_by_themselves(seen: Pages, asked: Log) -> None:
    shown = seen.get(ACCESS)
    assert heads(shown)[:3] == [
        f"{ORG}/collections/col_handbook/access",
        f"{ORG}/spaces/space_handbook/access",
        f"{ORG}/spaces/space_warehouse/access",
    ]
    assert shown.rows[:3] == [
        ["Customer support", "Reader", NONE, NONE, NONE, NONE, "Reader", NONE, "Reader"],
        ["Documentation", "Editor", NONE, NONE, "Editor", "Editor", "Editor", "Editor", "Editor"],
        ["Warehouse and drivers", "Commenter", NONE, "Editor", *[NONE] * 5],
    ]
    assert len([line for line in asked.lines if line.endswith("/permissions/teams")]) == 8


def test_a_cell_leads_to_where_its_role_comes_from(seen: Pages) -> None:
    shown = seen.get(ACCESS)
    assert f'href="{ORG}/spaces/space_handbook/access/team_support">–' in shown.html
    told = seen.get(f"{ORG}/spaces/space_handbook/access/team_support").main
    assert "In its collection, col_handbook, the team is Reader. This role may pass on to this space" in told


def test_what_is_fresh_is_not_asked_for_again(seen: Pages, asked: Log) -> None:
    seen.get(ACCESS)
    asked.clear()
    seen.get(f"{ACCESS}?team=docu")
    assert asked.lines == []
    seen.get(f"{ACCESS}?refresh=1")
    assert len([line for line in asked.lines if line.endswith("/permissions/teams")]) == 8


@pytest.mark.parametrize(
    ("query", "rows", "columns"),
    [
        ("team=CUSTOMER", ["Customer support"], 8),
        ("place=warehouse", ["Customer support", "Documentation", "Warehouse and drivers"], 1),
        ("collection=col_handbook", ["Customer support", "Documentation", "Warehouse and drivers"], 3),
        ("role=comment", ["Warehouse and drivers"], 1),
        ("role=read", ["Customer support"], 3),
        ("role=read&team=docu", [], 0),
        ("team=zebra", [], 0),
        ("role=x&down=y&across=-3&read=z&from=q", ["Customer support", "Documentation", "Warehouse and drivers"], 8),
        ("down=77&across=77", ["Customer support", "Documentation", "Warehouse and drivers"], 8),
    ],
)
def test_filters(seen: Pages, query: str, rows: list[str], columns: int) -> None:
    seen.get(ACCESS)
    shown = seen.get(f"{ACCESS}?{query}")
    assert (teams(shown), len(heads(shown))) == (rows, columns)
    assert ("Nothing matches" in shown.main) == (not rows)


def test_nothing_known_is_told_with_what_to_do(alice: Pages, portal: Flask, service: RunningService) -> None:
    shown = alice.get(ACCESS)
    assert "You have come across no space and no collection yet" in shown.main
    assert shown.links["Scan"] == f"{ORG}/known/scan"
    add_places(service, "org_larkfield", 1, [])
    know(portal, ALICE, "org_larkfield", spaces=1)
    assert "You have come across no team yet" in alice.get(ACCESS).main


def test_one_team_in_one_space(alice: Pages) -> None:
    alice.get(f"{ORG}/known")
    alice.submit(f"{ORG}/known/add", typed="space_warehouse", kind="space")
    shown = alice.get(ACCESS)
    assert shown.rows == [["Warehouse and drivers", "Editor"]]


def test_many_are_paged_both_ways(alice: Pages, portal: Flask, service: RunningService, asked: Log) -> None:
    come_across(portal, service, 200, 500)
    asked.clear()
    first = alice.get(ACCESS)
    assert (len(first.rows), len(heads(first))) == (25, 8)
    assert len(asked.lines) == 1 + 8
    assert "page 1 of 8" in first.main
    assert "page 1 of 63" in first.main
    last = alice.get(f"{ACCESS}?down=8&across=63")
    assert (teams(last)[-1], heads(last)[-1]) == ("Team 0200", f"{ORG}/spaces/space_org_larkfield_0500/access")
    assert len(asked.lines) == 1 + 8 + 5
    assert alice.get(first.links["Next page of teams"]).rows[0][0] == "Team 0026"
    assert len(first.html) < 70_000


def test_all_are_read_slice_by_slice(many: Pages, asked: Log) -> None:
    asked.clear()
    shown = many.get(ACCESS)
    shown = many.get(shown.links["Read all 121"])
    assert len(asked.lines) <= 1 + 48 + 8
    for _ in range(MAX_SLICES):
        if "Read more" not in shown.links:
            break
        shown = many.get(shown.links["Read more"])
    assert "Masthead has read 121 of 121 spaces and collections" in shown.main
    read = [line for line in asked.lines if line.endswith("/permissions/teams")]
    assert len(set(read)) == 121


def test_all_are_read_anew_slice_by_slice(many: Pages, asked: Log) -> None:
    shown = many.get(f"{ACCESS}?read=all")
    for again in (False, True):
        if again:
            asked.clear()
            shown = many.get(shown.links["Refresh"])
        for _ in range(MAX_SLICES):
            if "Read more" not in shown.links:
                break
            shown = many.get(shown.links["Read more"])
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


def test_it_comes_as_a_file(seen: Pages) -> None:
    shown = seen.get(f"{ACCESS}/export.csv?team=o")
    assert shown.headers["Content-Disposition"] == 'attachment; filename="access-org_larkfield.csv"'
    lines = list(csv.DictReader(io.StringIO(shown.html)))
    assert lines[1]["team"] == "Documentation"
    assert lines[1]["col_handbook (collection col_handbook)"] == "Editor"
    assert lines[1]["Warehouse operations (space space_warehouse)"] == "not reported"


def test_the_file_tells_what_was_not_read(many: Pages) -> None:
    lines = list(csv.reader(io.StringIO(many.get(f"{ACCESS}/export.csv").html)))
    assert (len(lines), len(lines[0])) == (31, 123)
    assert 73 <= lines[1].count("not read yet") <= 113


def _refusing(wire: Wire, word: str, status: int) -> None:
    wire.faults["GET"] = faults.at(f"/**/{word}/permissions/**", faults.refusal(status))


@pytest.mark.parametrize(
    ("status", "why"),
    [(403, "Your role doesn't allow this."), (404, "The API found nothing under this address.")],
)
def test_a_column_that_may_not_be_read_is_greyed_and_the_rest_works(
    portal_for: PortalFor, wire: Wire, status: int, why: str
) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    pages.get(f"{ORG}/sites/site_docs")
    _refusing(wire, "space_warehouse", status)
    shown = pages.get(ACCESS)
    assert why in shown.rows[0]
    assert shown.rows[1][:2] == ["Documentation", "Editor"]
    assert "space:space_warehouse" not in shown.offers("column")
    assert len(shown.offers("column")) == len(heads(shown)) - 1
    lines = list(csv.DictReader(io.StringIO(pages.get(f"{ACCESS}/export.csv").html)))
    words = {403: "not allowed", 404: "not found"}[status]
    assert {line["Warehouse operations (space space_warehouse)"] for line in lines} == {words}


def test_a_column_that_fails_says_so_with_a_way_to_try_again(portal_for: PortalFor, wire: Wire) -> None:
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
    shown = pages.get(f"{ACCESS}?read=all")
    for _ in range(MAX_SLICES):
        if "Read more" not in shown.links:
            break
        shown = pages.get(shown.links["Read more"])
    assert "Masthead has read 60 of 61 spaces and collections" in shown.main


def test_what_was_known_is_shown_while_the_service_is_away(portal_for: PortalFor, wire: Wire) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    pages.get(f"{ORG}/sites/site_docs")
    pages.get(ACCESS)
    wire.faults["GET"] = faults.refusal(503)
    shown = pages.get(ACCESS)
    assert shown.rows[1][:2] == ["Documentation", "Editor"]
    assert "The API didn't answer." in shown.main


def test_nobody_sees_the_cells_of_another(portal: Flask, seen: Pages, asked: Log) -> None:
    seen.get(ACCESS)
    asked.clear()
    bob = Pages(portal).sign_in(BOB)
    assert "You have come across no space and no collection yet" in bob.get(ACCESS).main
    bob.get(f"{ORG}/sites/site_handbook")
    assert len(heads(bob.get(ACCESS))) < 8
    assert [line for line in asked.by(BOB) if line.endswith("/permissions/teams")]
    assert "Review changes" not in bob.shown.buttons


def test_a_stranger_finds_none(dana: Pages) -> None:
    assert dana.get(ACCESS).status == 404
    assert dana.get(f"{ACCESS}/export.csv").status == 404
