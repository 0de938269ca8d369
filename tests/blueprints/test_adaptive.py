"""The switch and the schema of adaptive content: as a list and as JSON, checked, merged, saved, taken back."""

import json
from typing import Any

import pytest

from tests.asked import Log
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import add_site_spaces, ask
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
SITE = f"{SITES}/site_docs"
DOCS = f"{SITE}/adaptive"
HELP = f"{SITES}/site_help/adaptive"
API = "/v1/orgs/org_larkfield/sites/site_docs"
SCHEMA = f"{API}/adaptive-schema"
JOURNAL = "/orgs/org_larkfield/journal"
BETA = {"type": "boolean", "description": "Tries what is new"}
EMPTY: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}


def saved(service: RunningService) -> dict[str, Any]:
    schema: dict[str, Any] = ask(service, ALICE, "GET", SCHEMA).get_json()["jsonSchema"]
    return schema


def put(service: RunningService, schema: dict[str, Any]) -> None:
    assert ask(service, ALICE, "PUT", SCHEMA, {"jsonSchema": schema}).status_code == 200


def having(schema: dict[str, Any], **claims: object) -> dict[str, Any]:
    properties = {**schema["properties"], **claims}
    return schema | {"properties": {name: claim for name, claim in properties.items() if claim is not None}}


def text(page: Page) -> dict[str, Any]:
    shown: dict[str, Any] = json.loads(str(page.value("jsonSchema")))
    return shown


def test_the_switch_is_saved_and_undone(alice: Pages, service: RunningService, asked: Log) -> None:
    unknown = "Whether conditions apply while it is off isn't known."
    assert alice.get(DOCS).value("adaptiveContent") is True
    assert unknown not in alice.shown.main
    shown = alice.submit(f"{DOCS}/switch", adaptiveContent=False)
    assert unknown in shown.main
    assert shown.toasts == ["Adaptive content is off for Larkfield Docs."]
    assert asked.writes == [f"PATCH {API}"]
    alice.submit(f"{JOURNAL}/1/undo")
    assert ask(service, ALICE, "GET", API).get_json()["adaptiveContent"] == {"enabled": True}


