"""A part of a title finds the sites that have it, by an index of each three signs in a row."""

import unicodedata
from contextlib import closing
from typing import Literal

import pytest
from sqlalchemy import insert, select

from contract.publishing.sites import CREATE_SITE, DELETE_SITE, LIST_SITES, UPDATE_SITE
from service.migrate import migrate
from service.storage.database import ServiceDatabase, database_url
from service.tables.identity import organization
from service.tables.sites import site
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, ORCHARD
from tests.service.release import create_release_1_0_0

ENCODED = ("Zürich", unicodedata.normalize("NFD", "Zürich"), "İstanbul", unicodedata.normalize("NFD", "İstanbul"))
TITLES = ('He said "stop"', "a*b OR c^d NOT (e)", "50% of 2_000/x", "Größe: 五十音図 🚢🚢🚢", "tab\there", "--", "abab")


@pytest.mark.postgresql
def test_each_part_finds_the_sites_that_have_it(alice: ApiUser) -> None:
    for title in TITLES:
        alice.asks(CREATE_SITE, LARKFIELD, body={"title": title})
    titles = {each["id"]: each["title"] for each in alice.asks(LIST_SITES, LARKFIELD).json["items"]}
    parts = {title[at : at + length] for title in TITLES for length in (1, 3, 4, 9) for at in range(0, len(title), 2)}
    for part in sorted(parts):
        having = [each for each, title in titles.items() if part.casefold() in title.casefold()]
        assert alice.asks(LIST_SITES, LARKFIELD, title=part).ids == having, part


@pytest.mark.postgresql
@for_each("form", ["NFC", "NFD"])
def test_a_title_is_found_however_its_letters_are_encoded(alice: ApiUser, form: Literal["NFC", "NFD"]) -> None:
    made = [alice.asks(CREATE_SITE, LARKFIELD, body={"title": title}).json["id"] for title in ENCODED]
    for part in ("zürich", "ür", "İSTAN", "i\u0307stan"):
        sought = alice.asks(LIST_SITES, LARKFIELD, title=unicodedata.normalize(form, part)).ids
        assert {*sought} & {*made} == {*(made[2:] if "stan" in part.casefold() else made[:2])}, part


@pytest.mark.postgresql
def test_a_title_is_found_as_it_is_now(alice: ApiUser, dana: ApiUser) -> None:
    made = alice.asks(CREATE_SITE, LARKFIELD, body={"title": "Harbour pilots"}).json["id"]
    alice.asks(UPDATE_SITE, LARKFIELD, made, body={"visibility": "unlisted"})
    assert alice.asks(LIST_SITES, LARKFIELD, title="bour pil").ids == [made]
    alice.asks(UPDATE_SITE, LARKFIELD, made, body={"title": "Lock keepers"})
    assert alice.asks(LIST_SITES, LARKFIELD, title="bour pil").ids == []
    assert alice.asks(LIST_SITES, LARKFIELD, title="LOCK KEEP").ids == [made]
    assert dana.asks(LIST_SITES, ORCHARD, title="lock keep").ids == []
    alice.asks(DELETE_SITE, LARKFIELD, made)
    assert alice.asks(LIST_SITES, LARKFIELD, title="lock keep").ids == []


def test_titles_of_before_are_found_too(empty_database: str) -> None:
    row = {
        "id": "site_a",
        "organization": "org_a",
        "folded_title": unicodedata.normalize("NFD", "harbour é"),
        "published": True,
        "document": "{}",
    }
    with closing(ServiceDatabase(database_url(empty_database))) as database:
        with database.writing() as connection:
            create_release_1_0_0(connection)
            connection.execute(insert(organization).values({"id": "org_a", "document": "{}"}))
            connection.execute(insert(site).values(row))
        migrate(database)
        sought = "SELECT rowid FROM site_titles WHERE site_titles MATCH '\"our é\"'"
        with database.reading() as connection:
            assert connection.exec_driver_sql(sought).all() == connection.execute(select(site.c.number)).all()


@pytest.mark.parametrize("databases", ["postgresql"], indirect=True, scope="session")
def test_a_server_without_trigrams_looks_through_the_titles(empty_database: str) -> None:
    """Such as one whose owner lets nobody add an extension."""
    with closing(ServiceDatabase(database_url(empty_database))) as database:
        with database.writing() as connection:
            connection.exec_driver_sql("CREATE ROLE plain LOGIN")
            connection.exec_driver_sql("GRANT CREATE ON SCHEMA public TO plain")
        with closing(ServiceDatabase(database.engine.url.set(username="plain"))) as plain:
            migrate(plain)
            with plain.reading() as connection:
                indexes = connection.exec_driver_sql("SELECT indexname FROM pg_indexes WHERE tablename = 'site'")
                names = set(indexes.scalars())
        with database.writing() as connection:
            connection.exec_driver_sql("DROP OWNED BY plain")
            connection.exec_driver_sql("DROP ROLE plain")
    assert "pk_site" in names
    assert "site_titles" not in names
