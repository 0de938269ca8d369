"""A larger demo world: as many sites and spaces as asked for, each as whole as those of the small one."""

from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select

from contract.authoring.change_requests import LIST_CHANGE_REQUESTS
from contract.authoring.content import GET_CONTENT, LIST_PAGE_LINKS, LIST_PAGES
from contract.organization.organizations import GET_ORGANIZATION, SEARCH_ORGANIZATION
from contract.publishing.share_links import LIST_SHARE_LINKS
from contract.publishing.site_spaces import LIST_SITE_SPACES
from contract.publishing.sites import CREATE_SITE, DELETE_SITE, GET_PUBLISHED, LIST_SITES
from service.app import create_service
from service.demo.growth import build_numbers, grow_demo
from service.settings import ServiceSettings
from service.storage.database import ServiceDatabase, database_url
from service.tables.content import space
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD
from tests.world import ALICE

pytestmark = pytest.mark.postgresql

SIZE = 12
"""Sites, five of them depots."""


def test_each_copy_is_whole(empty_database: str) -> None:
    app = create_service(ServiceSettings(database_url(empty_database), demo=True, demo_size=SIZE))
    database: ServiceDatabase = app.extensions["runtime"].database
    admin = ApiUser(app, ALICE)
    with closing(database):
        depots = [f"site_depot_{number:06}" for number in range(1, 6)]
        assert admin.asks(LIST_SITES, LARKFIELD, limit=1000).ids[7:] == depots
        with database.reading() as connection:
            assert connection.scalar(select(func.count()).where(space.c.organization == LARKFIELD)) == SIZE
        assert admin.asks(LIST_SITE_SPACES, LARKFIELD, "site_depot_000003").ids == ["sitespace_depot_000003"]
        (link,) = admin.asks(LIST_SHARE_LINKS, LARKFIELD, "site_depot_000003").json["items"]
        assert link["urls"]["published"].endswith("/depot-000003/depot-000003")
        (shown,) = admin.asks(GET_PUBLISHED, LARKFIELD, "site_depot_000003").json["structure"]["structure"]
        assert (shown["title"], shown["space"]["id"]) == ("Depot 000003", "space_depot_000003")
        assert admin.asks(GET_CONTENT, "space_depot_000005").json["id"] == "revision_depot_000005"
        pages = admin.asks(LIST_PAGES, "space_depot_000005").json["pages"]
        chapters = ("arriving", "loading", "emergencies")
        assert [page["path"] for page in pages] == [f"{chapter}-at-depot-000005" for chapter in chapters]
        (link,) = admin.asks(LIST_PAGE_LINKS, "space_depot_000005", "page_depot_000005_arriving").json["items"]
        assert (link["status"], link["targetReference"]["page"]["id"]) == ("ok", "page_depot_000005_loading")
        (found,) = admin.asks(SEARCH_ORGANIZATION, LARKFIELD, query="weighbridge 000002").json["items"]
        assert (found["id"], found["pages"][0]["path"]) == ("space_depot_000002", "emergencies-at-depot-000002")


@pytest.mark.exhaustive
def test_a_size_that_is_there_already_adds_nothing(empty_database: str) -> None:
    app = create_service(ServiceSettings(database_url(empty_database), demo=True, demo_size=7))
    with closing(app.extensions["runtime"].database):
        assert len(ApiUser(app, ALICE).asks(LIST_SITES, LARKFIELD).ids) == 7


def test_the_demo_world_ends_yesterday(empty_database: str) -> None:
    """Its comments and change requests are recent whenever it is made, at the hours of its data files."""
    now = datetime(2031, 3, 1, 9, 30, tzinfo=UTC)
    app = create_service(ServiceSettings(database_url(empty_database), demo=True, clock=lambda: now))
    with closing(app.extensions["runtime"].database):
        admin = ApiUser(app, ALICE)
        requests = admin.asks(LIST_CHANGE_REQUESTS, "space_guide").json["items"]
        assert max(each["createdAt"] for each in requests) == "2031-01-27T11:45:00.000Z"
        assert admin.asks(GET_ORGANIZATION, LARKFIELD).json["createdAt"] == "2028-06-19T08:30:00.000Z"


def test_a_large_world_grows_in_parts(empty_database: str) -> None:
    """More than one part holds, of which three have pages."""
    app = create_service(ServiceSettings(database_url(empty_database), demo=True))
    database: ServiceDatabase = app.extensions["runtime"].database
    admin, told = ApiUser(app, ALICE), list[str]()
    with closing(database):
        with database.writing() as connection:
            grow_demo(connection, 7 + 1_500, told.append, with_pages=3)
        assert told == ["1,500 of 1,500 depots of the demo world are written"]
        assert admin.asks(LIST_SITES, LARKFIELD, title="depot 0015").ids == ["site_depot_001500"]
        (shown,) = admin.asks(GET_PUBLISHED, LARKFIELD, "site_depot_001500").json["structure"]["structure"]
        assert shown["space"]["id"] == "space_depot_001500"
        trees = [admin.asks(LIST_PAGES, f"space_depot_00000{number}").json["pages"] for number in (1, 3, 4)]
        assert [len(pages) for pages in trees] == [3, 3, 0]
        found = admin.asks(SEARCH_ORGANIZATION, LARKFIELD, query="weighbridge").ids
        assert found == [f"space_depot_00000{number}" for number in (1, 2, 3)]
        made = admin.asks(CREATE_SITE, LARKFIELD, body={"spaces": "sample"}).json
        assert made["siteSpaces"] == 1, "numbers go on after those of the depots"
        assert admin.asks(DELETE_SITE, LARKFIELD, made["id"]).status == 205


@for_each("number, written", [(999_999, "999999"), (1_000_000, "1000000"), (1_000_001, "1000001")])
def test_numbers_of_seven_digits_are_written_whole(empty_database: str, number: int, written: str) -> None:
    with closing(ServiceDatabase(database_url(empty_database))) as database, database.reading() as connection:
        numbers = build_numbers(number, number)
        assert connection.execute(select(numbers.c.number, numbers.c.written)).all() == [(number, written)]
