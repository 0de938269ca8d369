"""Who may do what where, as a table: read within bounds, narrowed, paged, as a file, and as a form sends it."""

import csv
import io
import json

import pytest
from flask import Flask

from masthead.web.person.locale import today
from tests.asked import Log
from tests.blueprints.access_pages import ACCESS, ORG, chosen, reviewed, roles, seen, shown_by
from tests.faults import faults
from tests.loops import for_each
from tests.pages.matrix import by_team, roles_in, teams_in
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.team_records import add_places, add_teams, know
from tests.wire import Wire
from tests.world import ALICE, RunningService

NONE = "– none"
SUPPORT, DOCS, DRIVERS = "Customer support", "Documentation", "Warehouse and drivers"
MAX_SLICES = 60


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
    return [each for each in page.links.values() if each.endswith("/access") and "?" not in each and each != ACCESS]


def test_teams_with_a_role_follow_with_their_roles(alice: Pages, asked: Log, service: RunningService) -> None:
    shown = seen(alice).shown
    assert heads(shown)[:3] == [
        f"{ORG}/collections/col_handbook/access",
        f"{ORG}/spaces/space_handbook/access",
        f"{ORG}/spaces/space_warehouse/access",
    ]
    assert teams_in(shown) == ["Customer support", "Documentation", "Warehouse and drivers"]
    assert roles_in(shown)["col_handbook"] == ["Reader", "Editor", "Commenter"]
    assert roles_in(shown)["Shipping guide"] == ["Reader", "Editor", NONE]
    assert shown.facts["–"] == "No role here, or guest. Masthead can't tell them apart."
    assert shown.facts["Keys"] == "Arrows move, Space selects, Enter opens the roles."
    assert f'href="{ORG}/spaces/space_handbook/access/team_support">Reader <small>' in alice.get(ACCESS).html
    told = alice.get(f"{ORG}/spaces/space_handbook/access/team_support").main
    assert "Its role in the collection counts: Reader, in collection col_handbook." in told
    asked.clear()
    alice.get(f"{ACCESS}?team=docu")
    assert asked.lines == []
    alice.get(f"{ACCESS}?refresh=1")
    assert len([line for line in asked.lines if line.endswith("/permissions/teams")]) == len(heads(alice.shown))
    assert roles_in(shown)["Warehouse operations"] == ["Reader in col_handbook", "Editor in col_handbook", "Editor"]
    assert "so its role in the collection counts, unless it is a guest here." in shown.main
    both = roles_in(shown)["Warehouse operations"]
    assert roles_in(alice.get(f"{ACCESS}?place=warehouse"))["Warehouse operations"] == both
    ask(service, ALICE, "PATCH", "/v1/collections/col_handbook/permissions/teams/team_operations", {"role": "admin"})
    shown = alice.get(f"{ACCESS}?role=create-or-above&refresh=1")
    assert list(roles_in(shown)) == ["col_handbook", "🏡 Employee handbook"]
    lines = list(csv.reader(io.StringIO(alice.get(f"{ACCESS}/export.csv?role=admin&place=handbook").html)))
    assert lines[2][4:] == ["Admin, in collection col_handbook"]


@for_each(
    "query, shown_teams, rows",
    [
        ("team=CUSTOMER", [SUPPORT], 8),
        ("place=warehouse", [SUPPORT, DOCS, DRIVERS], 1),
        ("collection=col_handbook", [SUPPORT, DOCS, DRIVERS], 3),
        ("role=comment", [DRIVERS], 2),
        ("role=read", [SUPPORT], 5),
        ("role=review-or-above", [], 0),
        ("role=edit-or-above", [DOCS, DRIVERS], 8),
        ("role=edit-or-above&place=warehouse", [DOCS, DRIVERS], 1),
        ("role=read&team=docu", [], 0),
        ("role=x&down=y&across=-3&read=z&from=q", [SUPPORT, DOCS, DRIVERS], 8),
        ("down=77&across=77", [SUPPORT, DOCS, DRIVERS], 8),
    ],
)
def test_filters(alice: Pages, query: str, shown_teams: list[str], rows: int) -> None:
    shown = seen(alice).get(f"{ACCESS}?{query}")
    assert (teams_in(shown), len(heads(shown))) == (shown_teams, rows)
    assert ("Nothing matches" in shown.main) == (not rows)


def test_nothing_known_is_told_with_a_way_on(alice: Pages, dana: Pages, portal: Flask, service: RunningService) -> None:
    shown = alice.get(ACCESS)
    assert "Masthead has found no space and no collection yet" in shown.main
    assert "Read Larkfield Freight" in shown.buttons
    add_places(service, "org_larkfield", 1, [])
    know(portal, ALICE, "org_larkfield", spaces=1)
    assert "Masthead has found no team yet" in alice.get(ACCESS).main
    assert [dana.get(page).status for page in (ACCESS, f"{ACCESS}/export.csv")] == [404, 404]


