"""A migration that takes something away names the earliest version that no longer needs it.

Portals of the version before go on working, and may be started again, while the first of a new version brings the
tables up to date.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from alembic.command import upgrade
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.pool import StaticPool

from masthead.store.migrate import COMPATIBLE_FROM, MIGRATIONS
from masthead.store.tables import VERSION
from tests.loops import for_each

UNUSED: dict[str, str] = {}
"""What a migration took away, with the version of the tables whose code was the first to do without it."""

Tables = dict[str, "Shape"]


@dataclass(frozen=True, slots=True)
class Shape:
    """Of each column by its name: its type, and whether a row has to give it. `key` has those of the primary key."""

    columns: dict[str, tuple[str, bool]]
    key: tuple[str, ...]


def shapes(connection: Connection) -> Tables:
    seen = inspect(connection)
    return {
        name: Shape(
            {
                each["name"]: (str(each["type"]), not each["nullable"] and each["default"] is None)
                for each in seen.get_columns(name)
            },
            tuple(seen.get_pk_constraint(name)["constrained_columns"]),
        )
        for name in seen.get_table_names()
        if name != "alembic_version"
    }


def taken_away(before: Tables, after: Tables) -> Iterator[str]:
    """What code that knows the tables of before would miss in those of after."""
    for name, old in before.items():
        new = after.get(name)
        if new is None:
            yield name
            continue
        if old.key != new.key:
            yield f"the key of {name}"
        yield from (f"{name}.{each}" for each, kind in old.columns.items() if new.columns.get(each) != kind)
        more = new.columns.keys() - old.columns.keys()
        yield from (f"rows of {name} without {each}" for each in more if new.columns[each][1])


@cache
def shapes_by_migration() -> dict[str, Tables]:
    """The tables after each migration, from the first on."""
    engine, found = create_engine("sqlite://", poolclass=StaticPool), {}
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(MIGRATIONS))
        for number in sorted(each.revision for each in ScriptDirectory.from_config(config).walk_revisions()):
            upgrade(config, number)
            found[number] = shapes(connection)
    engine.dispose()
    return found


def taken_from(compatible: str) -> Iterator[tuple[str, str]]:
    """Of each migration later than this version, what it takes from the code of that version."""
    for (_, before), (number, after) in pairwise([("", {}), *shapes_by_migration().items()]):
        if number > compatible:
            missed = taken_away(before, after)
            yield from ((number, each) for each in missed if UNUSED.get(each, number) > compatible)


def test_no_migration_takes_something_from_a_version_that_works_with_it() -> None:
    assert COMPATIBLE_FROM <= VERSION
    assert [*taken_from(COMPATIBLE_FROM)] == []


def test_what_older_versions_would_miss_is_known() -> None:
    assert {("0025", "the key of drafts"), ("0025", "rows of drafts without id")} <= {*taken_from("0024")}


COLUMNS = "number INTEGER PRIMARY KEY, title TEXT NOT NULL, note TEXT"


@for_each(
    "change, missed",
    [
        ("DROP TABLE things", ["things"]),
        ("ALTER TABLE things DROP COLUMN note", ["things.note"]),
        ("ALTER TABLE things RENAME COLUMN note TO remark", ["things.note"]),
        ("ALTER TABLE things ADD COLUMN owner TEXT NOT NULL DEFAULT ''", []),
        ("ALTER TABLE things ADD COLUMN owner TEXT", []),
        ("CREATE TABLE others (id TEXT NOT NULL)", []),
        (f"DROP TABLE things; CREATE TABLE things ({COLUMNS} NOT NULL)", ["things.note"]),
        (f"DROP TABLE things; CREATE TABLE things ({COLUMNS}, owner TEXT NOT NULL)", ["rows of things without owner"]),
        (
            f"DROP TABLE things; CREATE TABLE things ({COLUMNS.replace(' PRIMARY KEY', '')})",
            ["the key of things"],
        ),
    ],
)
def test_what_an_earlier_version_would_miss_is_found(change: str, missed: list[str]) -> None:
    engine = create_engine("sqlite://", poolclass=StaticPool)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE TABLE things ({COLUMNS})"))
        before = shapes(connection)
        for statement in change.split("; "):
            connection.execute(text(statement))
        assert [*taken_away(before, shapes(connection))] == missed
    engine.dispose()
