"""The versions of an API specification: browsed, read as text, downloaded, compared."""

import json
import re
from datetime import datetime

from blueprints.specs.versions import schema_details
from masthead.openapi_specs import parse_document
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SHIPMENTS = f"{ORG}/specs/shipments"
NEWEST, FIRST = f"{SHIPMENTS}/versions/latest", f"{SHIPMENTS}/versions/version_shipments_1"


def test_a_version_shows_its_operations_schemas_and_text(alice: Pages) -> None:
    shown = alice.get(NEWEST)
    assert shown.h1 == "Larkfield shipments 2.2.0"
    assert shown.links["GET /shipments/{shipment}"].endswith("?operation=GET+%2Fshipments%2F%7Bshipment%7D")
    assert "4 operations" in shown.main
    assert "2 schemas" in shown.main
    shown = alice.get(f"{NEWEST}?operation=POST%20/shipments")
    assert "request body, application/json" in shown.main
    assert shown.links["NewShipment"] == f"{NEWEST.replace('latest', 'version_shipments_3')}?schema=NewShipment"
    assert "delayed" in alice.get(f"{NEWEST}?schema=Shipment").main
    assert "openapi:" in alice.get(f"{FIRST}/text").main
    file = alice.get(f"{FIRST}/download")
    assert file.html.startswith("openapi:")
    assert file.headers["Content-Disposition"] == 'attachment; filename="shipments-version_shipments_1.yaml"'
    assert alice.get(f"{SHIPMENTS}/versions/version_none").status == 404
    shown = alice.get(f"{SHIPMENTS}/compare?from=version_none&to=version_shipments_1")
    assert "These versions can't be compared" in shown.main


def test_any_two_are_compared_and_first_the_newest(alice: Pages) -> None:
    shown = alice.get(f"{SHIPMENTS}/compare")
    assert [shown.value("from"), shown.value("to")] == [["version_shipments_2"], ["version_shipments_3"]]
    assert 'The value "delayed" was added. Clients may get a value that they don\'t know.' in shown.main
    assert shown.links["May break: 1"].endswith("&show=risky")
    assert "The response was added." not in alice.get(f"{SHIPMENTS}/compare?show=risky").main
    back = alice.get(f"{SHIPMENTS}/compare?from=version_shipments_2&to=version_shipments_1")
    assert "POST /shipments/{shipment}/book" in back.main
    assert "The operation was removed. Clients that call it get an error." in back.main
    same = alice.get(f"{SHIPMENTS}/compare?from=version_shipments_1&to=version_shipments_1")
    assert "The versions have the same content." in same.main
    shown = alice.get(f"{ORG}/specs/tracking/compare?show=breaking")
    assert "Breaking: 2" in shown.links
    assert "recorded_at" not in shown.main
    assert "seen_at" in shown.main


def test_alternatives_without_a_name_are_counted() -> None:
    schema = {"oneOf": [{"type": "string"}, {"type": "integer", "minimum": 1}]}
    document = parse_document(json.dumps({"openapi": "3.0.0", "components": {"schemas": {"Weight": schema}}}))
    found = schema_details(document, "Weight")
    assert found is not None
    assert [(line.label, line.type) for line in found.tables[0][1]] == [
        ("", "any"),
        ("alternative 1", "string"),
        ("alternative 2", "integer"),
    ]


def test_operations_and_changes_are_searched(alice: Pages) -> None:
    shown = alice.get(f"{NEWEST}?q=shipment+book")
    assert [label for label in shown.links if "/shipments" in label] == ["POST /shipments/{shipment}/book"]
    assert "NewShipment" not in shown.links
    assert "No operation matches." in alice.get(f"{NEWEST}?q=zebra").main
    shown = alice.get(f"{SHIPMENTS}/compare?q=delayed")
    assert len([each for each in shown.document.all("li") if "was added" in text_of(each)]) == 1
    assert shown.links["May break: 1"].endswith("&q=delayed&show=risky")
    assert "No change matches." in alice.get(f"{SHIPMENTS}/compare?q=zebra").main


def test_a_comparison_is_taken_along_with_its_dates(alice: Pages) -> None:
    notes = alice.get(f"{SHIPMENTS}/compare.md").html
    assert notes.startswith("# shipments: 2.1.0 to 2.2.0\n")
    assert "## Changes that may break clients (1)" in notes
    told = json.loads(alice.get(f"{SHIPMENTS}/compare.json").html)
    assert (told["breaking"], told["mayBreak"], told["safe"], told["complete"]) == (0, 1, 3, True)
    assert (told["fromVersion"], told["toVersion"], told["notJudged"]) == ("2.1.0", "2.2.0", 0)
    (risky,) = [each for each in told["changes"] if each["level"] == "may-break"]
    assert (risky["code"], risky["schema"], risky["place"]) == ("value-added", "Shipment", "state")
    shown = alice.get(f"{SHIPMENTS}/compare")
    before, after = (option.split(",")[0] for option in reversed(_options(shown)[:2]))
    lead = f"The version of {before} compared with the version of {after}."
    assert lead in alice.get(f"{SHIPMENTS}/compare.md").html
    told = json.loads(alice.get(f"{SHIPMENTS}/compare.json").html)
    dates = [datetime.fromisoformat(told[name]) for name in ("fromCreatedAt", "toCreatedAt")]
    assert [f"{date.day} {date:%b %Y}" for date in dates] == [before, after]


def test_the_files_list_the_kind_that_was_chosen_or_say_that_there_is_none(alice: Pages) -> None:
    shown = alice.get(f"{ORG}/specs/tracking/compare?show=breaking")
    notes, data = alice.get(shown.links["Markdown"]), alice.get(shown.links["JSON"])
    assert "Only breaking changes are listed." in notes.html
    assert re.findall(r"^## .*", notes.html, re.MULTILINE) == ["## Breaking changes (2)"]
    told = json.loads(data.html)
    assert (told["listed"], {each["level"] for each in told["changes"]}) == ("breaking", {"breaking"})
    assert told["safe"] > 0
    assert data.headers["Content-Disposition"].endswith('tracking_2-breaking.json"')
    assert "No changes of this kind." in alice.get(f"{SHIPMENTS}/compare.md?show=breaking").html
    assert json.loads(alice.get(f"{SHIPMENTS}/compare.json?show=none").html)["listed"] == "all"


def _options(page: Page) -> list[str]:
    return [text_of(each) for each in page.document.all("option")]


@for_each("slug", ["rates", "edi-gateway"])
def test_one_version_is_nothing_to_compare(alice: Pages, slug: str) -> None:
    assert "fewer than two versions" in alice.get(f"{ORG}/specs/{slug}/compare").main


def test_what_is_written_in_a_specification_is_only_text(alice: Pages, service: RunningService) -> None:
    text = (
        '{"openapi": "3.2.0", "info": {"title": "<b>x</b>", "version": "1"}, "paths": {"/<i>": {"get": {}, "<u>": {}}}}'
    )
    body = {"slug": "odd", "source": {"text": text}}
    assert ask(service, ALICE, "POST", "/v1/orgs/org_larkfield/openapi", body).status_code == 201
    service.app.extensions["openapi_reader"].read_next()
    shown = alice.get(f"{ORG}/specs/odd/versions/latest")
    while shown.status == 404:
        shown = alice.get(f"{ORG}/specs/odd/versions/latest?refresh=1")
    assert "<b>x</b> 1" in shown.main
    assert "This page leaves out what is new in 3.2.0." in shown.main
    assert "doesn't show them: /<i> <u>" in shown.main
    assert "<i>" not in shown.html
