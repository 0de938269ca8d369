"""Metadata that was read is kept for a day, for one person and one page, and cannot be read out of the database."""

import pytest
from sqlalchemy import func, select

from masthead.store.database import Database
from masthead.store.drafts.texts import MAX_TEXT_BYTES, TemporaryTexts, TooLargeError
from masthead.store.keys import Keys
from masthead.store.tables.records import drafts as table
from tests.faults.clock import Clock
from tests.stores import other_keys, renewed

PAGE = "/orgs/o/sso/p/idp"


@pytest.fixture
def imports(database: Database, keys: Keys, clock: Clock) -> TemporaryTexts:
    return TemporaryTexts(database, keys, clock)


def count(database: Database) -> int:
    with database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0


def test_it_comes_back_to_its_page_and_person_alone(imports: TemporaryTexts, database: Database) -> None:
    kept = imports.save("alice", PAGE, b"metadata")
    assert imports.get("alice", PAGE, kept) == b"metadata"
    assert imports.get("alice", "/orgs/o/sso/q/idp", kept) is None
    assert imports.get("bob", PAGE, kept) is None
    assert imports.get("alice", PAGE, f"{kept}x") is None
    kept = imports.save("alice", PAGE, b"x" * MAX_TEXT_BYTES)
    assert imports.get("alice", PAGE, kept) == b"x" * MAX_TEXT_BYTES
    with pytest.raises(TooLargeError):
        imports.save("alice", PAGE, b"x" * (MAX_TEXT_BYTES + 1))
    assert count(database) == 2


def test_it_is_gone_after_a_day(imports: TemporaryTexts, database: Database, clock: Clock) -> None:
    kept = imports.save("alice", PAGE, b"metadata")
    clock.pass_(24 * 3600 - 1)
    assert imports.get("alice", PAGE, kept) == b"metadata"
    clock.pass_(1)
    assert imports.get("alice", PAGE, kept) is None
    imports.save("bob", PAGE, b"another")
    assert count(database) == 1


def test_a_lasting_text_stays_until_another_replaces_it(
    imports: TemporaryTexts, database: Database, clock: Clock
) -> None:
    imports.save_lasting("alice", PAGE, b"first")
    imports.save_lasting("alice", PAGE, b"second")
    at = clock()
    clock.pass_(30 * 24 * 3600)
    imports.save("bob", PAGE, b"another")
    assert imports.find_lasting("alice", PAGE) == (at, b"second")
    assert (imports.find_lasting("bob", PAGE), imports.find_lasting("alice", "/orgs/p/file")) == (None, None)
    assert count(database) == 2


def test_the_last_five_of_a_person_are_kept(imports: TemporaryTexts, database: Database, clock: Clock) -> None:
    of_bob = imports.save("bob", PAGE, b"of Bob")
    kept = []
    for number in range(7):
        clock.pass_(1)
        kept.append(imports.save("alice", PAGE, str(number).encode(), parts=[b"a", str(number).encode()]))
    found = [imports.get("alice", PAGE, each) for each in kept]
    assert found == [None, None, b"2", b"3", b"4", b"5", b"6"]
    parts = [imports.get("alice", PAGE, each, 1) for each in kept]
    assert parts == found, "each text goes with its parts"
    assert imports.get("alice", f"{PAGE}x", kept[-1], 1) is imports.get("bob", PAGE, kept[-1], 1) is None
    assert imports.get("bob", PAGE, of_bob) == b"of Bob"
    assert count(database) == 1 + 5 * 3


def test_the_database_does_not_tell_it(imports: TemporaryTexts, database: Database, keys: Keys, clock: Clock) -> None:
    kept = imports.save("alice", PAGE, b"Larkfield" * 100)
    with database.reading() as connection:
        sealed = connection.execute(select(table.c.sealed)).scalar_one()
    assert b"Larkfield" not in sealed
    assert len(sealed) < 200
    assert TemporaryTexts(database, other_keys(), clock).get("alice", PAGE, kept) is None
    assert TemporaryTexts(database, renewed(keys), clock).get("alice", PAGE, kept) == b"Larkfield" * 100