def test_both_inputs_show_what_is_saved_and_the_json_is_folded_until_it_is_needed(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    shown = alice.get(DOCS)
    assert text(shown) == saved(service)
    assert [shown.value(f"claim-{n}-name") for n in range(4)] == ["isCarrier", "isEmployee", "", ""]
    assert shown.value("claim-1-signed") == ["unsigned"]
    asked.clear()
    assert alice.submit(DOCS).toasts == ["Nothing to save. You changed nothing."]
    assert asked.writes == []
    folds = [each for each in alice.get(DOCS).document.all("details") if each.get("id") == "as-json"]
    assert [each.get("open") for each in folds] == [None]
    shown = alice.submit(DOCS, jsonSchema="{")
    folds = [each for each in shown.document.all("details") if each.get("id") == "as-json"]
    assert [each.get("open") is None for each in folds] == [False]


def test_the_list_is_edited_and_the_json_follows(alice: Pages, service: RunningService, asked: Log) -> None:
    before = saved(service)
    alice.get(DOCS)
    lines = {"claim-2-name": "isBeta", "claim-2-description": "Tries what is new"}
    shown = alice.submit(DOCS, lines, press="Sync")
    assert (shown.status, asked.writes) == (200, [])
    assert text(shown) == having(before, isBeta=BETA)
    assert ["isBeta", "none", "true or false: Tries what is new"] in shown.rows
    assert [shown.value(f"claim-{n}-name") for n in range(5)] == ["isCarrier", "isBeta", "isEmployee", "", ""]
    alice.submit(DOCS)
    assert saved(service) == having(before, isBeta=BETA)
    assert alice.shown.toasts == ["The visitor schema of Larkfield Docs was saved."]
    assert alice.shown.links["add a condition to a space"] == f"{SITE}/conditions"


def test_the_json_is_edited_and_the_list_follows(alice: Pages, service: RunningService) -> None:
    wanted = having(saved(service), isBeta=BETA)
    shown = alice.fill_in(DOCS, jsonSchema=json.dumps(wanted), press="Sync")
    assert [shown.value(f"claim-{n}-name") for n in range(3)] == ["isCarrier", "isBeta", "isEmployee"]
    alice.submit(DOCS, {"claim-1-description": "Knows what is new"})
    assert saved(service) == having(wanted, isBeta=BETA | {"description": "Knows what is new"})


def test_a_claim_changes_sides_and_name(alice: Pages, service: RunningService) -> None:
    alice.fill_in(DOCS, {"claim-1-signed": "signed", "claim-1-name": "worksHere"})
    assert "Warehouse: The schema has no claim unsigned.isEmployee" in alice.shown.main
    alice.confirm(DOCS)
    assert saved(service)["properties"]["worksHere"] == {"type": "boolean", "description": "Works at Larkfield"}


def test_where_both_were_changed_one_has_to_be_chosen(alice: Pages, service: RunningService, asked: Log) -> None:
    before = saved(service)
    alice.get(DOCS)
    typed = json.dumps(having(before, isBeta=BETA))
    shown = alice.submit(DOCS, {"claim-0-description": "Carries"}, jsonSchema=typed)
    assert (shown.status, shown.problems, asked.writes) == (
        422,
        ["You changed both the list and the JSON. Select the version to keep."],
        [],
    )
    assert (shown.value("jsonSchema"), shown.value("claim-0-description")) == (typed, "Carries")
    alice.submit(DOCS, counts="text")
    assert saved(service) == having(before, isBeta=BETA)


def test_the_change_is_told_in_the_journal_and_taken_back(alice: Pages, service: RunningService) -> None:
    before = saved(service)
    alice.fill_in(DOCS, {"claim-0-description": "Carries for us"}, press="Review first")
    assert alice.shown.rows == [["isCarrier", "true or false: Drives for us", "true or false: Carries for us"]]
    alice.confirm(DOCS, reason="The audit")
    shown = alice.get(f"{JOURNAL}/1")
    assert shown.h1 == "Change the visitor schema of Larkfield Docs: isCarrier"
    assert shown.rows[0][0] == "Visitor schema"
    assert "Carries for us" in shown.rows[0][2]
    assert alice.fill_in(f"{JOURNAL}/1/undo").path == DOCS
    assert saved(service) == before


def test_what_breaks_is_told_with_its_place_before(alice: Pages, service: RunningService, asked: Log) -> None:
    ask(service, ALICE, "PATCH", f"{API}/site-spaces/sitespace_docs_guide", {"condition": "visitor.claims.isCarrier"})
    asked.clear()
    shown = alice.fill_in(DOCS, {"claim-0-remove": True, "claim-1-remove": True}, press="Sync")
    assert "2 conditions would break" in shown.main
    assert shown.links["Shipping guide"] == f"{SITE}/conditions/sitespace_docs_guide"
    assert "The section Warehouse visitor.claims.unsigned.isEmployee" in shown.main
    shown = alice.submit(DOCS)
    assert (shown.h1, asked.writes) == ("Review your changes", [])
    assert "Shipping guide: The schema has no claim isCarrier, so no visitor ever has it." in shown.main
    alice.confirm(DOCS)
    assert saved(service)["properties"]["unsigned"]["properties"] == {}


def test_many_conditions_are_looked_through(alice: Pages, service: RunningService) -> None:
    add_site_spaces(service, "site_docs", "space_guide", ["visitor.claims.isCarrier", None] * 60)
    shown = alice.fill_in(DOCS, {"claim-0-remove": True}, press="Sync")
    assert "60 conditions would break" in shown.main
    assert "And 10 more." in shown.main


LINES = [
    ({"claim-2-name": "isBeta"}, "isBeta needs a description.", "claim-2-description"),
    ({"claim-2-description": "x"}, "Enter a name for the claim.", "claim-2-name"),
    (
        {"claim-2-name": "isCarrier", "claim-2-description": "x"},
        "The list has isCarrier more than once.",
        "claim-0-name",
    ),
    ({"claim-2-name": "unsigned", "claim-2-description": "x"}, "“unsigned” is the name of the group", "claim-2-name"),
    (
        {"claim-2-name": "plan", "claim-2-description": "x", "claim-2-kind": "enum"},
        "Enter the values of plan, separated by commas.",
        "claim-2-listed",
    ),
]


@for_each("lines, message, place", LINES)
def test_what_is_wrong_in_the_list_is_told_at_the_input(
    alice: Pages, asked: Log, lines: dict[str, str], message: str, place: str
) -> None:
    shown = alice.fill_in(DOCS, lines)
    assert (shown.status, asked.writes) == (422, [])
    assert shown.problems[0].startswith(message)
    assert shown.error_at(place).startswith(message)
    assert {name: shown.value(name) for name in lines} == {
        name: [value] if name.endswith("kind") else value for name, value in lines.items()
    }


@for_each(
    "typed, problem",
    [
        ("", "Line 1: A value is missing here."),
        ('{\n  "type": "object",\n}', "Line 3: A name in double quotes is missing here."),
        (
            '{"type": "object",\n"properties": {"a": {"type": "boolean"}},\n"additionalProperties": 0}',
            "Line 2: a needs",
        ),
        ("[" * 60_000, "Line 1: The schema is nested more than 24 levels deep."),
        (
            json.dumps({"x": "y" * 100_000}),
            "Line 1: The schema has 100009 characters. Masthead can edit schemas of up to 100000.",
        ),
        ('{"type": [1, {"a": null}], "properties": [[]], "additionalProperties": ""}', "Line 1: "),
        ('{"a": 1e999}', "Line 1: "),
        ('{"a": "\\ud800"}', "Line 1: This text has an incomplete character."),
    ],
)
def test_what_is_wrong_in_the_json_is_told_with_its_line(alice: Pages, asked: Log, typed: str, problem: str) -> None:
    shown = alice.fill_in(DOCS, jsonSchema=typed)
    assert (shown.status, asked.writes) == (422, [])
    assert shown.problems[0].startswith(problem)
    assert shown.value("jsonSchema") == typed


def test_what_the_api_does_not_document_is_sent_after_a_tick(alice: Pages, service: RunningService, asked: Log) -> None:
    before = saved(service)
    alice.get(DOCS)
    lines = {"claim-2-name": "plan", "claim-2-description": "x", "claim-2-kind": "enum", "claim-2-listed": "free, pro"}
    shown = alice.submit(DOCS, lines)
    assert (shown.status, asked.writes) == (422, [])
    said = "Select “Save the schema although parts of it may be refused” first."
    assert (shown.problems, shown.links[said]) == ([said], "#sure")
    assert said in shown.error_at("sure")
    shown = alice.submit(DOCS, sure=True)
    assert asked.writes == [f"PUT {SCHEMA}"]
    assert (shown.status, saved(service)) == (422, before)
    assert "properties.plan.enum: is not known here" in shown.main
    assert text(shown)["properties"]["plan"]["enum"] == ["free", "pro"]


def test_the_first_schema_of_a_site(alice: Pages, service: RunningService, asked: Log) -> None:
    shown = alice.get(HELP)
    assert "This site has no schema yet. Add a claim to create it." in shown.main
    assert alice.submit(HELP).status == 422
    assert asked.writes == []
    alice.fill_in(HELP, {"claim-0-name": "isEmployee", "claim-0-signed": "unsigned"})
    schema = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites/site_help/adaptive-schema").get_json()
    assert schema["jsonSchema"]["properties"]["unsigned"]["properties"] == {"isEmployee": {"type": "boolean"}}
    assert "Undo" not in alice.shown.buttons


def test_colleagues_who_change_different_claims_both_win_and_what_is_broken_outlasts_them(
    alice: Pages, service: RunningService
) -> None:
    alice.get(DOCS)
    put(service, having(saved(service), isBeta=BETA))
    alice.submit(DOCS, {"claim-0-description": "Carries"})
    properties = saved(service)["properties"]
    assert (properties["isBeta"], properties["isCarrier"]["description"]) == (BETA, "Carries")
    alice.get(DOCS)
    put(service, having(saved(service), isNew=BETA))
    assert alice.submit(DOCS, jsonSchema="{ broken").value("jsonSchema") == "{ broken"


@pytest.mark.parametrize(("whose", "description"), [("mine", "By Alice"), ("theirs", "By a colleague")])
def test_colleagues_who_change_the_same_claim_are_asked(
    alice: Pages, service: RunningService, whose: str, description: str
) -> None:
    alice.get(DOCS)
    put(service, having(saved(service), isBeta=BETA, isCarrier={"type": "boolean", "description": "By a colleague"}))
    added = {"claim-2-name": "isNew", "claim-2-description": "Came today"}
    shown = alice.submit(DOCS, {"claim-0-description": "By Alice", **added})
    assert (shown.status, saved(service)["properties"].keys()) == (409, {"isCarrier", "isBeta", "unsigned"})
    assert "You and a colleague both changed isCarrier. Masthead combined all other claims." in shown.main
    alice.submit(DOCS, {"jsonSchema-whose": whose})
    properties = saved(service)["properties"]
    assert properties.keys() == {"isCarrier", "isBeta", "isNew", "unsigned"}
    assert properties["isCarrier"]["description"] == description


def test_whoever_may_not_reads_it_and_a_stranger_does_not_find_it(
    bob: Pages, charlie: Pages, dana: Pages, asked: Log
) -> None:
    for person in (bob, charlie):
        asked.clear()
        shown = person.get(DOCS)
        assert shown.is_closed("jsonSchema")
        assert shown.is_closed("adaptiveContent")
        assert shown.notes[0].startswith("Your role doesn't let you change adaptive content.")
        shown = person.post(DOCS, {"jsonSchema": json.dumps(EMPTY), "jsonSchema-shown": "{}", "step": "reviewed"})
        assert (shown.status, text(shown)) == (403, EMPTY)
        assert asked.writes == [f"PUT {SCHEMA}"]
    assert dana.get(DOCS).status == 404
    assert dana.post(DOCS, {"jsonSchema": "{}"}).status == 404


def test_a_name_of_several_words_is_taken_with_how_conditions_write_it(alice: Pages) -> None:
    alice.fill_in(DOCS, {"claim-2-name": "is beta", "claim-2-description": "Tries what is new"})
    told = 'is beta isn\'t a single word, so conditions have to write visitor.claims["is beta"].'
    assert told in alice.shown.toasts
    alice.fill_in(DOCS, {"claim-3-name": "isNew", "claim-3-description": "New"})
    assert told not in alice.shown.toasts
