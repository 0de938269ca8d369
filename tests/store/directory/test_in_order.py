"""What is offered first, and the first by title, come as an index has them: however much one person has seen."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Select, insert, select, text

from masthead.resources.seen import Seen
from masthead.store import Database, Directory, DirectoryQuery, KnownObject
from masthead.store.directory.likely import LIKELY_FIRST, statement
from masthead.store.directory.objects import BY_TITLE
from masthead.store.tables import known_objects
from tests.faults.clock import Clock
from tests.loops import for_each
from tests.store.directory.test_directory import Told

ORG = "org"
LONG = "The depot of the northern harbour " * 4
"""Longer than what the index has of the words."""
OWN = select(known_objects).where(known_objects.c.owner == "alice")
HERE = OWN.where(known_objects.c.organization == ORG)


@pytest.fixture
def known(database: Database, clock: Clock) -> Directory:
    return Directory(database, clock)


@pytest.fixture
def random() -> Random:
    return Random(5)  # noqa: S311 - no secret


@for_each(
    "asked, index",
    [
        (HERE.order_by(*BY_TITLE), "known_objects_by_title (owner=? AND organization=?)"),
        (HERE.order_by(*LIKELY_FIRST), "known_objects_likely_first (owner=? AND organization=?)"),
        (statement(DirectoryQuery(ORG, ("space",))), "known_objects_likely_first (owner=? AND organization=?)"),
        (OWN.where(known_objects.c.id.in_(["a", "b"])), "known_objects_of_any_kind (owner=? AND id=?)"),
    ],
)
def test_an_index_finds_them(tmp_path: Path, asked: Select[tuple[object, ...]], index: str) -> None:
    """On SQLite alone: it chooses the same way whatever number of rows there is."""
    with closing(Database(tmp_path / "masthead.db")) as database, database.reading() as connection:
        asks = str(asked.limit(9).compile(connection, compile_kwargs={"render_postcompile": True}))
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asks}", (None,) * asks.count("?")).all()
    assert [row.detail for row in plan if index in row.detail], plan
    assert not [row.detail for row in plan if row.detail == "USE TEMP B-TREE FOR ORDER BY"]


@pytest.mark.postgresql
def test_both_databases_have_the_indexes(database: Database) -> None:
    with database.reading() as connection:
        names = {"sqlite": "SELECT name FROM sqlite_master", "postgresql": "SELECT indexname FROM pg_indexes"}
        found = set(connection.scalars(text(names[connection.dialect.name])))
    assert found >= {"known_objects_by_title", "known_objects_likely_first", "known_objects_of_any_kind"}


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
        assert known.likely("alice", sought, limit=40) == sorted(everything, key=likely)[:40]


@pytest.mark.postgresql
def test_the_longest_texts_are_kept(known: Directory, random: Random) -> None:
    """A row of an index has its limits, on PostgreSQL."""
    long = "".join(chr(random.randrange(0x20000, 0x2A000)) for _ in range(300))
    known.record("alice", "", [Told(Seen("site", long[:200], long, long[::-1], organization=ORG))])
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
