"""The values that a space gives to custom fields: typed by field, changed one by one, odd ones kept."""

import json
from typing import Any

from flask import Flask
from werkzeug.datastructures import MultiDict

from blueprints.custom_fields.forms import build_values_form_class
from contract.authoring.custom_fields import CustomField
from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.filling import Value
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, DANA, RunningService

ORG = "/orgs/org_larkfield"
FIELDS = f"{ORG}/spaces/space_guide/fields"
API = "/v1/spaces/space_guide/custom-fields"
FIELDS_API = "/v1/orgs/org_larkfield/custom-fields"


def values(service: RunningService) -> dict[str, Any]:
    told = ask(service, ALICE, "GET", API).get_json()
    return {each["customField"]["name"]: each.get("value") for each in told}


def set_value(service: RunningService, name: str, value: object) -> None:
    ask(service, ALICE, "PATCH", API, {"values": {name: {"value": value}}})


def test_each_type_has_its_input_and_the_journal_names_fields_and_values(alice: Pages) -> None:
    shown = alice.get(FIELDS)
    assert shown.value("entry-owner") == "Shipping operations"
    assert shown.value("entry-reader_rating") == "4.1"
    assert shown.value("entry-translated") == ["true"]
    assert shown.value("entry-review-cycle") == ["Quarterly"]
    assert shown.value("entry-topics") == "booking\nrates\ncustoms"
    alice.get(FIELDS)
    alice.submit(FIELDS, {"entry-translated": "false", "entry-topics": "duties"})
    rows = alice.get(f"{ORG}/journal/1").rows
    assert ["Translated", "“Yes”", "“No”"] in rows
    assert ["Topics", "“booking, rates, customs”", "“duties”"] in rows


@for_each(
    "name, typed, value",
    [
        ("owner", "Carriers", "Carriers"),
        ("owner", "", None),
        ("reader_rating", " 3 ", 3),
        ("reader_rating", "3,5", 3.5),
        ("reader_rating", "-0,125", -0.125),
        ("reader_rating", "0", 0),
        ("reader_rating", "", None),
        ("translated", "false", False),
        ("translated", "", None),
        ("review-cycle", "Yearly", "Yearly"),
        ("review-cycle", "", None),
        ("topics", "duties\r\n\r\n rates \r\nduties", ["duties", "rates"]),
        ("topics", "", None),
        ("audience", "Employees", ["Employees"]),
        ("audience", False, None),
    ],
)
def test_a_value_is_set_or_cleared(
    alice: Pages, service: RunningService, asked: Log, name: str, typed: Value, value: object
) -> None:
    start_over(alice, service)
    asked.clear()
    before = values(service)
    alice.get(FIELDS)
    shown = alice.submit(FIELDS, {f"entry-{name}": typed})
    assert shown.toasts == ["The custom fields of space_guide were saved."]
    assert values(service) == before | {name: value}
    assert asked.writes == [f"PATCH {API}"]


@for_each(
    "name, typed, message",
    [
        ("reader_rating", "four", "Reader rating: Enter a number, such as 4 or 4.5."),
        ("reader_rating", "1,250", "Enter a number"),
        ("topics", "t" * 257, "at most 256 characters"),
    ],
)
def test_what_makes_no_value_is_told_at_the_field(
    alice: Pages, asked: Log, name: str, typed: str, message: str
) -> None:
    alice.get(FIELDS)
    shown = alice.submit(FIELDS, {f"entry-{name}": typed, "entry-translated": "false"})
    assert (shown.status, asked.writes) == (422, [])
    assert message in shown.error_at(f"entry-{name}")
    assert (shown.value(f"entry-{name}"), shown.value("entry-translated")) == (typed, ["false"])
    assert 'aria-current="true">Fields</a>' in shown.html


