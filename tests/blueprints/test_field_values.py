"""The values that spaces give to custom fields: as a table, as a file, and edited in the table."""

import csv
import io
import json
import re

import pytest
from flask import Flask

from blueprints.field_values.cells import cell_text, fit_check, parse_cell
from contract.authoring.custom_fields import CustomField
from tests.asked import Log
from tests.blueprints.access_pages import seen
from tests.blueprints.test_field_value_changes import ORG, UNSAVED, VALUES, run, set_value, values
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.team_records import add_places, know
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

GUIDE = "/v1/spaces/space_guide/custom-fields"


def field(type_: str, *options: str) -> CustomField:
    given = {"options": list(options)} if options else {}
    return CustomField.model_validate({"id": "f", "name": "f", "type": type_, **given})


def cells(pages: Pages, address: str = VALUES) -> dict[str, list[str]]:
    """The cells of each row by the space in its head."""
    return {row[0]: row[1:] for row in pages.get(address).rows}


@for_each(
    "type_, options, text, value",
    [
        ("text", (), " Docs ", "Docs"),
        ("text", (), "  ", None),
        ("number", (), " 4.5 ", 4.5),
        ("number", (), "-3", -3),
        ("boolean", (), "TRUE", True),
        ("boolean", (), "no", False),
        ("select:single", ("Daily", "Weekly; on Monday"), "weekly; ON monday", "Weekly; on Monday"),
        ("select:multi", ("A", "B, C"), "B, C; A;", ["B, C", "A"]),
        ("select:multi", ("A; B", "C"), "A; B", ["A; B"]),
        ("select:multi", ("A; B", "C"), "A; B\nC", ["A; B", "C"]),
        ("tags", (), "duties; rates;duties", ["duties", "rates"]),
        ("tags", (), "duties\r\nrates, and more", ["duties", "rates, and more"]),
        ("tags", (), ";", None),
        ("something", (), "x", "x"),
    ],
)
def test_a_cell_makes_a_value(type_: str, options: tuple[str, ...], text: str, value: object) -> None:
    assert parse_cell(field(type_, *options), text) == value


@for_each(
    "type_, text, message",
    [
        ("text", "t" * 257, "at most 256 characters"),
        ("number", "4,500", "Enter a number, such as 4 or 4.5."),
        ("boolean", "maybe", "Enter Yes or No."),
        ("select:single", "Daily", "“Daily” is not one of the options: “Weekly” and “Monthly”."),
        ("select:multi", "Weekly; Daily", "“Daily” is not one of the options"),
    ],
)
def test_what_makes_no_value_says_why(type_: str, text: str, message: str) -> None:
    options = ("Weekly", "Monthly") if type_.startswith("select:") else ()
    with pytest.raises(ValueError, match=re.escape(message)):
        parse_cell(field(type_, *options), text)


@for_each("items", [["a"], ["a", "b"], ["a; b"], ["a;b", "c, d"], ["a, b"]])
def test_a_list_comes_back_out_of_its_cell(items: list[str]) -> None:
    assert parse_cell(field("tags"), cell_text(items)) == items
    assert parse_cell(field("select:multi", *items), cell_text(items)) == items


def test_a_value_of_another_type_is_odd() -> None:
    assert not fit_check(field("number"))("4")
    truth = True
    assert not fit_check(field("number"))(truth)
    assert not fit_check(field("boolean"))(1)
    assert not fit_check(field("text"))(4)
    assert not fit_check(field("select:single", "A"))("B")
    assert not fit_check(field("select:multi", "A"))(["A", "B"])
    assert not fit_check(field("tags"))("a")
    assert fit_check(field("something"))([4])


def test_each_space_is_a_row_each_field_a_column_and_a_cell_leads_to_its_form(alice: Pages) -> None:
    shown = seen(alice).get(VALUES)
    assert shown.h1 == "Values of custom fields"
    guide = cells(alice)["📦 Shipping guide"]
    assert {"Shipping operations", "4.1", "Yes", "booking; rates; customs"} <= {*guide}
    assert f'href="{ORG}/spaces/space_guide/fields#entry-owner"' in shown.html


