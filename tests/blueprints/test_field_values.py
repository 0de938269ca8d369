"""The values that spaces give to custom fields: as a table and a file, and edited there or many at once by a plan."""

import csv
import io
import json
import re
from typing import Any

import pytest
from flask import Flask
from openpyxl import Workbook

from contract.authoring.custom_fields import CustomField
from masthead.web.forms.custom_values import build_type_check, cell_text, parse_cell
from tests.asked import Log
from tests.blueprints.access_pages import seen
from tests.bulk_changes import BULK_CHANGES
from tests.faults import faults
from tests.loops import for_each
from tests.pages.filling import File
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.team_records import add_places, know
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
VALUES = f"{ORG}/field-values"
FILL, IMPORT = f"{VALUES}/fill", f"{VALUES}/import"
UNSAVED = "What you typed here was not saved"
GUIDE = "/v1/spaces/space_guide/custom-fields"


def values(service: RunningService, space: str = "guide") -> dict[str, Any]:
    told = ask(service, ALICE, "GET", f"/v1/spaces/space_{space}/custom-fields").get_json()
    return {each["customField"]["name"]: each["value"] for each in told if "value" in each}


def set_value(service: RunningService, name: str, value: object, space: str = "guide", who: str = ALICE) -> None:
    body = {"values": {name: {"value": value}}}
    ask(service, who, "PATCH", f"/v1/spaces/space_{space}/custom-fields", body)


def filled(pages: Pages, name: str, value: str, *spaces: str, existing: str = "replace") -> Page:
    """One value for some spaces, up to the review."""
    seen(pages).get(FILL)
    ticked = [("spaces", f"space_{each}") for each in spaces]
    which = [("which", "selected" if spaces else "all"), ("field", name), ("value", value), ("existing", existing)]
    return pages.post(FILL, [*ticked, *which])


def imported(pages: Pages, *lines: str, blank: str = "leave") -> Page:
    seen(pages).get(IMPORT)
    return pages.submit(IMPORT, text="\n".join(lines), blank=blank)


def run(pages: Pages, **typed: str) -> Page:
    assert pages.page is not None
    return pages.submit(pages.page.path, typed, press="Apply the changes")


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
    assert not build_type_check(field("number"))("4")
    truth = True
    assert not build_type_check(field("number"))(truth)
    assert not build_type_check(field("boolean"))(1)
    assert not build_type_check(field("text"))(4)
    assert not build_type_check(field("select:single", "A"))("B")
    assert not build_type_check(field("select:multi", "A"))(["A", "B"])
    assert not build_type_check(field("tags"))("a")
    assert build_type_check(field("something"))([4])


def test_odd_values_stay_and_refusals_are_told(distant: Pages, wire: Wire, service: RunningService, asked: Log) -> None:
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
    wire.faults["GET"] = faults.at(GUIDE, faults.refusal(403))
    (guide,) = [row for row in distant.get(f"{VALUES}?refresh=1").rows if row[0].endswith("Shipping guide")]
    assert len(guide) == 2
    assert "space_guide,not allowed,," in distant.get(f"{VALUES}/export.csv").html


def test_many_spaces_are_paged_and_read(portal: Flask, alice: Pages, service: RunningService, asked: Log) -> None:
    add_places(service, "org_larkfield", 120, [])
    know(portal, ALICE, "org_larkfield", spaces=120)
    asked.clear()
    first = alice.get(VALUES)
    assert len(first.rows) == 25
    assert "Spaces 1–25 of 120" in first.main
    assert len([each for each in asked.lines if each.endswith("/custom-fields")]) <= 27
    assert [row[0] for row in alice.get(f"{VALUES}?down=5").rows][-1].endswith("Space 0120")
    asked.clear()
    alice.get(FILL)
    review = alice.post(FILL, [("which", "all"), ("field", "owner"), ("value", "Docs"), ("existing", "replace")])
    assert "Masthead has read" in review.main
    assert "Apply the changes" not in review.buttons
    for _ in range(6):
        review = alice.get(review.path)
    assert "Apply the changes" in review.buttons
    assert len([each for each in asked.lines if each.endswith("/custom-fields")]) <= 130
    assert len(review.rows) == 100


