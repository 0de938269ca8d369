"""The end of a site."""

from sqlalchemy import func, select

from contract.organization.organizations import GET_ORGANIZATION, SEARCH_ORGANIZATION
from contract.publishing.sites import CREATE_SITE, DELETE_SITE, GET_ADAPTIVE_SCHEMA, GET_PUBLISHED, GET_SITE, LIST_SITES
from service.storage.database import ServiceDatabase
from service.tables import sites
from tests.service.conftest import LARKFIELD
from tests.service.person import Person

BELONGINGS = (sites.section, sites.section_group, sites.site_space, sites.share_link, sites.adaptive_schema)


def test_a_deleted_site_is_nowhere(alice: Person) -> None:
    assert alice.asks(DELETE_SITE, LARKFIELD, "site_docs").status == 205
    for endpoint in (GET_SITE, GET_ADAPTIVE_SCHEMA, GET_PUBLISHED, DELETE_SITE):
        assert alice.asks(endpoint, LARKFIELD, "site_docs").status == 404
    assert "site_docs" not in alice.asks(LIST_SITES, LARKFIELD).ids
    assert "site_docs" not in alice.asks(LIST_SITES, LARKFIELD, space="space_guide").ids


def test_what_belongs_to_it_goes_with_it(alice: Person, database: ServiceDatabase) -> None:
    for site in alice.asks(LIST_SITES, LARKFIELD).ids:
        alice.asks(DELETE_SITE, LARKFIELD, site)
    with database.reading() as connection:
        left = [connection.scalar(select(func.count()).where(table.c.site.like("site_%"))) for table in BELONGINGS]
    assert left == [0, 0, 2, 0, 0]  # the two site spaces of the other organization


def test_the_spaces_that_it_showed_stay(alice: Person) -> None:
    alice.asks(DELETE_SITE, LARKFIELD, "site_docs")
    assert alice.asks(SEARCH_ORGANIZATION, LARKFIELD, query="fuel surcharge").ids == ["space_guide", "space_releases"]
    assert alice.asks(CREATE_SITE, LARKFIELD, body={"spaces": ["space_guide"]}).status == 201


def test_the_organization_no_longer_shows_it_first(alice: Person) -> None:
    before = alice.asks(GET_ORGANIZATION, LARKFIELD).json
    alice.asks(DELETE_SITE, LARKFIELD, "site_help")
    assert alice.asks(GET_ORGANIZATION, LARKFIELD).json == before
    alice.asks(DELETE_SITE, LARKFIELD, "site_docs")
    del before["defaultContent"]
    assert alice.asks(GET_ORGANIZATION, LARKFIELD).json == before