def test_a_value_that_the_api_does_not_take_is_shown_and_stays(
    distant: Pages, wire: Wire, service: RunningService, asked: Log
) -> None:
    seen(distant)
    told = ask(service, ALICE, "GET", GUIDE).get_json()
    values = {"reader_rating": {"from": 3}, "owner": ["Docs", 4], "topics": None}
    odd = [each | {"value": values.get(each["customField"]["name"], each.get("value"))} for each in told]
    wire.faults["GET"] = faults.at(GUIDE, faults.says(odd))
    shown = cells(distant, f"{VALUES}?only=odd")
    assert [*shown] == ["📦 Shipping guide"]
    assert {'{"from": 3} doesn\'t fit', "Docs; 4 doesn't fit", "– no value"} <= {*shown["📦 Shipping guide"]}
    asked.clear()
    distant.get(VALUES)
    review = distant.post(VALUES, [("cells", json.dumps([["space_guide", "owner", "Docs; 4", "Legal"]]))])
    assert "The current value has a type that can't be changed here" in review.main
    assert asked.writes == []


def test_a_page_has_25_spaces_and_leads_to_the_next(
    portal: Flask, alice: Pages, service: RunningService, asked: Log
) -> None:
    add_places(service, "org_larkfield", 30, [])
    know(portal, ALICE, "org_larkfield", spaces=30)
    asked.clear()
    first = alice.get(VALUES)
    assert len(first.rows) == 25
    assert "Spaces 1–25 of 30" in first.main
    assert len([each for each in asked.lines if each.endswith("/custom-fields")]) <= 27
    assert [row[0] for row in alice.get(f"{VALUES}?down=2").rows][-1].endswith("Space 0030")


def test_a_space_that_is_refused_says_so(distant: Pages, wire: Wire) -> None:
    seen(distant)
    wire.faults["GET"] = faults.at(GUIDE, faults.refusal(403))
    (guide,) = [row for row in distant.get(VALUES).rows if row[0].endswith("Shipping guide")]
    assert len(guide) == 2
    assert "space_guide,not allowed,," in distant.get(f"{VALUES}/export.csv").html


def test_the_file_has_all_spaces_and_quotes_formulas(alice: Pages, service: RunningService) -> None:
    set_value(service, "owner", "=1+1")
    rows = cells(seen(alice))
    head, *lines = csv.reader(io.StringIO(alice.get(f"{VALUES}/export.csv").html))
    assert head[:3] == ["space", "spaceId", "note"]
    column = next(number for number, name in enumerate(head) if name.endswith("(owner)"))
    guide = next(line for line in lines if line[1] == "space_guide")
    assert (guide[column], guide[2]) == ("'=1+1", "")
    assert len(lines) == len(rows)


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
        alice, ["space_guide", "owner", "Shipping operations", "Docs"], ["space_guide", "reader_rating", "4.1", "5"]
    )
    assert review.rows[0][2:] == ["Changed meanwhile", "Sales", "Docs", "The page showed “Shipping operations”."]
    asked = run(alice)
    assert asked.status == 422
    assert "Select what happens" in asked.problems[0]
    run(alice, meanwhile=whose)
    assert (values(service)["owner"], values(service)["reader_rating"]) == (left, 5)


@for_each("cells", ["", "[]", "nonsense", '[["a"]]'])
def test_nothing_edited_is_told_and_what_is_no_longer_kept_too(alice: Pages, cells: str) -> None:
    seen(alice).get(VALUES)
    assert alice.post(VALUES, [("cells", cells)]).problems == ["Edit a value first."]
    assert alice.get(f"{VALUES}/changes/unknown").status == 404
    assert "no longer keeps these values" in alice.post(f"{VALUES}/changes/unknown", []).main


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
