"""Pages of listings: cursors, limits, and walks from one page to the next."""

from typing import Any

import pytest

from contract.organization.organizations import LIST_ORGANIZATIONS, SEARCH_ORGANIZATION
from contract.publishing.section_groups import CREATE_SECTION_GROUP
from contract.publishing.sites import CREATE_SITE, DELETE_SITE, LIST_SITES
from contract.schema.endpoint import Endpoint
from service.grants import grant_token
from service.storage.database import ServiceDatabase
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, ORCHARD
from tests.service.every_endpoint import LISTINGS
from tests.service.every_request import REQUESTS

pytestmark = pytest.mark.postgresql

every_listing = for_each("endpoint", LISTINGS)


@pytest.fixture
def member_of_many(alice: ApiUser, database: ServiceDatabase) -> ApiUser:
    """Alice, who joins some more organizations, and groups sections."""
    for name in ("North", "East", "South"):
        grant_token(database, "alice@larkfield.example", None, name, "read")
        alice.asks(CREATE_SECTION_GROUP, LARKFIELD, "site_docs", body={"title": name})
    return alice


def walk(person: ApiUser, endpoint: Endpoint[Any], limit: int) -> list[Any]:
    request = REQUESTS[endpoint]
    items: list[Any] = []
    page: dict[str, str] = {}
    for _ in range(50):
        said = request.but(limit=limit, **page).asked_by(person).json
        assert said["count"] == len(said["items"]) <= limit
        items += said["items"]
        if "next" not in said:
            return items
        page = {"page": said["next"]["page"]}
    raise AssertionError("The listing does not end")


@every_listing
def test_a_walk_gives_what_one_page_gives(member_of_many: ApiUser, endpoint: Endpoint[Any]) -> None:
    whole = walk(member_of_many, endpoint, 1000)
    assert len(whole) >= 2
    for limit in (1, 2, 3):
        assert walk(member_of_many, endpoint, limit) == whole


LIMITS = ["0", "1001", "-1", "abc", "1.5", "", " 1", "1e2", "9" * 30, "٣"]


@every_listing
def test_a_limit_is_from_1_to_1000(alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    for limit in LIMITS:
        refused = REQUESTS[endpoint].but(limit=limit).asked_by(alice)
        assert (limit, refused.status) == (limit, 400)
        assert refused.message.startswith("limit: ")


CURSORS = ["", "x", "1", "é", "WzFd", "W10", "e30", "bnVsbA", "WyJhIiwxXQ", "A" * 5000, "_-_-", "="]


@every_listing
def test_a_cursor_that_nobody_gave_is_refused(alice: ApiUser, endpoint: Endpoint[Any]) -> None:
    for page in CURSORS:
        refused = REQUESTS[endpoint].but(page=page).asked_by(alice)
        assert (page, refused.status) == (page, 400)
        assert refused.message == "page: is not the page that an answer of this listing gave as next.page."


@every_listing
def test_a_cursor_leads_on_nowhere_else(member_of_many: ApiUser, endpoint: Endpoint[Any]) -> None:
    page = REQUESTS[endpoint].but(limit=1).asked_by(member_of_many).json["next"]["page"]
    for other in LISTINGS:
        if other.name != endpoint.name:
            refused = REQUESTS[other].but(page=page).asked_by(member_of_many)
            assert (other.name, refused.status) == (other.name, 400)


def test_what_comes_and_goes_meanwhile_repeats_nothing_and_hides_nothing(alice: ApiUser) -> None:
    first = alice.asks(LIST_SITES, LARKFIELD, limit=3)
    for gone in (first.ids[0], first.ids[2]):
        alice.asks(DELETE_SITE, LARKFIELD, gone)
    made = alice.asks(CREATE_SITE, LARKFIELD, body={}).json["id"]
    rest = alice.asks(LIST_SITES, LARKFIELD, page=first.json["next"]["page"]).ids
    assert rest == ["site_partners", "site_preview", "site_warehouse", "site_incidents", made]


def test_filters_go_on_to_the_next_page(alice: ApiUser) -> None:
    page = alice.asks(LIST_SITES, LARKFIELD, published="true", limit=4).json["next"]["page"]
    assert alice.asks(LIST_SITES, LARKFIELD, published="true", page=page).ids == ["site_preview"]


def test_a_page_holds_100_unless_the_query_says_otherwise(alice: ApiUser) -> None:
    for _ in range(101 - 7):
        alice.asks(CREATE_SITE, LARKFIELD, body={})
    first = alice.asks(LIST_SITES, LARKFIELD).json
    assert first["count"] == 100
    assert alice.asks(LIST_SITES, LARKFIELD, page=first["next"]["page"]).json["count"] == 1


def test_a_cursor_is_of_one_listing(alice: ApiUser, database: ServiceDatabase) -> None:
    grant_token(database, "alice@larkfield.example", None, ORCHARD, "read")
    page = alice.asks(LIST_SITES, LARKFIELD, limit=1).json["next"]["page"]
    assert alice.asks(LIST_SITES, LARKFIELD, page=page).json["count"] == 6
    assert alice.asks(LIST_SITES, ORCHARD, page=page).status == 400
    assert alice.asks(LIST_ORGANIZATIONS, page=page).status == 400
    assert alice.asks(SEARCH_ORGANIZATION, LARKFIELD, page=page, query="the").status == 400
