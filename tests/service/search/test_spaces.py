"""The spaces that have the words of a query, the best first: by an index, however many there are."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, Row, column, insert, select, table

from service.app import create_service
from service.migrate import migrate
from service.search import Search, SmallSearch, SpaceRank, find_best_spaces
from service.settings import ServiceSettings
from service.storage.database import ServiceDatabase, database_url
from service.tables.content import passage, space, word
from service.tables.identity import organization
from tests.databases import Databases
from tests.loops import for_each
from tests.service.conftest import LARKFIELD
from tests.service.release import create_release_1_0_0

DEPOTS = 30
COMMON = "weighbridge"


@contextmanager
def grown_to(databases: Databases, size: int) -> Iterator[Flask]:
    with databases.empty() as address:
        app = create_service(ServiceSettings(database_url(address), demo=True, demo_size=size))
        yield app
        app.extensions["runtime"].database.close()


@pytest.fixture(scope="module")
def grown(databases: Databases) -> Iterator[Flask]:
    with grown_to(databases, DEPOTS) as app:
        yield app


@pytest.fixture
def connection(grown: Flask) -> Iterator[Connection]:
    with grown.extensions["runtime"].database.reading() as connection:
        yield connection


@pytest.fixture(scope="module")
def words(grown: Flask) -> Sequence[Row[Any]]:
    """Every word of every passage, read once."""
    with grown.extensions["runtime"].database.reading() as connection:
        found: Sequence[Row[Any]] = connection.execute(select(word).where(word.c.organization == LARKFIELD)).all()
    return found


def steps(connection: Connection, query: str, after: SpaceRank | None, few: SmallSearch) -> int:
    """What SQLite does, in steps of its machine, to find five spaces."""
    count = 0

    def step() -> None:
        nonlocal count
        count += 1

    search = Search.from_query(LARKFIELD, query)
    driver: Any = connection.connection.driver_connection
    driver.set_progress_handler(step, 1)
    find_best_spaces(connection, search, 5, after, few)
    driver.set_progress_handler(None, 1)
    return count


def compare_all(words: Sequence[Row[Any]], search: Search) -> list[SpaceRank]:
    """As no index does it: every page of every space."""
    weights: dict[tuple[int, int], dict[str, int]] = {}
    for row in words:
        of_page = weights.setdefault((row.space, row.page), {})
        for text in search.words:
            if row.text == text or (len(text) > 1 and row.text.startswith(text)):
                of_page[text] = max(of_page.get(text, 0), row.weight)
    found: dict[int, int] = {}
    for (number, _), of_page in weights.items():
        if len(of_page) == len(search.words):
            found[number] = max(found.get(number, 0), sum(of_page.values()))
    return sorted(SpaceRank(-weight, number) for number, weight in found.items())


QUERIES = (
    *(COMMON, "s", "de", "the", "fu", "1", "surcharge", "depot", "0000", "yard the", "depot 000007", "depot the"),
    *("depot a weighbridge", "zebra", "rate a"),
)


def turns(places: Sequence[SpaceRank]) -> Iterator[int]:
    """How many came before: none, all, and each number at which the rank changes, with those beside it."""
    ranks = [None, *(each.rank for each in places), None]
    changes = [at for at, (one, other) in enumerate(pairwise(ranks)) if one != other]
    yield from sorted({at for change in changes for at in (change - 1, change, change + 1) if 0 <= at <= len(places)})


@pytest.mark.postgresql
@pytest.mark.parametrize("few", [SmallSearch(), SmallSearch(0, 0), SmallSearch(rows=0), SmallSearch(rows=0, first=9)])
@for_each("query", QUERIES)
def test_spaces_come_as_if_all_were_compared(
    connection: Connection, words: Sequence[Row[Any]], query: str, few: SmallSearch
) -> None:
    search = Search.from_query(LARKFIELD, query)
    expected = compare_all(words, search)
    assert find_best_spaces(connection, search, len(expected) + 1, few=few) == expected
    for size in (1, 7):
        for before in turns(expected):
            after = expected[before - 1] if before else None
            found = find_best_spaces(connection, search, size, after, few)
            assert found == expected[before : before + size], (size, after)


def test_no_more_is_read_than_the_page_needs(databases: Databases) -> None:
    """Of a common word, and of the pages that have several words in front."""
    common, several = SmallSearch(rows=10), SmallSearch(rows=10, first=10)
    with grown_to(databases, 60) as app, app.extensions["runtime"].database.reading() as connection:
        for query, after, few in (
            (COMMON, None, common),
            (COMMON, SpaceRank(-1, 20), common),
            (f"{COMMON} 000007", None, common),
            (f"{COMMON} 000007", SpaceRank(-1, 20), common),
            ("depot the", None, several),
        ):
            assert steps(connection, query, after, few) * 4 < steps(connection, query, after, SmallSearch(0, 0)), (
                query,
                after,
            )


@pytest.mark.postgresql
def test_words_of_before_are_found_too(empty_database: str) -> None:
    words = ((1, "crane", 2), (2, "crane", 8), (3, "quay", 1))
    former = table("word", *(column(name) for name in ("organization", "text", "passage", "weight")))
    with closing(ServiceDatabase(database_url(empty_database))) as database:
        with database.writing() as connection:
            create_release_1_0_0(connection)
            connection.execute(insert(organization).values({"id": "org_a", "document": "{}"}))
            for name in ("a", "b"):
                row = {"id": f"space_{name}", "organization": "org_a", "title": name, "document": "{}"}
                connection.execute(insert(space).values(row))
            for name, page in (("a", "one"), ("b", "one"), ("b", "one")):
                row = {"organization": "org_a", "space": f"space_{name}", "page": page, "document": "{}"}
                connection.execute(insert(passage).values(row))
            for number, text, weight in words:
                values = ("org_a", text, number, weight)
                connection.execute(insert(former).values(values))
        migrate(database)
        with database.reading() as connection:
            rows = connection.execute(select(word).order_by(word.c.passage)).all()
            assert [(row.passage, row.text, row.weight, row.space, row.page) for row in rows] == [
                (1, "crane", 2, 1, 1),
                (2, "crane", 8, 2, 2),
                (3, "quay", 1, 2, 2),
            ]
            assert find_best_spaces(connection, Search.from_query("org_a", "cra"), 9) == [
                SpaceRank(-8, 2),
                SpaceRank(-2, 1),
            ]
