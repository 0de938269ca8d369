"""The content of a change request, beside what the space shows."""

from contract.authoring.content import (
    GET_FILE,
    GET_PAGE,
    GET_PROPOSED_CONTENT,
    GET_PROPOSED_FILE,
    GET_PROPOSED_PAGE,
    LIST_FILES,
    LIST_PROPOSED_FILE_BACKLINKS,
    LIST_PROPOSED_FILES,
    LIST_PROPOSED_PAGE_LINKS,
    LIST_PROPOSED_PAGES,
)
from tests.service.content_cases import CUSTOMS, GUIDE, RATES, STATES
from tests.service.person import Person

ADDED = "page_guide_rates_customs"


def test_it_has_what_it_adds_and_the_space_has_not(charlie: Person) -> None:
    page = charlie.asks(GET_PROPOSED_PAGE, GUIDE, CUSTOMS, ADDED).json
    assert page["markdown"].startswith("Goods that leave or enter the customs union")
    assert page["urls"]["app"].endswith("/o/org_larkfield/s/space_guide/~/changes/2/rates/customs")
    assert charlie.asks(GET_PAGE, GUIDE, ADDED).status == 404
    document = charlie.asks(GET_PROPOSED_PAGE, GUIDE, "2", ADDED, format="document").json["document"]
    assert document["nodes"][1] == {
        "object": "block",
        "type": "heading-2",
        "data": {},
        "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "What we need from you", "marks": []}]}],
        "key": "what-we-need-from-you",
    }


def test_what_it_leaves_alone_is_the_spaces(charlie: Person) -> None:
    own, shown = charlie.asks(GET_PROPOSED_PAGE, GUIDE, CUSTOMS, RATES).json, charlie.asks(GET_PAGE, GUIDE, RATES).json
    assert (own["markdown"], own["documentId"]) == (shown["markdown"], shown["documentId"])
    assert charlie.asks(LIST_PROPOSED_FILES, GUIDE, CUSTOMS).json == charlie.asks(LIST_FILES, GUIDE).json
    file = charlie.asks(GET_PROPOSED_FILE, GUIDE, CUSTOMS, STATES).json
    assert file == charlie.asks(GET_FILE, GUIDE, STATES).json


def test_the_revision_has_what_its_parts_have(charlie: Person) -> None:
    revision = charlie.asks(GET_PROPOSED_CONTENT, GUIDE, CUSTOMS).json
    assert revision["pages"] == charlie.asks(LIST_PROPOSED_PAGES, GUIDE, CUSTOMS).json["pages"]
    assert revision["files"] == charlie.asks(LIST_PROPOSED_FILES, GUIDE, CUSTOMS).json["items"]
    assert [page["id"] for page in revision["pages"][1]["pages"]][-1] == ADDED


def test_what_git_says_can_be_left_out(charlie: Person) -> None:
    for endpoint, *ids in ((GET_PROPOSED_CONTENT,), (LIST_PROPOSED_PAGES,), (LIST_PROPOSED_FILES,)):
        usual = charlie.asks(endpoint, "space_api", "1", *ids).json
        assert "'git'" in str(usual)
        assert "'git'" not in str(charlie.asks(endpoint, "space_api", "1", *ids, metadata="false").json)


def test_a_page_that_was_changed_is_in_no_repository_yet(charlie: Person) -> None:
    errors = charlie.asks(GET_PROPOSED_PAGE, "space_api", "1", "page_api_shipments_errors").json
    assert "git" not in errors
    assert "git" in charlie.asks(GET_PROPOSED_PAGE, "space_api", "1", "page_api_webhooks").json
    assert "git" not in charlie.asks(GET_PROPOSED_CONTENT, "space_api", "1").json


def test_references_tell_the_change_request(charlie: Person) -> None:
    for place in charlie.asks(LIST_PROPOSED_FILE_BACKLINKS, GUIDE, CUSTOMS, STATES).json["items"]:
        assert place["versionContext"] == {"type": "changeRequest", "changeRequest": CUSTOMS}
        assert "/~/changes/2/" in place["page"]["urls"]["app"]


def test_figures_tell_what_it_would_break_and_mend(charlie: Person) -> None:
    page = "page_guide_rates_fuel-surcharge"
    broken = charlie.asks(LIST_PROPOSED_PAGE_LINKS, GUIDE, "6", page).json["stats"]
    assert broken == {"total": 2, "broken": {"total": 1, "changeRequest": 1}}
    inherited = charlie.asks(LIST_PROPOSED_PAGE_LINKS, GUIDE, "6", RATES).json["stats"]
    assert inherited == {"total": 2, "broken": {"total": 1, "changeRequest": 0}}
    mended = charlie.asks(LIST_PROPOSED_PAGE_LINKS, GUIDE, CUSTOMS, RATES).json["stats"]
    assert mended == {"total": 2, "broken": {"total": 0, "changeRequest": 0}}
