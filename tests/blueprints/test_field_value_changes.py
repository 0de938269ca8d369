"""Many values of custom fields at once: filled in or imported, reviewed, planned, resumed where one failed, undone."""

from typing import Any

from flask import Flask

from tests.asked import Log
from tests.blueprints.access_pages import seen
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.records import ask
from tests.team_records import add_places, know
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
VALUES = f"{ORG}/field-values"
UNSAVED = "What you typed here was not saved"
FILL, IMPORT = f"{VALUES}/fill", f"{VALUES}/import"


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


def test_one_value_is_given_to_many_spaces_undone_whole_and_redone(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    spaces = ("guide", "api", "releases")
    before = [values(service, each) for each in spaces]
    review = filled(alice, "owner", "Docs", "guide", "api")
    assert review.h1 == "Review changes"
    assert {tuple(row[:3]) for row in review.rows} >= {("Shipping guide", "Owner", "Change")}
    assert asked.writes == []
    done = run(alice, reason="The audit")
    assert done.h1 == "Values of custom fields: Owner in 2 spaces"
    assert "Done 2 of 2 steps" in done.main
    assert len(asked.writes) == 2
    step = alice.get(f"{PLANS}/1/steps/1")
    assert '"values"' in step.main
    assert "Owner" in step.rows[0][0]
    after = [*(each | {"owner": "Docs"} for each in before[:2]), before[2]]
    assert [values(service, each) for each in spaces] == after
    assert alice.get(f"{ORG}/journal/1").facts["Why"] == "The audit"
    for number, expected in ((1, before), (2, after)):
        alice.fill_in(f"{PLANS}/{number}", press="Undo bulk change")
        alice.submit(f"{PLANS}/{number + 1}", press="Apply 2 changes")
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
    assert "You haven't come across any space yet." in shown.error_at("which")
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
        "Line 4: No known space, or more than one, is called “Nowhere”.",
        "Line 5: The space “space_guide” is in the table already.",
        "Line 6: You haven't come across a space with the id “space_nowhere”.",
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
        ("", "Paste a table, or choose a file."),
    ],
)
def test_a_table_that_cannot_be_used_says_why(alice: Pages, asked: Log, text: str, message: str) -> None:
    shown = imported(alice, text)
    assert shown.status == 422
    assert message in " ".join(shown.problems)
    assert asked.writes == []


def test_a_review_of_many_spaces_reads_on(portal: Flask, alice: Pages, service: RunningService, asked: Log) -> None:
    add_places(service, "org_larkfield", 120, [])
    know(portal, ALICE, "org_larkfield", spaces=120)
    alice.get(FILL)
    review = alice.post(FILL, [("which", "all"), ("field", "owner"), ("value", "Docs"), ("existing", "replace")])
    assert "Masthead has read" in review.main
    assert "Apply the changes" not in review.buttons
    for _ in range(6):
        review = alice.get(review.path)
    assert "Apply the changes" in review.buttons
    assert len([each for each in asked.lines if each.endswith("/custom-fields")]) <= 130
    assert len(review.rows) == 100
