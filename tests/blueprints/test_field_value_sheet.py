"""Cells that were edited in the table of values: reviewed, asked about, kept as a draft, saved."""

import json

import pytest

from tests.blueprints.access_pages import seen
from tests.blueprints.test_field_value_changes import (
    UNSAVED,
    VALUES,
    imported,
    run,
    set_value,
    values,
)
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, BOB, RunningService


def edited(pages: Pages, *cells: list[str]) -> Page:
    seen(pages).get(VALUES)
    return pages.post(VALUES, [("cells", json.dumps(cells))])


def test_edited_cells_are_reviewed_and_saved(alice: Pages, service: RunningService) -> None:
    review = edited(alice, ["space_guide", "owner", "Shipping operations", "Docs"])
    assert review.rows == [["Shipping guide", "Owner", "Change", "Shipping operations", "Docs", ""]]
    run(alice)
    assert values(service)["owner"] == "Docs"


@pytest.mark.parametrize(("whose", "left"), [("replace", "Docs"), ("leave", "Sales")])
def test_what_a_colleague_changed_since_the_page_is_asked(
    alice: Pages, service: RunningService, whose: str, left: str
) -> None:
    set_value(service, "owner", "Sales", who=BOB)
    review = edited(
        alice,
        ["space_guide", "owner", "Shipping operations", "Docs"],
        ["space_guide", "reader_rating", "4.1", "5"],
    )
    assert review.rows[0][2:] == ["Changed meanwhile", "Sales", "Docs", "The page showed “Shipping operations”."]
    asked = run(alice)
    assert asked.status == 422
    assert "Select what happens" in asked.problems[0]
    run(alice, meanwhile=whose)
    assert (values(service)["owner"], values(service)["reader_rating"]) == (left, 5)


def test_a_conflict_alone_is_shown(alice: Pages, service: RunningService) -> None:
    set_value(service, "owner", "Sales", who=BOB)
    assert edited(alice, ["space_guide", "owner", "Shipping operations", "Docs"]).status == 200


@pytest.mark.parametrize("cells", ["", "[]", "nonsense", '[["a"]]'])
def test_nothing_edited_is_told(alice: Pages, cells: str) -> None:
    seen(alice).get(VALUES)
    assert alice.post(VALUES, [("cells", cells)]).problems == ["Edit a value first."]


def test_what_is_no_longer_kept_says_so(alice: Pages) -> None:
    assert alice.get(f"{VALUES}/changes/unknown").status == 404
    assert "no longer keeps these values" in alice.post(f"{VALUES}/changes/unknown", []).main


def test_a_field_that_a_colleague_deletes_meanwhile_is_refused_alone(alice: Pages, service: RunningService) -> None:
    body = {"name": "season", "title": "Season", "type": "text"}
    assert ask(service, ALICE, "POST", "/v1/orgs/org_larkfield/custom-fields", body).status_code == 201
    imported(alice, "spaceId,season,owner", "space_guide,Winter,By Alice")
    ask(service, ALICE, "DELETE", "/v1/orgs/org_larkfield/custom-fields/season")
    page = run(alice)
    assert (page.status, "Needs your decision" in page.main) == (200, True)
    while "Skip this step" in page.buttons:
        page = alice.submit(page.path, press="Skip this step")
    assert values(service)["owner"] == "By Alice"


def review_of(pages: Pages, *cells: list[str]) -> Page:
    """What the sheet of the page sends, with its draft."""
    return pages.submit(VALUES, press="Review changes", forged={"cells": json.dumps(cells)})


def test_what_was_edited_stays_a_draft_until_a_bulk_change_is_made_of_it(alice: Pages, service: RunningService) -> None:
    rating, owner = (
        ["space_guide", "reader_rating", "4.1", "4,x"],
        ["space_guide", "owner", "Shipping operations", "Docs"],
    )
    seen(alice).get(VALUES)
    review = review_of(alice, rating, owner)
    assert review.h1 == "Review changes"
    assert UNSAVED in alice.get(VALUES).main
    alice.page = review
    sheet = alice.submit(VALUES, press="Edit what you entered")
    (kept,) = sheet.document.with_attribute("name", "cells")
    assert json.loads(kept.get("value", "")) == [rating, owner]
    review_of(alice, [*rating[:3], "4"], owner)
    assert "Done" in run(alice).main
    assert values(service)["owner"] == "Docs"
    assert UNSAVED not in alice.get(VALUES).main


@pytest.mark.parametrize(("rating", "kept"), [(5, False), (4.1, True)])
def test_what_was_edited_is_no_draft_once_all_of_it_is_found_saved(
    alice: Pages, service: RunningService, rating: float, *, kept: bool
) -> None:
    seen(alice).get(VALUES)
    set_value(service, "owner", "Docs", who=BOB)
    set_value(service, "reader_rating", rating, who=BOB)
    review_of(alice, ["space_guide", "owner", "Old", "Docs"], ["space_guide", "reader_rating", "4.1", "5"])
    assert ("There is nothing to change." in alice.shown.main) is not kept
    assert (UNSAVED in alice.get(VALUES).main) is kept


def test_what_was_edited_after_its_review_stays_a_draft(alice: Pages, service: RunningService) -> None:
    seen(alice).get(VALUES)
    review = review_of(alice, ["space_guide", "owner", "Shipping operations", "Docs"])
    sheet = alice.submit(VALUES, press="Edit what you entered")
    set_value(service, "owner", "Docs", who=BOB)
    alice.page = sheet
    review_of(alice, ["space_guide", "owner", "Shipping operations", "Legal"])
    assert "There is nothing to change." in alice.get(review.path).main
    assert UNSAVED in alice.get(VALUES).main