def test_many_are_paged_both_ways(many: Pages, asked: Log) -> None:
    asked.clear()
    first = many.get(ACCESS)
    assert (len(first.rows), len(teams_in(first))) == (25, 8)
    assert len(asked.lines) == 1 + 25
    assert "Spaces and collections 1–25 of 121" in first.main
    assert "Teams 1–8 of 30" in first.main
    last = many.get(f"{ACCESS}?down=5&across=4")
    assert (teams_in(last)[-1], len(heads(last))) == ("Team 0030", 21)
    assert heads(last)[-1] == f"{ORG}/spaces/space_org_larkfield_0120/access"
    assert teams_in(many.get(first.links["Next page of teams"]))[0] == "Team 0009"
    assert len(first.html) < 80_000


def test_all_are_read_slice_by_slice(many: Pages, asked: Log) -> None:
    asked.clear()
    shown = many.get(ACCESS)
    many.get(shown.links["Read all 121"])
    assert len(asked.lines) <= 1 + 25 + 48
    shown = read_on(many)
    assert "Masthead has read 121 of 121 spaces and collections" in shown.main
    read = [line for line in asked.lines if line.endswith("/permissions/teams")]
    assert len(set(read)) == 121
    asked.clear()
    many.get(shown.links["Refresh"])
    read_on(many)
    assert {line for line in asked.lines if line.endswith("/permissions/teams")} == {*read}


def test_the_file_tells_what_was_not_read_and_with_scripts_the_page_reads_on(many: Pages) -> None:
    lines = list(csv.reader(io.StringIO(many.get(f"{ACCESS}/export.csv").html)))
    assert (len(lines), len(lines[0])) == (122, 4 + 30)
    assert 73 <= [line[4] for line in lines].count("not read yet") <= 113
    many.get(f"{ACCESS}?role=admin&place=Space+0")
    for _ in range(MAX_SLICES):
        part = many.shown.document.by_id["access_matrix-reading"]
        if part.get("hx-target") != "#access_matrix-reading":
            break
        many.swap(part.attrib["hx-get"], "access_matrix-reading")
    part = many.shown.document.by_id["access_matrix-reading"]
    assert part.get("hx-target") == "#access_matrix-rows"
    assert "Admin" in many.swap(part.attrib["hx-get"], "access_matrix-rows").html


def test_it_comes_as_a_file_with_the_roles_that_are_filtered_for(alice: Pages) -> None:
    shown = seen(alice).get(f"{ACCESS}/export.csv?team=o")
    name = f"access-Larkfield-Freight-{today().isoformat()}.csv"
    assert shown.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    lines = {line["placeId"]: line for line in csv.DictReader(io.StringIO(shown.html))}
    assert lines["col_handbook"]["Documentation (team_docs)"] == "Editor"
    assert lines["space_guide"]["Customer support (team_support)"] == "Reader"
    assert lines["space_api"]["Customer support (team_support)"] == "none"
    warehouse = lines["space_warehouse"]
    assert (warehouse["kind"], warehouse["collection"]) == ("space", "col_handbook")
    assert warehouse["Documentation (team_docs)"] == "Editor, in collection col_handbook"
    shown = alice.get(f"{ACCESS}/export.csv?role=edit-or-above")
    assert "Customer support" not in shown.html
    assert "Editor, in collection" in shown.html


def _refusing(wire: Wire, word: str, status: int) -> None:
    wire.faults["GET"] = faults.at(f"/**/{word}/permissions/**", faults.refusal(status))


@for_each(
    "status, why, words",
    [
        (403, "Your role doesn't allow this.", "not allowed"),
        (404, "It is gone, or hidden from you.", "not found"),
    ],
)
def test_a_row_that_may_not_be_read_is_greyed(distant: Pages, wire: Wire, status: int, why: str, words: str) -> None:
    wire.faults.clear()
    distant.get(f"{ORG}/sites/site_docs")
    _refusing(wire, "space_warehouse", status)
    shown = distant.get(f"{ACCESS}?refresh=1")
    assert roles_in(shown)["Warehouse operations"] == [why]
    assert by_team(shown, "Documentation")["Shipping guide"] == "Editor"
    assert "space:space_warehouse" not in shown.offers("row")
    assert len(shown.offers("row")) == len(heads(shown)) - 1
    lines = list(csv.reader(io.StringIO(distant.get(f"{ACCESS}/export.csv").html)))
    assert [set(line[4:]) for line in lines if line[1] == "space_warehouse"] == [{words}]


def test_one_place_that_fails_holds_up_no_other(distant: Pages, wire: Wire, service: RunningService) -> None:
    come_across(distant.app, service, 3, 60)
    _refusing(wire, "space_org_larkfield_0003", 500)
    distant.get(f"{ACCESS}?read=all")
    shown = read_on(distant)
    assert "Masthead has read 60 of 61 spaces and collections" in shown.main
    shown = distant.get(ACCESS)
    wire.faults.clear()
    assert "Try again" not in distant.get(shown.links["Try again"]).links


def test_while_nothing_could_be_read_no_team_is_called_unknown(distant: Pages, wire: Wire) -> None:
    distant.get(f"{ORG}/spaces")
    wire.faults["GET"] = faults.at("/v1/*/*/permissions/teams", faults.refusal(503))
    shown = distant.get(ACCESS)
    assert "No roles read yet" in shown.main
    assert "Masthead has found no" not in shown.main


