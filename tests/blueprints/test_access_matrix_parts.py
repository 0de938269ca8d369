"""The table of access in parts: cells that a form sends, roles in collections, and what it is narrowed to."""

import csv
import io
import json

import pytest

from tests.blueprints.access_pages import ACCESS, ORG, chosen, reviewed, roles, seen, shown_by
from tests.faults import faults
from tests.loops import for_each
from tests.pages.matrix import roles_in, teams_in
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService


def test_what_a_colleague_changed_since_the_matrix_was_shown_is_asked_about(
    alice: Pages, service: RunningService
) -> None:
    review = chosen(alice, ("support",), ("guide",), "edit", shown=shown_by(seen(alice).shown))
    assert (review.rows, review.notes) == ([["Shipping guide", "Reader", "Editor", "Customer support"]], [])
    shown = shown_by(seen(alice).shown)
    ask(service, ALICE, "PATCH", "/v1/spaces/space_guide/permissions/teams/team_support", {"role": "review"})
    alice.get(f"{ACCESS}?refresh=1")
    review = chosen(alice, ("support",), ("guide", "api"), "edit", shown=shown)
    assert ["Shipping guide", "Reviewer (the page showed Reader)", "Editor", "Customer support"] in review.rows
    assert "1 role is not as the page showed it any more." in review.notes[0]
    assert reviewed(alice).h1 == "Editor: 1 team in 2 places"


@for_each("shown", ["", "{", "[]", '[["space:space_guide"], ["team_support"], []]', '[[],[],["zz"]]'])
def test_what_a_page_showed_is_no_reason_to_fail(alice: Pages, shown: str) -> None:
    assert chosen(seen(alice), ("support",), ("guide",), "edit", shown=shown).h1 == "Review your changes"


def test_cells_that_were_selected_one_by_one_are_changed_alone(alice: Pages, service: RunningService) -> None:
    names, teams, _ = json.loads(shown_by(seen(alice).shown))
    wanted = (("guide", "support"), ("api", "operations"))
    cells = [f"{names.index(f'space:space_{place}')}.{teams.index(f'team_{team}')}" for place, team in wanted]
    sent = {"shown": shown_by(alice.shown), "cells": " ".join([*cells, "99.0", "x", "1.-1"])}
    review = chosen(alice, ("docs",), ("releases",), "edit", **sent)
    assert {(row[0], row[3]) for row in review.rows} == {
        ("Shipping guide", "Customer support"),
        ("API reference", "Warehouse and drivers"),
    }
    reviewed(alice)
    assert roles(service, "team_operations")["api"] == "edit"


def test_roles_in_the_collection_of_a_space_are_shown_as_such_beside_its_own(
    alice: Pages, service: RunningService
) -> None:
    shown = seen(alice).shown
    assert roles_in(shown)["Warehouse operations"] == ["Reader in collection", "Editor in collection", "Editor"]
    assert "The API doesn't document which of the two counts." in shown.main
    alone = alice.get(f"{ACCESS}?place=warehouse")
    assert roles_in(alone)["Warehouse operations"] == roles_in(shown)["Warehouse operations"]
    ask(service, ALICE, "PATCH", "/v1/collections/col_handbook/permissions/teams/team_operations", {"role": "admin"})
    shown = alice.get(f"{ACCESS}?role=create-or-above&refresh=1")
    assert roles_in(shown)["Warehouse operations"] == ["Editor Admin in collection"]
    lines = list(csv.reader(io.StringIO(alice.get(f"{ACCESS}/export.csv?role=admin&place=warehouse").html)))
    assert lines[1][4:] == ["Editor, Admin in collection"]


def test_roles_in_a_collection_that_cannot_be_read_are_told_to_be_missing(distant: Pages, wire: Wire) -> None:
    distant.get(f"{ORG}/sites/site_docs")
    wire.faults["GET"] = faults.at("/**/col_handbook/permissions/**", faults.refusal(500))
    shown = distant.get(f"{ACCESS}?place=warehouse")
    assert "Masthead couldn't read the roles in col_handbook, so the spaces there don't show them." in shown.main


@pytest.fixture
def narrowed(alice: Pages, service: RunningService) -> Pages:
    """Alice, who has come across all spaces; the documentation team may review one of them, and edit others."""
    for space in ("space_warehouse", "space_handbook"):
        ask(service, ALICE, "PATCH", f"/v1/spaces/{space}/permissions/teams/team_people", {"role": None})
    ask(service, ALICE, "PATCH", "/v1/spaces/space_api/permissions/teams/team_docs", {"role": "review"})
    return seen(alice)


def shown(pages: Pages, query: str) -> tuple[list[str], list[str]]:
    page = pages.get(f"{ACCESS}?{query}")
    return teams_in(page), [each.partition(":")[2] for each in page.offers("row")]


def test_the_table_is_narrowed_to_where_a_role_is_told_and_to_teams_whose_roles_differ(narrowed: Pages) -> None:
    teams, places = shown(narrowed, "only=different")
    assert teams == ["Documentation", "Warehouse and drivers"]
    assert "col_handbook" in places
    assert "space_handbook" not in places  # no role of theirs is told there
    assert shown(narrowed, "only=different&place=guide") == ([], [])
    teams, places = shown(narrowed, "only=told&team=customer")
    assert teams == ["Customer support"]
    assert set(places) == {"col_handbook", "space_guide", "space_partners"}
    assert shown(narrowed, "only=x") == shown(narrowed, "")
    assert shown(narrowed, "only=told&role=review") == (["Documentation"], ["space_api"])
    page = narrowed.shown
    assert page.value("only") == ["told"]
    assert page.document.with_attribute("name", "filter-only")[0].attrib["value"] == "told"
    assert page.links["Access as CSV"] == f"{ACCESS}/export.csv?role=review&only=told"
    lines = list(csv.reader(io.StringIO(narrowed.get(page.links["Access as CSV"]).html)))
    assert lines == [
        ["place", "placeId", "kind", "collection", "Documentation (team_docs)"],
        ["API reference", "space_api", "space", "", "Reviewer"],
    ]
    sent = {"teams": "page", "places": "all", "what": "comment", "filter-only": "different"}
    review = narrowed.post(ACCESS, sent)
    named = {name for row in review.rows for name in row[3].split(", ")}
    assert named == {"Documentation", "Warehouse and drivers"}
    assert "Company handbook" not in {row[0] for row in review.rows}


def test_what_may_match_and_was_not_read_is_named_in_the_review(distant: Pages, wire: Wire) -> None:
    distant.get(f"{ORG}/sites/site_docs")
    wire.faults["GET"] = faults.at("/**/space_guide/permissions/**", faults.refusal(500))
    review = distant.post(ACCESS, {"teams": "page", "places": "all", "what": "read", "filter-role": "edit"})
    assert "API reference" in [row[0] for row in review.rows]
    assert "Masthead leaves out Shipping guide. The API didn't answer." in review.main