def test_what_a_colleague_set_stays(alice: Pages, service: RunningService) -> None:
    alice.get(FIELDS)
    set_value(service, "owner", "Bob's team")
    alice.submit(FIELDS, {"entry-reader_rating": "2"})
    assert (values(service)["owner"], values(service)["reader_rating"]) == ("Bob's team", 2)
    alice.get(FIELDS)
    alice.submit(FIELDS, {"entry-owner": "Alice's team", "entry-reader_rating": "3"})
    set_value(service, "owner", "Bob's team")
    assert "Reader rating" in alice.get(f"{ORG}/journal/2/undo").main
    alice.submit(f"{ORG}/journal/2/undo")
    assert (values(service)["owner"], values(service)["reader_rating"]) == ("Bob's team", 2)


ODD = {
    "owner": 7,
    "audience": "Everybody",
    "review-cycle": ["Daily"],
    "reader_rating": "four",
    "translated": "maybe",
    "topics": True,
}


def with_odd_values(wire: Wire, service: RunningService) -> None:
    """The API answers values that do not fit their fields."""
    told = ask(service, ALICE, "GET", API).get_json()
    odd = [each | {"value": ODD[each["customField"]["name"]]} for each in told]
    wire.faults["GET"] = faults.at(API, faults.says(odd))


def test_odd_values_are_shown_and_stay_when_their_neighbor_changes(
    wire: Wire, portal_for: PortalFor, service: RunningService, asked: Log
) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    with_odd_values(wire, service)
    shown = pages.get(FIELDS)
    assert (shown.value("entry-owner"), shown.value("entry-reader_rating")) == ("7", "four")
    assert "Everybody" in shown.main
    assert "Daily" in shown.main
    pages.submit(FIELDS, {"entry-owner": "Alice's team"})
    (body,) = [json.loads(each.body) for each in asked.all if each.method == "PATCH"]
    assert body == {"values": {"owner": {"value": "Alice's team"}}}


@for_each("value", ["", "text", 7, 4.5, 0, True, False, None, [], ["a", "b"], [1, True], "two\nlines"])
@for_each("type_", ["text", "number", "boolean", "tags", "select:single", "select:multi", "color"])
def test_a_value_of_any_type_survives_an_edit_of_its_neighbor(portal: Flask, type_: str, value: object) -> None:
    field = CustomField.model_validate({"id": "f", "name": "f", "type": type_, "options": ["a"]})
    beside = CustomField.model_validate({"id": "n", "name": "n", "type": "text"})
    now = {"entry-f": value, "entry-n": "before"}
    with portal.test_request_context():
        drawn = build_values_form_class([field, beside]).from_values(now)["entry-f"]
        sent = MultiDict([("entry-f", text.replace("\n", "\r\n")) for text in drawn.shown] + [("entry-n", "after")])
    with portal.test_request_context(method="POST", data=sent):
        form = build_values_form_class([field, beside]).from_values(now)
        assert form.changes() == {"entry-n": "after"}
        form.check()
        assert not form["entry-f"].errors


def test_an_organization_without_fields_leads_to_where_they_are_defined(dana: Pages, service: RunningService) -> None:
    ask(service, DANA, "DELETE", "/v1/orgs/org_orchard/custom-fields/reviewer")
    shown = dana.get("/orgs/org_orchard/spaces/space_visits/fields")
    assert "No custom fields yet" in shown.main
    assert shown.links["Go to custom fields"] == "/orgs/org_orchard/fields"


def test_a_field_that_is_gone_is_told_where_something_was_typed_into_it(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    ask(service, ALICE, "POST", FIELDS_API, {"name": "audit-note", "type": "text", "title": "Audit note"})
    alice.get(f"{FIELDS}?refresh=1")
    ask(service, ALICE, "DELETE", f"{FIELDS_API}/audit-note")
    asked.clear()
    refused = alice.submit(FIELDS, {"entry-audit-note": "Due in May", "entry-owner": "Carriers"})
    assert refused.problems == [
        "Audit note no longer exists, so “Due in May” can't be saved there. Save again to save the rest."
    ]
    assert asked.writes == []
    alice.submit(FIELDS)
    assert values(service)["owner"] == "Carriers"
