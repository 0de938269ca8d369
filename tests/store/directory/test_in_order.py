"""What is offered first, and the first by title, come in the right order, however an index finds them."""

from random import Random

import pytest
from sqlalchemy import insert

from masthead.resources.resource import Mention
from masthead.store.database import Database
from masthead.store.directory.directory import Directory
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.tables.records import known_objects
from tests.faults.clock import Clock
from tests.store.directory.test_directory import observed

ORG = "org"
LONG = "The depot of the northern harbour " * 4
"""Longer than what the index has of the words."""


@pytest.fixture
def known(database: Database, clock: Clock) -> Directory:
    return Directory(database, clock)


@pytest.fixture
def random() -> Random:
    return Random(5)  # noqa: S311 - no secret


@pytest.mark.postgresql
def test_they_are_in_the_order_of_before(known: Directory, database: Database, random: Random, clock: Clock) -> None:
    with database.writing() as connection:
        connection.execute(insert(known_objects), [_row(random, number, clock()) for number in range(300)])

    def by_title(each: KnownObject) -> tuple[object, ...]:
        return (not each.pinned, not each.title, _words(each), each.kind, each.id)

    def likely(each: KnownObject) -> tuple[object, ...]:
        return (not each.pinned, each.state != "ok", not each.title, -each.last_seen, _words(each))

    for sought in (DirectoryQuery(ORG), DirectoryQuery(ORG, ("space",)), DirectoryQuery(ORG, text="a1")):
        everything = known.find("alice", sought, limit=300)
        assert everything == sorted(everything, key=by_title)
        assert known.find("alice", sought, offset=7, limit=9) == everything[7:16]
        assert known.suggest("alice", sought, limit=40) == sorted(everything, key=likely)[:40]


@pytest.mark.postgresql
def test_the_longest_texts_are_kept(known: Directory, random: Random) -> None:
    """A row of an index has its limits, on PostgreSQL."""
    long = "".join(chr(random.randrange(0x20000, 0x2A000)) for _ in range(300))
    known.record("alice", "", [observed(Mention("site", long[:200], long, long[::-1], organization=ORG))])
    assert [each.title for each in known.find("alice", DirectoryQuery(ORG))] == [long]


def _words(each: KnownObject) -> str:
    return f"{each.title} {each.subtitle} {each.id}".casefold()


def _row(random: Random, number: int, now: float) -> dict[str, object]:
    title = random.choice(["", f"{LONG}{random.randrange(30)}", f"Depot {random.randrange(30)}"])
    identifier = f"{random.choice('ab')}{number}"
    return {
        "owner": "alice",
        "organization": ORG,
        "kind": random.choice(["space", "team"]),
        "id": identifier,
        "title": title,
        "subtitle": "",
        "emoji": "",
        "parent": "",
        "words": f"{title}  {identifier}".casefold(),
        "endpoint": "",
        "ids": "[]",
        "first_seen": now,
        "last_seen": now - random.randrange(9),
        "state": random.choice(["ok", "ok", "gone"]),
        "pinned": int(random.random() < 0.1),
    }
