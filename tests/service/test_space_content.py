"""What a space shows: its revision, its pages and their texts."""

from typing import Any

from contract.authoring.content import GET_CONTENT, GET_FILE, GET_PAGE, LIST_FILES, LIST_PAGES, SEARCH_SPACE
from contract.schema.endpoint import Endpoint
from service.storage.database import ServiceDatabase
from tests.loops import for_each
from tests.service.conftest import NOW_WRITTEN
from tests.service.content_cases import GUIDE, RATES
from tests.service.person import Person
from tests.service.written_space import WRITTEN, write_space

API = "space_api"


def paths(pages: list[dict[str, Any]]) -> list[Any]:
    return [(page["path"], paths(page["pages"])) if page["pages"] else page.get("path") for page in pages]


def test_the_pages_are_a_tree(charlie: Person) -> None:
    pages = charlie.asks(LIST_PAGES, GUIDE).json["pages"]
    assert paths(pages) == [
        "addresses-and-opening-hours",
        ("rates", [("rates/contract-rates", ["rates/contract-rates/lanes-and-regions"]), "rates/fuel-surcharge"]),
        ("tracking", ["tracking/proof-of-delivery"]),
        "invoices",
        ("help", [None, "help/talk-to-us"]),
    ]


def test_the_revision_has_what_its_parts_have(charlie: Person) -> None:
    revision = charlie.asks(GET_CONTENT, GUIDE).json
    assert revision["id"] == "revision_guide_3"
    assert (revision["parents"][0], revision["type"], revision["reusableContents"]) == ("revision_guide_2", "merge", [])
    assert revision["urls"]["app"].endswith("/o/org_larkfield/s/space_guide/~/revisions/revision_guide_3")
    assert revision["pages"] == charlie.asks(LIST_PAGES, GUIDE).json["pages"]
    assert revision["files"] == charlie.asks(LIST_FILES, GUIDE).json["items"]


def test_a_page_is_what_the_tree_says_with_its_text(charlie: Person) -> None:
    page = charlie.asks(GET_PAGE, GUIDE, RATES).json
    (listed,) = [each for each in charlie.asks(LIST_PAGES, GUIDE).json["pages"] if each["id"] == RATES]
    assert page.pop("markdown").startswith("Every offer is a rate of a carrier")
    assert page == listed
    assert page["urls"]["app"].endswith("/o/org_larkfield/s/space_guide/rates")
    assert page["description"] == "Where a price comes from, and how long it holds."


def test_a_text_is_markdown_unless_a_document_is_asked_for(charlie: Person) -> None:
    page = charlie.asks(GET_PAGE, GUIDE, RATES).json
    assert charlie.asks(GET_PAGE, GUIDE, RATES, format="markdown").json == page
    document = charlie.asks(GET_PAGE, GUIDE, RATES, format="document").json
    assert "markdown" not in document
    kinds = [node["type"] for node in document["document"]["nodes"]]
    assert kinds == ["paragraph", "heading-2", "list-unordered", "heading-2", "list-unordered"]


def test_groups_and_links_have_no_text(charlie: Person) -> None:
    group = charlie.asks(GET_PAGE, GUIDE, "page_guide_help").json
    link, _ = group["pages"]
    assert (group["type"], link["type"]) == ("group", "link")
    assert link["target"] == {"kind": "url", "url": "https://status.larkfield.example"}
    assert not {"markdown", "document"} & (group.keys() | link.keys())
    assert "path" not in charlie.asks(GET_PAGE, GUIDE, link["id"]).json


@for_each("endpoint", [GET_CONTENT, LIST_PAGES, LIST_FILES, GET_PAGE, GET_FILE])
def test_what_git_says_is_left_out_when_it_is_not_wanted(charlie: Person, endpoint: Endpoint[Any]) -> None:
    ids = {GET_PAGE: ["page_api_webhooks"], GET_FILE: ["file_api_webhook-retries"]}.get(endpoint, [])
    usual = charlie.asks(endpoint, API, *ids).json
    assert charlie.asks(endpoint, API, *ids, metadata="true", computed="true").json == usual
    assert "'git'" in str(usual)
    without = charlie.asks(endpoint, API, *ids, metadata="false", computed="false").json
    assert "'git'" not in str(without)


def test_a_search_finds_pages_of_the_space_best_first(charlie: Person, database: ServiceDatabase) -> None:
    write_space(database, {"Moss": "grows", "Lichen": "and moss, moss, moss", "Fern": "Nothing", "Tree": "# Moss\n"})
    found = charlie.asks(SEARCH_SPACE, WRITTEN, query="moss").json["items"]
    assert [(each["id"], each["path"]) for each in found] == [("Moss", "moss"), ("Tree", "tree"), ("Lichen", "lichen")]
    (section,) = found[1]["sections"]
    assert (section["id"], section["title"], section["path"]) == ("moss", "Moss", "tree#moss")
    assert section["urls"]["app"].endswith(f"/s/{WRITTEN}/tree#moss")


@for_each("query", ["", "!?", "autoclave", "moss xyzzy"])
def test_a_search_without_words_of_the_space_finds_nothing(charlie: Person, query: str) -> None:
    assert charlie.asks(SEARCH_SPACE, GUIDE, query=query).json == {"items": [], "count": 0}


def test_the_longest_query_of_a_space_is_answered_and_a_longer_one_is_not(charlie: Person) -> None:
    assert charlie.asks(SEARCH_SPACE, GUIDE, query="é" * 512).status == 200
    assert charlie.asks(SEARCH_SPACE, GUIDE, query="é" * 513).message.startswith("query: ")
    assert charlie.asks(SEARCH_SPACE, GUIDE).message == "query: is required"


def test_an_empty_space_has_no_pages(charlie: Person, database: ServiceDatabase) -> None:
    write_space(database, {})
    revision = charlie.asks(GET_CONTENT, WRITTEN).json
    assert (revision["pages"], revision["files"], revision["createdAt"]) == ([], [], NOW_WRITTEN)
