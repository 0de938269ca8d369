"""Merging change requests, and taking in what the space shows meanwhile."""

from typing import Any

from contract.authoring import content
from contract.authoring.change_requests import (
    GET_CHANGE_REQUEST,
    LIST_CONTRIBUTORS,
    MERGE_CHANGE_REQUEST,
    PULL_INTO_CHANGE_REQUEST,
)
from contract.organization.organizations import SEARCH_ORGANIZATION
from contract.schema.endpoint import Endpoint
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, NOW_WRITTEN
from tests.service.content_cases import CUSTOMS, GUIDE, RATES

DUE = "change_guide_due"
"""Changes a line that the space has changed since."""


def test_a_merge_is_what_the_space_shows_from_then_on(alice: ApiUser) -> None:
    proposed = alice.asks(GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json["revision"]
    result = alice.asks(MERGE_CHANGE_REQUEST, GUIDE, CUSTOMS).json
    revision = alice.asks(content.GET_CONTENT, GUIDE).json
    assert result == {"revision": revision["id"], "result": "merge"}
    assert (revision["type"], revision["parents"]) == ("merge", ["revision_guide_3", proposed])
    assert revision["createdAt"] == NOW_WRITTEN
    merged = alice.asks(GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json
    assert revision["mergedFrom"] == merged
    assert (merged["status"], merged["revisionMerged"], merged["outdated"]) == ("merged", result["revision"], False)
    assert alice.asks(content.GET_PAGE, GUIDE, "page_guide_rates_customs").json["path"] == "rates/customs"
    assert "within thirty days" in alice.asks(content.GET_PAGE, GUIDE, "page_guide_invoices").json["markdown"]


def test_search_and_links_follow_a_merge(alice: ApiUser) -> None:
    assert alice.asks(content.SEARCH_SPACE, GUIDE, query="tariff").ids == []
    alice.asks(MERGE_CHANGE_REQUEST, GUIDE, CUSTOMS)
    assert alice.asks(content.SEARCH_SPACE, GUIDE, query="tariff").ids == ["page_guide_rates_customs"]
    assert alice.asks(SEARCH_ORGANIZATION, LARKFIELD, query="tariff").ids == [GUIDE]
    assert alice.asks(content.SEARCH_SPACE, GUIDE, query="surcharge diesel").ids == ["page_guide_rates_fuel-surcharge"]
    assert alice.asks(content.LIST_PAGE_LINKS, GUIDE, RATES).json["stats"] == {"total": 2, "broken": {"total": 0}}


def test_an_update_takes_in_what_the_space_shows(bob: ApiUser) -> None:
    before = bob.asks(GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json
    assert before["outdated"] is True
    result = bob.asks(PULL_INTO_CHANGE_REQUEST, GUIDE, CUSTOMS).json
    after = bob.asks(GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json
    assert result == {"revision": after["revision"], "result": "update"}
    changed = {"outdated": False, "revisionMergedAncestor": "revision_guide_3", "updatedAt": NOW_WRITTEN}
    assert after == before | changed | {"revision": result["revision"]}
    revision = bob.asks(content.GET_PROPOSED_CONTENT, GUIDE, CUSTOMS).json
    assert (revision["type"], revision["parents"]) == ("update", [before["revision"], "revision_guide_3"])
    taken = bob.asks(content.GET_PROPOSED_PAGE, GUIDE, CUSTOMS, "page_guide_invoices").json
    assert "within thirty days" in taken["markdown"]
    counts = [each["count"] for each in bob.asks(LIST_CONTRIBUTORS, GUIDE, CUSTOMS).json["items"]]
    assert counts == [3, 1]
    assert bob.asks(PULL_INTO_CHANGE_REQUEST, GUIDE, CUSTOMS).json == result
    assert bob.asks(GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json == after


@for_each("endpoint", [MERGE_CHANGE_REQUEST, PULL_INTO_CHANGE_REQUEST])
def test_what_both_have_changed_is_left_to_people(alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    before = alice.asks(GET_CHANGE_REQUEST, GUIDE, DUE).json
    refused = alice.asks(endpoint, GUIDE, DUE)
    assert refused.status == 409
    assert refused.message == (
        "The space and this change request have both changed the same part of “Invoices”. Nothing was changed."
    )
    assert alice.asks(GET_CHANGE_REQUEST, GUIDE, DUE).json == before
    assert alice.asks(content.GET_CONTENT, GUIDE).json["id"] == "revision_guide_3"


@for_each("endpoint", [MERGE_CHANGE_REQUEST, PULL_INTO_CHANGE_REQUEST])
@for_each("number, state", [("1", "merged"), ("5", "archived")])
def test_what_is_closed_is_neither_merged_nor_updated(
    alice: ApiUser, endpoint: Endpoint[Any], number: str, state: str
) -> None:
    refused = alice.asks(endpoint, GUIDE, number)
    assert (refused.status, refused.message) == (409, f"This change request is {state}; nothing was changed.")