def test_each_space_is_a_row_of_the_page_and_of_the_file(alice: Pages, service: RunningService) -> None:
    set_value(service, "owner", "=1+1")
    rows = cells(seen(alice))
    guide = rows["📦 Shipping guide"]
    assert {"=1+1", "4.1", "Yes", "booking; rates; customs"} <= {*guide}
    assert f'href="{ORG}/spaces/space_guide/fields#entry-owner"' in alice.shown.html
    head, *lines = csv.reader(io.StringIO(alice.get(f"{VALUES}/export.csv").html))
    assert head[:3] == ["space", "spaceId", "note"]
    column = next(number for number, name in enumerate(head) if name.endswith("(owner)"))
    line = next(line for line in lines if line[1] == "space_guide")
    assert (line[column], line[2]) == ("'=1+1", "")
    assert len(lines) == len(rows)


@pytest.mark.parametrize(("whose", "left"), [("replace", "Docs"), ("leave", "Sales")])
def test_what_a_colleague_changed_is_asked(alice: Pages, service: RunningService, whose: str, left: str) -> None:
    set_value(service, "owner", "Sales", who=BOB)
    sent = [["space_guide", "owner", "Shipping operations", "Docs"], ["space_guide", "reader_rating", "4.1", "5"]]
    review = seen(alice).post(VALUES, [("cells", json.dumps(sent))])
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


def test_what_was_edited_stays_a_draft_until_a_bulk_change_is_made_of_it(alice: Pages, service: RunningService) -> None:
    rating, owner = (
        ["space_guide", "reader_rating", "4.1", "4,x"],
        ["space_guide", "owner", "Shipping operations", "Docs"],
    )
    seen(alice).get(VALUES)
    review = alice.submit(VALUES, press="Review changes", forged={"cells": json.dumps([rating, owner])})
    assert review.h1 == "Review changes"
    assert ["Shipping guide", "Owner", "Change", "Shipping operations", "Docs", ""] in review.rows
    assert UNSAVED in alice.get(VALUES).main
    alice.page = review
    sheet = alice.submit(VALUES, press="Edit what you entered")
    (kept,) = sheet.document.with_attribute("name", "cells")
    assert json.loads(kept.get("value", "")) == [rating, owner]
    alice.submit(VALUES, press="Review changes", forged={"cells": json.dumps([[*rating[:3], "4"], owner])})
    assert "Done" in run(alice).main
    assert values(service)["owner"] == "Docs"
    assert UNSAVED not in alice.get(VALUES).main


def test_one_value_is_given_to_many_spaces_and_undone(alice: Pages, service: RunningService, asked: Log) -> None:
    spaces = ("guide", "api", "releases")
    before = [values(service, each) for each in spaces]
    review = filled(alice, "owner", "Docs", "guide", "api")
    assert review.h1 == "Review changes"
    assert {tuple(row[:3]) for row in review.rows} >= {("Shipping guide", "Owner", "Change")}
    assert asked.writes == []
    done = run(alice, reason="The audit")
    assert done.h1 == "Values of custom fields: Owner in 2 spaces"
    assert "Done 2 of 2 changes" in done.main
    assert len(asked.writes) == 2
    step = alice.get(f"{BULK_CHANGES}/1/steps/1")
    assert '"values"' in step.main
    assert "Owner" in step.rows[0][0]
    after = [*(each | {"owner": "Docs"} for each in before[:2]), before[2]]
    assert [values(service, each) for each in spaces] == after
    assert alice.get(f"{ORG}/journal/1").facts["Why"] == "The audit"
    for number, expected in ((1, before), (2, after)):
        alice.fill_in(f"{BULK_CHANGES}/{number}", press="Undo bulk change")
        alice.submit(f"{BULK_CHANGES}/{number + 1}", press="Apply 2 changes")
        assert [values(service, each) for each in spaces] == expected


def test_spaces_with_a_value_keep_it_where_that_is_asked(alice: Pages, service: RunningService, asked: Log) -> None:
    set_value(service, "owner", None, "api")
    asked.clear()
    review = filled(alice, "owner", "Docs", "guide", "api", existing="leave")
    assert [row[0] for row in review.rows] == ["API reference"]
    run(alice)
    assert asked.writes == ["PATCH /v1/spaces/space_api/custom-fields"]
    assert values(service)["owner"] == "Shipping operations"


