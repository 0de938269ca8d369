"""What a space and a change request show: their revisions, pages and texts."""

import time
from typing import Any

import pytest

from contract.authoring import content
from contract.authoring.openapi_specs import DELETE_SPEC, GET_SPEC, REPLACE_SPEC
from contract.schema.endpoint import Endpoint
from service.openapi.outline import SpecOperation, list_operations
from service.storage.database import ServiceDatabase
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, NOW_WRITTEN
from tests.service.content_cases import CUSTOMS, GUIDE, RATES, STATES
from tests.service.space_builder import WRITTEN, write_space

API = "space_api"


def paths(pages: list[dict[str, Any]]) -> list[Any]:
    return [(page["path"], paths(page["pages"])) if page["pages"] else page.get("path") for page in pages]


def test_a_revision_is_a_tree_of_pages(charlie: ApiUser) -> None:
    pages = charlie.asks(content.LIST_PAGES, GUIDE).json["pages"]
    assert paths(pages) == [
        "addresses-and-opening-hours",
        ("rates", [("rates/contract-rates", ["rates/contract-rates/lanes-and-regions"]), "rates/fuel-surcharge"]),
        ("tracking", ["tracking/proof-of-delivery"]),
        "invoices",
        ("help", [None, "help/talk-to-us"]),
    ]

    revision = charlie.asks(content.GET_CONTENT, GUIDE).json
    assert revision["id"] == "revision_guide_3"
    assert (revision["parents"][0], revision["type"], revision["reusableContents"]) == ("revision_guide_2", "merge", [])
    assert revision["urls"]["app"].endswith("/o/org_larkfield/s/space_guide/~/revisions/revision_guide_3")
    assert revision["pages"] == charlie.asks(content.LIST_PAGES, GUIDE).json["pages"]
    assert revision["files"] == charlie.asks(content.LIST_FILES, GUIDE).json["items"]

    page = charlie.asks(content.GET_PAGE, GUIDE, RATES).json
    (listed,) = [each for each in charlie.asks(content.LIST_PAGES, GUIDE).json["pages"] if each["id"] == RATES]
    assert page.pop("markdown").startswith("Every offer is a rate of a carrier")
    assert page == listed
    assert page["urls"]["app"].endswith("/o/org_larkfield/s/space_guide/rates")
    assert page["description"] == "Where a price comes from, and how long it holds."


def test_a_page_has_a_text_in_the_form_that_is_asked_for_or_none(charlie: ApiUser) -> None:
    page = charlie.asks(content.GET_PAGE, GUIDE, RATES).json
    assert charlie.asks(content.GET_PAGE, GUIDE, RATES, format="markdown").json == page
    document = charlie.asks(content.GET_PAGE, GUIDE, RATES, format="document").json
    assert "markdown" not in document
    kinds = [node["type"] for node in document["document"]["nodes"]]
    assert kinds == ["paragraph", "heading-2", "list-unordered", "heading-2", "list-unordered"]

    group = charlie.asks(content.GET_PAGE, GUIDE, "page_guide_help").json
    link, _ = group["pages"]
    assert (group["type"], link["type"]) == ("group", "link")
    assert link["target"] == {"kind": "url", "url": "https://status.larkfield.example"}
    assert not {"markdown", "document"} & (group.keys() | link.keys())
    assert "path" not in charlie.asks(content.GET_PAGE, GUIDE, link["id"]).json


PROPOSED = [content.GET_PROPOSED_CONTENT, content.LIST_PROPOSED_PAGES, content.LIST_PROPOSED_FILES]


@for_each(
    "endpoint",
    [content.GET_CONTENT, content.LIST_PAGES, content.LIST_FILES, content.GET_PAGE, content.GET_FILE, *PROPOSED],
)
def test_what_git_says_is_left_out_when_it_is_not_wanted(charlie: ApiUser, endpoint: Endpoint[Any]) -> None:
    of_the_space = {content.GET_PAGE: ["page_api_webhooks"], content.GET_FILE: ["file_api_webhook-retries"]}
    ids = ["1"] if endpoint in PROPOSED else of_the_space.get(endpoint, [])
    usual = charlie.asks(endpoint, API, *ids).json
    assert charlie.asks(endpoint, API, *ids, metadata="true", computed="true").json == usual
    assert "'git'" in str(usual)
    without = charlie.asks(endpoint, API, *ids, metadata="false", computed="false").json
    assert "'git'" not in str(without)


@pytest.mark.postgresql
def test_a_search_finds_pages_of_the_space_best_first(charlie: ApiUser, database: ServiceDatabase) -> None:
    write_space(database, {"Moss": "grows", "Lichen": "and moss, moss, moss", "Fern": "Nothing", "Tree": "# Moss\n"})
    found = charlie.asks(content.SEARCH_SPACE, WRITTEN, query="moss").json["items"]
    assert [(each["id"], each["path"]) for each in found] == [("Moss", "moss"), ("Tree", "tree"), ("Lichen", "lichen")]
    (section,) = found[1]["sections"]
    assert (section["id"], section["title"], section["path"]) == ("moss", "Moss", "tree#moss")
    assert section["urls"]["app"].endswith(f"/s/{WRITTEN}/tree#moss")


def test_an_empty_space_has_no_pages(charlie: ApiUser, database: ServiceDatabase) -> None:
    write_space(database, {})
    revision = charlie.asks(content.GET_CONTENT, WRITTEN).json
    assert (revision["pages"], revision["files"], revision["createdAt"]) == ([], [], NOW_WRITTEN)


