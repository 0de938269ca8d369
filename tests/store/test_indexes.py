"""What pages ask of the store is found by an index, so that it takes as long however many rows there are."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select, select, text
from sqlalchemy.dialects import sqlite

from masthead.store.backlog import UNFINISHED, UNKNOWN
from masthead.store.database import Database
from masthead.store.directory.objects import BY_TITLE, LIKELY_FIRST
from masthead.store.entries import State
from masthead.store.journal.queries import JournalQuery, build_conditions, select_newest, select_owners
from masthead.store.tables.records import journal, journal_outcomes, known_objects
from tests.loops import for_each

OWN = select(known_objects).where(known_objects.c.owner == "alice").limit(9)
HERE = OWN.where(known_objects.c.organization == "org")
STILL = (known_objects.c.pinned == 1) | (known_objects.c.last_seen > 1.0)
LIKELY = HERE.where(STILL).order_by(*LIKELY_FIRST)


def entries(**wanted: object) -> Select[Any]:
    """Entries of the journal by its conditions."""
    rows = select(journal.c.number).outerjoin(journal_outcomes, journal_outcomes.c.entry == journal.c.number)
    found = rows.where(*build_conditions(JournalQuery("o", **wanted), 9.0))  # type: ignore[arg-type] # each by its own name
    return found.order_by(journal.c.number.desc()).limit(100)


def page(**wanted: object) -> Select[Any]:
    """A page of the journal by the index that has it in order."""
    found = select_newest(JournalQuery("o", **wanted), 9.0, None, 100, on_sqlite=True)  # type: ignore[arg-type] # the same
    assert found is not None
    return found


@for_each(
    "asked, indexes, sorts",
    [
        (entries(), ["journal_by_organization (organization=?)"], False),
        (entries(owner="alice"), ["journal_by_owner (organization=? AND owner=?)"], False),
        (entries(by="alice"), ["journal_by_owner (organization=? AND owner=?)"], False),
        (
            entries(object_id="s"),
            ["journal_by_object (organization=? AND object_id=?)", "journal_outcomes_by_object (object_id=?)"],
            False,
        ),
        (
            entries(part_of="s"),
            [
                "journal_by_object (organization=? AND object_id=?)",
                "journal_by_ids (organization=? AND ids>? AND ids<?)",
            ],
            False,
        ),
        (entries(since=1.0), ["journal_by_at (organization=? AND at<?)"], False),
        (entries(until=1.0), ["journal_by_at (organization=? AND at>?)"], False),
        (entries(states=[State.UNKNOWN]), ["journal_outcomes_unknown"], False),
        (entries(by="alice", states=[State.UNKNOWN]), ["journal_by_owner (organization=? AND owner=?)"], False),
        (page(text="depot"), ["journal_words VIRTUAL TABLE INDEX"], False),
        (page(text="depot", states=[State.SAVED]), ["journal_words VIRTUAL TABLE INDEX"], False),
        (page(states=[State.REFUSED]), ["journal_outcomes_not_saved (state=?)"], False),
        (page(states=[State.CLOSED], text="depot"), ["journal_outcomes_not_saved (state=?)"], False),
        (page(states=[State.CLOSED], since=5.0), ["journal_outcomes_not_saved (state=?)"], False),
        # Of each call only a page is sorted.
        (page(endpoints=["createSite", "x"]), ["journal_by_endpoint (organization=? AND endpoint=?"], True),
        (page(endpoints=["x"], text="depot"), ["journal_by_endpoint (organization=? AND endpoint=?"], True),
        (select(select_owners("o").c.owner), ["journal_by_owner (organization=?"], False),
        (HERE.order_by(*BY_TITLE), ["known_objects_by_title (owner=? AND organization=?)"], False),
        (HERE.order_by(*LIKELY_FIRST), ["known_objects_likely_first (owner=? AND organization=?)"], False),
        (LIKELY, ["known_objects_likely_first (owner=? AND organization=?)"], False),
        (OWN.where(known_objects.c.id.in_(["a", "b"])), ["known_objects_of_any_kind (owner=? AND id=?)"], False),
        (UNFINISHED, ["bulk_changes_unfinished"], False),
        (UNKNOWN, ["journal_outcomes_unknown"], False),
    ],
)
def test_an_index_finds_it(tmp_path: Path, asked: Select[Any], indexes: list[str], *, sorts: bool) -> None:
    """On SQLite alone: it chooses the same way whatever number of rows there is."""
    written = asked.compile(
        dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True, "render_postcompile": True}
    )
    with closing(Database(tmp_path / "masthead.db")) as database, database.reading() as connection:
        plan = [row.detail for row in connection.execute(text(f"EXPLAIN QUERY PLAN {written}"))]
    assert [index for index in indexes if not any(index in line for line in plan)] == [], plan
    assert [line for line in plan if line.split()[:2] == ["SCAN", "journal"]] == []
    assert ("USE TEMP B-TREE FOR ORDER BY" in plan) == sorts


@for_each("period", [{"since": 5.0}, {"until": 5.0}])
def test_entries_of_an_object_are_found_by_it_in_a_long_period(tmp_path: Path, period: dict[str, Any]) -> None:
    wanted = JournalQuery("o", endpoints=["x", "y"], object_id="s", **period)
    written = select(journal.c.number).where(*build_conditions(wanted, 9.0)).order_by(journal.c.number.desc()).limit(9)
    explained = written.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    with closing(Database(tmp_path / "masthead.db")) as database, database.reading() as connection:
        plan = [row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {explained}")]
    assert not [line for line in plan if line.startswith("SEARCH journal ") and "journal_by_at" in line]


@pytest.mark.parametrize("databases", ["postgresql"], indirect=True, scope="session")
def test_postgresql_has_them_too(database: Database) -> None:
    """It chooses by how many rows there are."""
    with database.reading() as connection:
        found = set(connection.scalars(text("SELECT indexname FROM pg_indexes")))
    directory = {f"known_objects_{name}" for name in ("by_title", "likely_first", "of_any_kind")}
    assert found >= directory | {"bulk_changes_unfinished", "journal_outcomes_unknown"}
