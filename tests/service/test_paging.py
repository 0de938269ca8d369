"""Pages of listings: cursors, limits, and walks from one page to the next."""

from typing import Any

import pytest

from contract.custom_fields import LIST_CUSTOM_FIELDS
from contract.endpoint import Endpoint
from contract.organizations import LIST_ORGANIZATIONS, SEARCH_ORGANIZATION
from contract.section_groups import CREATE_SECTION_GROUP, LIST_SECTION_GROUPS
from contract.share_links import LIST_SHARE_LINKS
from contract.site_spaces import LIST_SITE_SPACES
from contract.sites import CREATE_SITE, DELETE_SITE, LIST_SITES
from service.access import grant
from service.database import Database
from service.endpoints import GROUPS
from tests.service.conftest import LARKFIELD, ORCHARD
from tests.service.person import Person

Listed = tuple[Endpoint[Any], tuple[str, ...], dict[str, str]]

ORGANIZATIONS: Listed = (LIST_ORGANIZATIONS, (), {})
SITES: Listed = (LIST_SITES, (LARKFIELD,), {})
FOUND: Listed = (SEARCH_ORGANIZATION, (LARKFIELD,), {"query": "the"})
SECTION_GROUPS: Listed = (LIST_SECTION_GROUPS, (LARKFIELD, "site_docs"), {})
SITE_SPACES: Listed = (LIST_SITE_SPACES, (LARKFIELD, "site_docs"), {})
SHARE_LINKS: Listed = (LIST_SHARE_LINKS, (LARKFIELD, "site_partners"), {})
CUSTOM_FIELDS: Listed = (LIST_CUSTOM_FIELDS, (LARKFIELD,), {})
LISTINGS = [ORGANIZATIONS, SITES, FOUND, SECTION_GROUPS, SITE_SPACES, SHARE_LINKS, CUSTOM_FIELDS]


@pytest.fixture
def member_of_many(alice: Person, database: Database) -> Person:
    """Alice, who joins some more organizations, and groups sections."""
    for name in ("North", "East", "South"):
        grant(database, "alice@larkfield.example", None, name, "read")
        alice.asks(CREATE_SECTION_GROUP, LARKFIELD, "site_docs", body={"title": name})
    return alice


def walk(person: Person, listed: Listed, limit: int) -> list[Any]:
    endpoint, ids, query = listed
    items: list[Any] = []
    page: dict[str, str] = {}
    for _ in range(50):
        said = person.asks(endpoint, *ids, limit=limit, **query, **page).json
        assert said["count"] == len(said["items"]) <= limit
        items += said["items"]
        if "next" not in said:
            return items
        page = {"page": said["next"]["page"]}
    raise AssertionError("The listing does not end")


def test_every_listing_of_these_groups_is_walked_here() -> None:
    served = {endpoint for group in GROUPS for endpoint in group.endpoints if endpoint.listing}
    walked = {endpoint for endpoint, *_ in LISTINGS}
    groups = {endpoint.group for endpoint in walked}
    assert walked == {endpoint for endpoint in served if endpoint.group in groups}


@pytest.mark.parametrize("listed", LISTINGS)
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_walk_gives_what_one_page_gives(member_of_many: Person, listed: Listed, limit: int) -> None:
    whole = walk(member_of_many, listed, 1000)
    assert len(whole) >= 4
    assert walk(member_of_many, listed, limit) == whole


@pytest.mark.parametrize("listed", LISTINGS)
@pytest.mark.parametrize("limit", ["0", "1001", "-1", "abc", "1.5", "", " 1", "1e2", "9" * 30, "٣"])
def test_a_limit_is_from_1_to_1000(alice: Person, listed: Listed, limit: str) -> None:
    endpoint, ids, query = listed
    refused = alice.asks(endpoint, *ids, limit=limit, **query)
    assert refused.status == 400
    assert refused.message.startswith("limit: ")


@pytest.mark.parametrize("listed", LISTINGS)
@pytest.mark.parametrize(
    "page", ["", "x", "1", "é", "WzFd", "W10", "e30", "bnVsbA", "WyJhIiwxXQ", "A" * 5000, "_-_-", "="]
)
def test_a_cursor_that_nobody_gave_is_refused(alice: Person, listed: Listed, page: str) -> None:
    endpoint, ids, query = listed
    refused = alice.asks(endpoint, *ids, page=page, **query)
    assert refused.status == 400
    assert refused.message == "page: is not the page that an answer of this listing gave as next.page."


def test_a_cursor_is_of_one_listing(alice: Person, database: Database) -> None:
    grant(database, "alice@larkfield.example", None, ORCHARD, "read")
    page = alice.asks(LIST_SITES, LARKFIELD, limit=1).json["next"]["page"]
    assert alice.asks(LIST_SITES, LARKFIELD, page=page).json["count"] == 6
    assert alice.asks(LIST_SITES, ORCHARD, page=page).status == 400
    assert alice.asks(LIST_ORGANIZATIONS, page=page).status == 400
    assert alice.asks(SEARCH_ORGANIZATION, LARKFIELD, page=page, query="the").status == 400


def test_what_comes_and_goes_meanwhile_repeats_nothing_and_hides_nothing(alice: Person) -> None:
    first = alice.asks(LIST_SITES, LARKFIELD, limit=3)
    for gone in (first.ids[0], first.ids[2]):
        alice.asks(DELETE_SITE, LARKFIELD, gone)
    made = alice.asks(CREATE_SITE, LARKFIELD, body={}).json["id"]
    rest = alice.asks(LIST_SITES, LARKFIELD, page=first.json["next"]["page"]).ids
    assert rest == ["site_partners", "site_preview", "site_warehouse", "site_incidents", made]


def test_filters_go_on_to_the_next_page(alice: Person) -> None:
    page = alice.asks(LIST_SITES, LARKFIELD, published="true", limit=4).json["next"]["page"]
    assert alice.asks(LIST_SITES, LARKFIELD, published="true", page=page).ids == ["site_preview"]


def test_a_page_holds_100_unless_the_query_says_otherwise(alice: Person) -> None:
    for _ in range(101 - 7):
        alice.asks(CREATE_SITE, LARKFIELD, body={})
    first = alice.asks(LIST_SITES, LARKFIELD).json
    assert first["count"] == 100
    assert alice.asks(LIST_SITES, LARKFIELD, page=first["next"]["page"]).json["count"] == 1