def test_what_makes_no_value_is_told_at_the_form(alice: Pages, asked: Log) -> None:
    shown = alice.fill_in(FILL, {"field": "owner", "value": "Docs"})
    assert "Masthead has read no space yet." in shown.error_at("which")
    assert "Select at least one space." not in shown.main
    shown = filled(alice, "reader_rating", "four", "guide")
    assert shown.status == 422
    assert "Enter a number" in shown.error_at("value")
    assert shown.value("value") == "four"
    shown = alice.post(FILL, [("which", "selected"), ("field", "owner"), ("value", "x")])
    assert "Select at least one space." in shown.problems[0]
    assert asked.writes == []


def test_colleagues_who_were_quicker_are_not_overwritten(alice: Pages, service: RunningService) -> None:
    spaces = ("guide", "api", "releases")
    filled(alice, "owner", "Docs", *spaces)
    for space in ("guide", "api"):
        set_value(service, "owner", "Sales", space, who=BOB)
    stuck = run(alice)
    assert "“Sales”" in stuck.main
    done = alice.submit(stuck.path, press="Skip all that changed")
    assert "2 skipped" in done.main
    assert [values(service, space)["owner"] for space in spaces] == ["Sales", "Sales", "Docs"]


def test_a_table_changes_what_differs(alice: Pages, service: RunningService, asked: Log) -> None:
    review = imported(
        alice,
        "space;spaceId;Owner (owner);reader_rating;Colour",
        "Shipping guide;space_guide;Shipping operations;4.5;red",
        ";space_api;Docs;bad;",
        "Nowhere;;x;1;",
        ";space_guide;twice;;",
        ";space_nowhere;Docs;;",
        ";space_releases;Docs;1;;4",
    )
    rows = {(row[0], row[1]): row[2:] for row in review.rows}
    assert rows["Shipping guide", "Reader rating"][:3] == ["Change", "4.1", "4.5"]
    assert rows["API reference", "Reader rating"][0] == "Can't be used"
    assert ("Shipping guide", "Owner") not in rows
    assert "the column “Colour”" in review.main
    told = [
        "Line 4: No space, or more than one, is called “Nowhere”.",
        "Line 5: The space “space_guide” is in the table already.",
        "Line 6: There is no space “space_nowhere”.",
        "Line 7: The row has 6 cells, and the table 5 columns.",
    ]
    assert [each for each in told if each not in review.main] == []
    assert "Release notes" not in {row[0] for row in review.rows}
    assert asked.writes == []
    run(alice)
    assert values(service)["reader_rating"] == 4.5
    assert values(service, "api")["owner"] == "Docs"


@for_each("blank, kept", [("leave", "Shipping operations"), ("replace", None)])
def test_an_empty_cell_does_as_asked(alice: Pages, service: RunningService, blank: str, kept: str | None) -> None:
    imported(alice, "spaceId,owner,reader_rating", "space_guide,,3", blank=blank)
    run(alice)
    assert values(service).get("owner") == kept
    assert values(service)["reader_rating"] == 3


def test_the_first_sheet_of_a_workbook_is_read(alice: Pages) -> None:
    made, saved = Workbook(), io.BytesIO()
    made.active.append(["Space", "reader_rating"])
    made.active.append(["Shipping guide", 3.5])
    made.create_sheet("Notes").append(["Made by hand"])
    made.save(saved)
    seen(alice).get(IMPORT)
    review = alice.submit(IMPORT, file=File("values.xlsx", saved.getvalue()), blank="leave")
    assert [row[4] for row in review.rows] == ["3.5"]
    assert "Masthead read the sheet “Sheet” only." in review.main


def test_our_own_file_changes_nothing(alice: Pages, service: RunningService) -> None:
    set_value(service, "owner", "=1+1")
    set_value(service, "owner", "'=quoted", "api")
    set_value(service, "topics", ["a; b", "c"])
    seen(alice).get(VALUES)
    text = alice.get(f"{VALUES}/export.csv").html
    review = imported(alice, text, blank="replace")
    assert "There is nothing to change." in review.main
    assert review.rows == []


@for_each(
    "text, message",
    [
        ("owner\nDocs", "no column “spaceId” or “space”"),
        ("space,colour\nShipping guide,red", "No column of the table has the name of a field."),
        ("space,owner\nNowhere,x", "nothing below them that can be used"),
        ("", "Paste the text, or choose a file."),
    ],
)
def test_a_table_that_cannot_be_used_says_why(alice: Pages, asked: Log, text: str, message: str) -> None:
    shown = imported(alice, text)
    assert shown.status == 422
    assert message in " ".join(shown.problems)
    assert asked.writes == []