def test_single_cells_are_changed_and_a_colleague_s_is_asked_about(alice: Pages, service: RunningService) -> None:
    review = chosen(alice, ("support",), ("guide",), "edit", shown=shown_by(seen(alice).shown))
    assert (review.rows, review.notes) == ([["Shipping guide", "Reader", "Editor", "Customer support"]], [])
    shown = shown_by(seen(alice).shown)
    ask(service, ALICE, "PATCH", "/v1/spaces/space_guide/permissions/teams/team_support", {"role": "review"})
    alice.get(f"{ACCESS}?refresh=1")
    review = chosen(alice, ("support",), ("guide", "api"), "edit", shown=shown)
    assert ["Shipping guide", "Reviewer (the page showed Reader)", "Editor", "Customer support"] in review.rows
    assert "1 role is not as the page showed it any more." in review.notes[0]
    assert reviewed(alice).h1 == "Editor: 1 team in 2 places"
    names, teams, _ = json.loads(shown_by(seen(alice).shown))
    wanted = (("releases", "support"), ("api", "operations"))
    cells = [f"{names.index(f'space:space_{place}')}.{teams.index(f'team_{team}')}" for place, team in wanted]
    sent = {"shown": shown_by(alice.shown), "cells": " ".join([*cells, "99.0", "x", "1.-1"])}
    review = chosen(alice, ("docs",), ("releases",), "edit", **sent)
    assert {(row[0], row[3]) for row in review.rows} == {
        ("Release notes", "Customer support"),
        ("API reference", "Warehouse and drivers"),
    }
    reviewed(alice)
    assert roles(service, "team_operations")["api"] == "edit"


@for_each("shown", ["", "{", "[]", '[["space:space_guide"], ["team_support"], []]', '[[],[],["zz"]]'])
def test_what_a_page_showed_is_no_reason_to_fail(alice: Pages, shown: str) -> None:
    assert chosen(seen(alice), ("support",), ("guide",), "edit", shown=shown).h1 == "Review your changes"


def test_what_could_not_be_read_is_named_in_the_table_and_in_the_review(distant: Pages, wire: Wire) -> None:
    distant.get(f"{ORG}/sites/site_docs")
    wire.faults["GET"] = faults.at("/**/col_handbook/permissions/**", faults.refusal(500))
    shown = distant.get(f"{ACCESS}?place=warehouse")
    assert "Masthead couldn't read the roles in col_handbook, so “?” stands in its spaces" in shown.main
    wire.faults["GET"] = faults.at("/**/space_guide/permissions/**", faults.refusal(500))
    review = distant.post(ACCESS, {"teams": "page", "places": "all", "what": "read", "filter-role": "edit"})
    assert "API reference" in [row[0] for row in review.rows]
    assert "Masthead leaves out Shipping guide. The documentation service didn't answer." in review.main


def shown(pages: Pages, query: str) -> tuple[list[str], list[str]]:
    page = pages.get(f"{ACCESS}?{query}")
    return teams_in(page), [each.partition(":")[2] for each in page.offers("row")]


def test_the_table_is_narrowed_to_known_and_to_different_roles(alice: Pages, service: RunningService) -> None:
    for space in ("space_warehouse", "space_handbook"):
        ask(service, ALICE, "PATCH", f"/v1/spaces/{space}/permissions/teams/team_people", {"role": None})
    ask(service, ALICE, "PATCH", "/v1/spaces/space_api/permissions/teams/team_docs", {"role": "review"})
    seen(alice)
    teams, places = shown(alice, "only=different")
    assert teams == ["Documentation", "Warehouse and drivers"]
    assert "col_handbook" in places
    assert "space_handbook" not in places  # no role of theirs is told there
    assert shown(alice, "only=different&place=guide") == ([], [])
    teams, places = shown(alice, "only=told&team=customer")
    assert teams == ["Customer support"]
    assert set(places) == {"col_handbook", "space_guide", "space_partners"}
    assert shown(alice, "only=x") == shown(alice, "")
    assert shown(alice, "only=told&role=review") == (["Documentation"], ["space_api"])
    page = alice.shown
    assert page.value("only") == ["told"]
    assert page.document.with_attribute("name", "filter-only")[0].attrib["value"] == "told"
    assert page.links["Export"] == f"{ACCESS}/export.csv?role=review&only=told"
    lines = list(csv.reader(io.StringIO(alice.get(page.links["Export"]).html)))
    assert lines == [
        ["place", "placeId", "kind", "collection", "Documentation (team_docs)"],
        ["API reference", "space_api", "space", "", "Reviewer"],
    ]
    sent = {"teams": "page", "places": "all", "what": "comment", "filter-only": "different"}
    review = alice.post(ACCESS, sent)
    named = {name for row in review.rows for name in row[3].split(", ")}
    assert named == {"Documentation", "Warehouse and drivers"}
    assert "Company handbook" not in {row[0] for row in review.rows}
