"""Sites: the listing and its filters, new ones, and the end of one."""

import pytest
from sqlalchemy import func, select

from contract.organization.organizations import GET_ORGANIZATION, SEARCH_ORGANIZATION
from contract.publishing.sites import (
    CREATE_SITE,
    DELETE_SITE,
    GET_SITE,
    LIST_SITES,
    SITE_TYPES,
    VISIBILITIES,
)
from service.storage.database import ServiceDatabase
from service.tables import sites
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, NOW_WRITTEN
from tests.world import RunningService

pytestmark = pytest.mark.postgresql

ALL = ["site_docs", "site_help", "site_handbook", "site_partners", "site_preview", "site_warehouse", "site_incidents"]


def test_sites_come_in_the_order_in_which_they_were_made(alice: ApiUser) -> None:
    made = alice.asks(CREATE_SITE, LARKFIELD, body={"title": "A new one"}).json
    listed = alice.asks(LIST_SITES, LARKFIELD)
    assert listed.ids == [*ALL, made["id"]]
    assert listed.json["count"] == 8
    assert "next" not in listed.json


@for_each(
    "query, found",
    [
        ({"title": "HELP"}, ["site_help"]),
        (
            {"title": "o"},
            ["site_docs", "site_handbook", "site_partners", "site_preview", "site_warehouse", "site_incidents"],
        ),
        ({"title": ""}, ALL),
        ({"title": "%"}, []),
        ({"title": "_"}, []),
        ({"title": "/"}, []),
        ({"published": "false"}, ["site_warehouse", "site_incidents"]),
        ({"published": "true"}, ALL[:5]),
        ({"space": "space_warehouse"}, ["site_docs", "site_handbook", "site_warehouse"]),
        ({"space": "space_unknown"}, []),
        ({"space": "space_warehouse", "published": "true"}, ["site_docs", "site_handbook"]),
        ({"space": "space_warehouse", "published": "true", "title": "doc"}, ["site_docs"]),
    ],
)
def test_filters_narrow_each_other_down(alice: ApiUser, query: dict[str, str], found: list[str]) -> None:
    assert alice.asks(LIST_SITES, LARKFIELD, **query).ids == found


def test_a_site_that_nothing_is_said_of_has_defaults(alice: ApiUser) -> None:
    made = alice.asks(CREATE_SITE, LARKFIELD, body={}).json
    said = {name: value for name, value in made.items() if name not in {"id", "urls"}}
    assert said == {
        "object": "site",
        "type": "basic",
        "title": "Untitled site",
        "visibility": "public",
        "published": False,
        "siteSpaces": 0,
        "createdAt": NOW_WRITTEN,
        "adaptiveContent": {"enabled": False},
        "agentsContext": "included",
        "features": [],
    }
    assert made["urls"].keys() == {"location", "app"}
    assert alice.asks(GET_SITE, LARKFIELD, made["id"]).json == made


@for_each(
    "given",
    [
        *({"type": each} for each in SITE_TYPES),
        *({"visibility": each} for each in VISIBILITIES),
        {"title": "ab"},
        {"title": "x" * 128},
        {"title": "多言語 🚚"},
        {"title": 'quote " backslash \\ \u0001 control'},
    ],
)
def test_what_is_given_is_kept(alice: ApiUser, given: dict[str, str]) -> None:
    made = alice.asks(CREATE_SITE, LARKFIELD, body=given).json
    assert given.items() <= made.items()
    assert alice.asks(GET_SITE, LARKFIELD, made["id"]).json == made


def test_spaces_are_linked(alice: ApiUser) -> None:
    made = alice.asks(CREATE_SITE, LARKFIELD, body={"spaces": ["space_api", "space_guide"]}).json
    assert made["siteSpaces"] == 2
    for space in ("space_api", "space_guide"):
        assert made["id"] in alice.asks(LIST_SITES, LARKFIELD, space=space).ids


@for_each("space", ["space_unknown", "space_clinic", "", "\u0001"])
def test_a_space_that_is_not_there_makes_no_site(alice: ApiUser, space: str) -> None:
    refused = alice.asks(CREATE_SITE, LARKFIELD, body={"spaces": ["space_api", space]})
    assert (refused.status, refused.message) == (404, "spaces: No space of this organization has this id.")
    assert alice.asks(LIST_SITES, LARKFIELD).json["count"] == 7


def test_a_space_is_linked_once(alice: ApiUser) -> None:
    refused = alice.asks(CREATE_SITE, LARKFIELD, body={"spaces": ["space_api", "space_api"]})
    assert (refused.status, refused.message) == (400, "spaces: names a space twice.")


@for_each("spaces, found", [("sample", 1), ("empty", 0)])
def test_a_new_space_is_made(world: RunningService, alice: ApiUser, spaces: str, found: int) -> None:
    world.reset()
    assert alice.asks(SEARCH_ORGANIZATION, LARKFIELD, query="delivery address warehouse").json["count"] == 0
    made = alice.asks(CREATE_SITE, LARKFIELD, body={"title": "Quick start", "spaces": spaces}).json
    assert made["siteSpaces"] == 1
    hits = alice.asks(SEARCH_ORGANIZATION, LARKFIELD, query="delivery address warehouse").json["items"]
    assert [hit["title"] for hit in hits] == ["Quick start"] * found


BELONGINGS = (sites.section, sites.section_group, sites.site_space, sites.share_link, sites.adaptive_schema)


def test_what_belongs_to_it_goes_with_it(alice: ApiUser, database: ServiceDatabase) -> None:
    for site in alice.asks(LIST_SITES, LARKFIELD).ids:
        alice.asks(DELETE_SITE, LARKFIELD, site)
    with database.reading() as connection:
        left = [connection.scalar(select(func.count()).where(table.c.site.like("site_%"))) for table in BELONGINGS]
    assert left == [0, 0, 2, 0, 0]  # the two site spaces of the other organization


def test_the_organization_no_longer_shows_it_first(alice: ApiUser) -> None:
    before = alice.asks(GET_ORGANIZATION, LARKFIELD).json
    alice.asks(DELETE_SITE, LARKFIELD, "site_help")
    assert alice.asks(GET_ORGANIZATION, LARKFIELD).json == before
    alice.asks(DELETE_SITE, LARKFIELD, "site_docs")
    del before["defaultContent"]
    assert alice.asks(GET_ORGANIZATION, LARKFIELD).json == before