ADDED = "page_guide_rates_customs"


def test_a_change_request_has_what_it_changes(charlie: ApiUser) -> None:
    page = charlie.asks(content.GET_PROPOSED_PAGE, GUIDE, CUSTOMS, ADDED).json
    assert page["markdown"].startswith("Goods that leave or enter the customs union")
    assert page["urls"]["app"].endswith("/o/org_larkfield/s/space_guide/~/changes/2/rates/customs")
    assert charlie.asks(content.GET_PAGE, GUIDE, ADDED).status == 404
    document = charlie.asks(content.GET_PROPOSED_PAGE, GUIDE, "2", ADDED, format="document").json["document"]
    assert document["nodes"][1] == {
        "object": "block",
        "type": "heading-2",
        "data": {},
        "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "What we need from you", "marks": []}]}],
        "key": "what-we-need-from-you",
    }

    errors = charlie.asks(content.GET_PROPOSED_PAGE, "space_api", "1", "page_api_shipments_errors").json
    assert "git" not in errors
    assert "git" in charlie.asks(content.GET_PROPOSED_PAGE, "space_api", "1", "page_api_webhooks").json
    assert "git" not in charlie.asks(content.GET_PROPOSED_CONTENT, "space_api", "1").json

    for place in charlie.asks(content.LIST_PROPOSED_FILE_BACKLINKS, GUIDE, CUSTOMS, STATES).json["items"]:
        assert place["versionContext"] == {"type": "changeRequest", "changeRequest": CUSTOMS}
        assert "/~/changes/2/" in place["page"]["urls"]["app"]


def test_figures_tell_what_it_would_break_and_mend(charlie: ApiUser) -> None:
    page = "page_guide_rates_fuel-surcharge"
    broken = charlie.asks(content.LIST_PROPOSED_PAGE_LINKS, GUIDE, "6", page).json["stats"]
    assert broken == {"total": 2, "broken": {"total": 1, "changeRequest": 1}}
    inherited = charlie.asks(content.LIST_PROPOSED_PAGE_LINKS, GUIDE, "6", RATES).json["stats"]
    assert inherited == {"total": 2, "broken": {"total": 1, "changeRequest": 0}}
    mended = charlie.asks(content.LIST_PROPOSED_PAGE_LINKS, GUIDE, CUSTOMS, RATES).json["stats"]
    assert mended == {"total": 2, "broken": {"total": 0, "changeRequest": 0}}


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
RATE_SPEC = """{"openapi": "3.0.3", "info": {"title": "Rates", "version": "1"}, "paths": {
    "/rates": {"get": {"summary": "List rates"}, "servers": [], "post": {"summary": 1}, "x-more": {"summary": "x"}}
}}"""


@for_each(
    "text, expected",
    [
        (
            LANES,
            [
                SpecOperation("GET", "/lanes", "List lanes"),
                SpecOperation("DELETE", "/lanes/{lane}", ""),
                SpecOperation("PUT", "/lanes/{lane}", "Replace a lane"),
                SpecOperation("POST", "/lanes/{lane}", ""),
            ],
        ),
        (RATE_SPEC, [SpecOperation("GET", "/rates", "List rates"), SpecOperation("POST", "/rates", "")]),
        ('{"openapi": "3.1.0", "paths": {}}', []),
        ('{"openapi": "3.1.0", "paths": []}', []),
    ],
)
def test_the_operations_of_a_document_are_found(text: str, expected: list[SpecOperation]) -> None:
    assert list_operations(text) == expected


def test_a_page_tells_the_operations_of_a_specification(charlie: ApiUser) -> None:
    page = charlie.asks(content.GET_PAGE, API, OPERATIONS).json
    assert page["computed"]["type"] == "builtin:openapi"
    assert ("computedSeed" in page, "documentId" in page) == (True, False)
    assert "## Book one of the offers\n\n```http\nPOST /shipments/{shipment}/book\n```" in page["markdown"]


def test_it_follows_the_specification(alice: ApiUser) -> None:
    alice.asks(REPLACE_SPEC, LARKFIELD, "shipments", body={"source": {"text": LANES}})
    until = time.monotonic() + SECONDS
    while alice.asks(GET_SPEC, LARKFIELD, "shipments").json["processingState"] != "complete":
        assert time.monotonic() < until
        time.sleep(0.005)
    markdown = alice.asks(content.GET_PAGE, API, OPERATIONS).json["markdown"]
    assert markdown.startswith("## List lanes\n\n```http\nGET /lanes\n```\n\n## DELETE /lanes/{lane}\n\n")


def test_without_a_specification_it_says_so(alice: ApiUser) -> None:
    alice.asks(DELETE_SPEC, LARKFIELD, "shipments")
    markdown = alice.asks(content.GET_PAGE, API, OPERATIONS).json["markdown"]
    assert markdown == "There is no version of this specification yet."


@for_each("form", ["markdown", "document"])
def test_what_is_not_to_be_computed_is_left_out(charlie: ApiUser, form: str) -> None:
    whole = charlie.asks(content.GET_PAGE, API, OPERATIONS, format=form).json
    without = charlie.asks(content.GET_PAGE, API, OPERATIONS, format=form, computed="false").json
    assert whole.keys() - without.keys() == {form}
    assert charlie.asks(content.GET_PAGE, API, "page_api_webhooks", format=form, computed="false").json[form]
