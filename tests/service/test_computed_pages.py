"""Pages whose text is made when it is asked for."""

import time

from contract.authoring.content import GET_CONTENT, GET_PAGE, GET_PROPOSED_PAGE, LIST_PAGES
from contract.authoring.openapi_specs import DELETE_SPEC, GET_SPEC, REPLACE_SPEC
from service.openapi.outline import Operation, operations
from tests.loops import for_each
from tests.service.conftest import LARKFIELD
from tests.service.person import Person

API, OPERATIONS = "space_api", "page_api_operations"
SECONDS = 20.0

LANES = """openapi: 3.1.0
info: {title: Lanes, version: 1.0.0}
paths:
  /lanes:
    summary: All of them
    get:
      summary: >-
        List
        lanes
      responses: {}
    parameters: [{name: a, in: query}]
  /lanes/{lane}:
    delete: {}
    put: &put
      summary: Replace a lane
    post: *put
"""
RATES = """{"openapi": "3.0.3", "info": {"title": "Rates", "version": "1"}, "paths": {
    "/rates": {"get": {"summary": "List rates"}, "servers": [], "post": {"summary": 1}, "x-more": {"summary": "x"}}
}}"""


@for_each(
    "text, expected",
    [
        (
            LANES,
            [
                Operation("GET", "/lanes", "List lanes"),
                Operation("DELETE", "/lanes/{lane}", ""),
                Operation("PUT", "/lanes/{lane}", "Replace a lane"),
                Operation("POST", "/lanes/{lane}", ""),
            ],
        ),
        (RATES, [Operation("GET", "/rates", "List rates"), Operation("POST", "/rates", "")]),
        ('{"openapi": "3.1.0", "paths": {}}', []),
        ('{"openapi": "3.1.0", "paths": []}', []),
    ],
)
def test_the_operations_of_a_document_are_found(text: str, expected: list[Operation]) -> None:
    assert operations(text) == expected


def test_a_page_tells_the_operations_of_a_specification(charlie: Person) -> None:
    page = charlie.asks(GET_PAGE, API, OPERATIONS).json
    assert page["computed"]["type"] == "builtin:openapi"
    assert ("computedSeed" in page, "documentId" in page) == (True, False)
    assert "## Book one of the offers\n\n```http\nPOST /shipments/{shipment}/book\n```" in page["markdown"]


def test_it_follows_the_specification(alice: Person) -> None:
    alice.asks(REPLACE_SPEC, LARKFIELD, "shipments", body={"source": {"text": LANES}})
    until = time.monotonic() + SECONDS
    while alice.asks(GET_SPEC, LARKFIELD, "shipments").json["processingState"] != "complete":
        assert time.monotonic() < until
        time.sleep(0.005)
    markdown = alice.asks(GET_PAGE, API, OPERATIONS).json["markdown"]
    assert markdown.startswith("## List lanes\n\n```http\nGET /lanes\n```\n\n## DELETE /lanes/{lane}\n\n")


def test_without_a_specification_it_says_so(alice: Person) -> None:
    alice.asks(DELETE_SPEC, LARKFIELD, "shipments")
    markdown = alice.asks(GET_PAGE, API, OPERATIONS).json["markdown"]
    assert markdown == "There is no version of this specification yet."


@for_each("form", ["markdown", "document"])
def test_what_is_not_to_be_computed_is_left_out(charlie: Person, form: str) -> None:
    whole = charlie.asks(GET_PAGE, API, OPERATIONS, format=form).json
    without = charlie.asks(GET_PAGE, API, OPERATIONS, format=form, computed="false").json
    assert whole.keys() - without.keys() == {form}
    assert charlie.asks(GET_PAGE, API, "page_api_webhooks", format=form, computed="false").json[form]


def test_a_change_request_has_the_page_too(charlie: Person) -> None:
    own = charlie.asks(GET_PAGE, API, OPERATIONS).json
    proposed = charlie.asks(GET_PROPOSED_PAGE, API, "change_api_batch", OPERATIONS).json
    assert (proposed["markdown"], proposed["computedSeed"]) == (own["markdown"], own["computedSeed"])


def test_trees_tell_what_is_computed_and_no_text(charlie: Person) -> None:
    for endpoint in (LIST_PAGES, GET_CONTENT):
        (listed,) = (page for page in charlie.asks(endpoint, API).json["pages"] if page["id"] == OPERATIONS)
        assert listed["computed"]["props"] == {"spec": "shipments"}
        assert "markdown" not in listed
