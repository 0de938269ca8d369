"""What a page asks of the journal is found by an index, so that it takes as long however many entries there are."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from masthead.store import Database, JournalQuery, State
from masthead.store.journal.finding import conditions, owners_of
from masthead.store.tables import journal, journal_outcomes
from tests.loops import for_each


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Database]:
    """SQLite alone: it chooses the same way whatever number of rows there is."""
    database = Database(tmp_path / "masthead.db")
    yield database
    database.close()


def plan_of(database: Database, statement: str) -> str:
    with database.reading() as connection:
        return "\n".join(row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}"))


@for_each(
    "wanted, index",
    [
        ({}, "journal_by_organization (organization=?)"),
        ({"owner": "alice"}, "journal_by_owner (organization=? AND owner=?)"),
        ({"by": "alice"}, "journal_by_owner (organization=? AND owner=?)"),
        ({"object_id": "site_docs"}, "journal_by_object (organization=? AND object_id=?)"),
        ({"object_id": "site_docs"}, "journal_outcomes_by_object (object_id=?)"),
        ({"part_of": "site_docs"}, "journal_by_object (organization=? AND object_id=?)"),
        ({"part_of": "site_docs"}, "journal_by_ids (organization=? AND ids>? AND ids<?)"),
        ({"since": 1.0}, "journal_by_at (organization=? AND at<?)"),
        ({"until": 1.0}, "journal_by_at (organization=? AND at>?)"),
        ({"states": [State.UNKNOWN]}, "journal_outcomes_unknown"),
        ({"by": "alice", "states": [State.UNKNOWN]}, "journal_by_owner (organization=? AND owner=?)"),
    ],
)
def test_entries_are_found_by_an_index(sqlite: Database, wanted: dict[str, Any], index: str) -> None:
    outcome = journal_outcomes.c.entry == journal.c.number
    rows = select(journal.c.number).outerjoin(journal_outcomes, outcome)
    found = rows.where(*conditions(JournalQuery("o", **wanted), 9.0))
    statement = found.order_by(journal.c.number.desc()).limit(100)
    plan = plan_of(sqlite, str(statement.compile(compile_kwargs={"literal_binds": True})))
    assert f"INDEX {index}" in plan
    assert ["SCAN", "journal"] not in [line.split()[:2] for line in plan.splitlines()]


def test_people_are_found_from_one_to_the_next(sqlite: Database) -> None:
    owners = owners_of("o")
    plan = plan_of(sqlite, str(select(owners.c.owner).compile(compile_kwargs={"literal_binds": True})))
    assert plan.count("INDEX journal_by_owner (organization=?") == 2
    assert "SCAN journal" not in plan
