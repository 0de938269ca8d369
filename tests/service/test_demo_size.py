"""A larger demo world: as many sites and spaces as asked for, each as whole as those of the small one."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask
from sqlalchemy import func, select

from contract.authoring.content import GET_CONTENT, LIST_PAGE_LINKS, LIST_PAGES
from contract.organization.organizations import SEARCH_ORGANIZATION
from contract.publishing.share_links import LIST_SHARE_LINKS
from contract.publishing.site_spaces import LIST_SITE_SPACES
from contract.publishing.sites import CREATE_SITE, DELETE_SITE, GET_PUBLISHED, LIST_SITES
from service.app import create_service
from service.demo.growth import grow, numbered
from service.settings import ServiceSettings
from service.storage.database import ServiceDatabase, database_url
from service.tables.content import space
from tests.databases import Databases
from tests.loops import for_each
from tests.service.conftest import LARKFIELD
from tests.service.person import Person
from tests.world import ALICE

pytestmark = pytest.mark.postgresql

SIZE = 12
"""Sites, five of them depots."""


@pytest.fixture(scope="module")
def grown(databases: Databases) -> Iterator[Flask]:
    with databases.empty() as address:
        app = create_service(ServiceSettings(database_url(address), demo=True, demo_size=SIZE))
        yield app
        app.extensions["runtime"].database.close()


@pytest.fixture
def admin(grown: Flask) -> Person:
    return Person(grown, ALICE)


def test_there_are_as_many_sites_as_asked_for(admin: Person) -> None:
    depots = [f"site_depot_{number:06}" for number in range(1, 6)]
    assert admin.asks(LIST_SITES, LARKFIELD, limit=1000).ids[7:] == depots
    assert admin.asks(LIST_SITES, LARKFIELD, title="depot 000004").ids == ["site_depot_000004"]


def test_there_are_as_many_spaces_as_asked_for(grown: Flask) -> None:
    with grown.extensions["runtime"].database.reading() as connection:
        assert connection.scalar(select(func.count()).where(space.c.organization == LARKFIELD)) == SIZE


def test_a_copy_is_whole(admin: Person) -> None:
    assert admin.asks(LIST_SITE_SPACES, LARKFIELD, "site_depot_000003").ids == ["sitespace_depot_000003"]
    (link,) = admin.asks(LIST_SHARE_LINKS, LARKFIELD, "site_depot_000003").json["items"]
    assert link["urls"]["published"].endswith("/depot-000003/depot-000003")
    (shown,) = admin.asks(GET_PUBLISHED, LARKFIELD, "site_depot_000003").json["structure"]["structure"]
    assert (shown["title"], shown["space"]["id"]) == ("Depot 000003", "space_depot_000003")


def test_the_space_of_a_copy_has_its_own_pages(admin: Person) -> None:
    assert admin.asks(GET_CONTENT, "space_depot_000005").json["id"] == "revision_depot_000005"
    pages = admin.asks(LIST_PAGES, "space_depot_000005").json["pages"]
    assert [page["path"] for page in pages] == [
        "arriving-at-depot-000005",
        "loading-at-depot-000005",
        "emergencies-at-depot-000005",
    ]
    (link,) = admin.asks(LIST_PAGE_LINKS, "space_depot_000005", "page_depot_000005_arriving").json["items"]
    assert (link["status"], link["targetReference"]["page"]["id"]) == ("ok", "page_depot_000005_loading")


def test_a_search_finds_the_pages_of_a_copy(admin: Person) -> None:
    (found,) = admin.asks(SEARCH_ORGANIZATION, LARKFIELD, query="weighbridge 000002").json["items"]
    assert found["id"] == "space_depot_000002"
    assert [page["path"] for page in found["pages"]] == ["emergencies-at-depot-000002"]


def test_what_is_made_and_deleted_next_goes_as_usual(admin: Person) -> None:
    made = admin.asks(CREATE_SITE, LARKFIELD, body={"spaces": "sample"})
    admin.asks(DELETE_SITE, LARKFIELD, made.json["id"])
    assert made.json["siteSpaces"] == 1


@for_each("size", [0, 7])
@pytest.mark.exhaustive
def test_a_size_that_is_there_already_adds_nothing(empty_database: str, size: int) -> None:
    app = create_service(ServiceSettings(database_url(empty_database), demo=True, demo_size=size))
    database: ServiceDatabase = app.extensions["runtime"].database
    with closing(database):
        assert len(Person(app, ALICE).asks(LIST_SITES, LARKFIELD).ids) == 7


@pytest.fixture
def grown_in_parts(empty_database: str) -> Iterator[tuple[Person, list[str]]]:
    """A thousand more than one part holds, of which three have pages, and what was told."""
    app = create_service(ServiceSettings(database_url(empty_database), demo=True))
    database: ServiceDatabase = app.extensions["runtime"].database
    told: list[str] = []
    with closing(database):
        with database.writing() as connection:
            grow(connection, 7 + 1_500, told.append, with_pages=3)
        yield Person(app, ALICE), told


def test_a_large_world_grows_in_parts(grown_in_parts: tuple[Person, list[str]]) -> None:
    admin, told = grown_in_parts
    assert told == ["1,500 of 1,500 depots of the demo world are written"]
    assert admin.asks(LIST_SITES, LARKFIELD, title="depot 0015").ids == ["site_depot_001500"]
    (shown,) = admin.asks(GET_PUBLISHED, LARKFIELD, "site_depot_001500").json["structure"]["structure"]
    assert shown["space"]["id"] == "space_depot_001500"


def test_the_first_spaces_of_a_large_world_have_pages(grown_in_parts: tuple[Person, list[str]]) -> None:
    admin, _ = grown_in_parts
    assert [len(admin.asks(LIST_PAGES, f"space_depot_00000{number}").json["pages"]) for number in (1, 3, 4)] == [
        3,
        3,
        0,
    ]
    found = admin.asks(SEARCH_ORGANIZATION, LARKFIELD, query="weighbridge").ids
    assert found == ["space_depot_000001", "space_depot_000002", "space_depot_000003"]
    made = admin.asks(CREATE_SITE, LARKFIELD, body={"spaces": "sample"})
    assert made.json["siteSpaces"] == 1


@for_each("number, written", [(999_999, "999999"), (1_000_000, "1000000"), (1_000_001, "1000001")])
def test_numbers_of_seven_digits_are_written_whole(empty_database: str, number: int, written: str) -> None:
    with closing(ServiceDatabase(database_url(empty_database))) as database, database.reading() as connection:
        numbers = numbered(number, number)
        assert connection.execute(select(numbers.c.number, numbers.c.written)).all() == [(number, written)]
