"""Stores to make backups of, and to restore them into."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, String, Table, insert, select

from masthead.store.backups.archive import Manifest
from masthead.store.backups.backup import write_backup
from masthead.store.database import Database
from masthead.store.entries import Intent, Outcome, State, Subject
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.store.key_ring import begin_ring
from masthead.store.keys import Keys
from masthead.store.tables import metadata
from masthead.store.tables.records import key_ring

ORGANIZATION = "org_larkfield"
Rows = dict[str, list[dict[str, Any]]]


def change(number: int) -> Intent:
    site = Subject("site", "site_docs", "Docs")
    body = json.dumps({"title": f"Ä{number}"})
    return Intent(ORGANIZATION, "alice", "updateSite", (ORGANIZATION, "site_docs"), site, f"Rename {number}", body)


def write_journal(database: Database, keys: Keys, count: int) -> None:
    """Entries with their outcomes."""
    journal = Journal(database, keys)
    for number in range(1, count + 1):
        journal.write_outcome(journal.begin(change(number)), Outcome(State.SAVED))


def summaries(place: Path | str, keys: Keys) -> list[str]:
    """What the journal in this place has, the oldest first; it has to be whole."""
    with opened(place) as database:
        journal = Journal(database, keys)
        assert journal.verify_chain()[1] is None
        return [entry.intent.summary for entry in journal.entries(JournalQuery(ORGANIZATION), limit=10_000)][::-1]


def make_backup(place: Path | str, keys: Keys, file: Path) -> Manifest:
    with opened(place) as database:
        return write_backup(database, keys.secrets, file, masthead="0.1.0")


@contextmanager
def opened(place: Path | str) -> Iterator[Database]:
    with closing(Database(place)) as database:
        yield database


def fill(database: Database, keys: Keys) -> None:
    """Put two rows into each table, with a value in each column, but for the one row of the key ring."""
    with database.writing() as connection:
        begin_ring(connection, keys.secrets, 1.0)
        for table in metadata.sorted_tables:
            for number in (1, 2) if table is not key_ring else ():
                row = {each.name: _value(each, number) for each in table.columns}
                connection.execute(insert(table).values(row))


def rows(database: Database) -> Rows:
    with database.reading() as connection:
        return {
            table.name: [dict(row) for row in connection.execute(_in_order(table)).mappings()]
            for table in metadata.sorted_tables
        }


def _in_order(table: Table) -> Any:  # noqa: ANN401 - a statement
    return select(table).order_by(*table.primary_key.columns)


def _value(column: Column[Any], number: int) -> object:
    kind = column.type
    if column.name in {"end", "state"}:
        return "stopped"
    if isinstance(kind, Boolean):
        return number == 1
    if isinstance(kind, LargeBinary):
        return bytes([0, number, 255])
    if isinstance(kind, Integer):
        return number
    if isinstance(kind, Float):
        return number + 0.1
    assert isinstance(kind, String)
    return f"é{number} {column.name}"[: kind.length or 200]
