"""What the matrix showed travels with its form: cells have short names, and a colleague's change since is noticed."""

import json

import pytest

from tests.blueprints.access_pages import ACCESS, chosen, reviewed, roles, seen, shown_by
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService


def test_what_a_colleague_changed_since_the_matrix_was_shown_is_asked_about(
    alice: Pages, service: RunningService
) -> None:
    shown = shown_by(seen(alice).shown)
    ask(service, ALICE, "PATCH", "/v1/spaces/space_guide/permissions/teams/team_support", {"role": "review"})
    alice.get(f"{ACCESS}?refresh=1")
    review = chosen(alice, ("support",), ("guide", "api"), "edit", shown=shown)
    assert ["Shipping guide", "Reviewer (the page showed Reader)", "Editor", "Customer support"] in review.rows
    assert "1 role is not as the page showed it any more." in review.notes[0]
    assert reviewed(alice).h1 == "Editor: 1 team in 2 places"


def test_what_was_shown_and_is_still_there_needs_no_question(alice: Pages) -> None:
    review = chosen(alice, ("support",), ("guide",), "edit", shown=shown_by(seen(alice).shown))
    assert (review.rows, review.notes) == ([["Shipping guide", "Reader", "Editor", "Customer support"]], [])


@pytest.mark.parametrize("shown", ["", "{", "[]", '[["space:space_guide"], ["team_support"], []]', '[[],[],["zz"]]'])
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
