"""Loads a backup into an empty database, within a transaction."""

import secrets
from collections.abc import Iterable
from itertools import islice
from typing import Any

from sqlalchemy import Connection, column, delete, insert, inspect, select, table, text, update

from masthead.store.backups.archive import BackupReader
from masthead.store.backups.manifest import Manifest, TableRows
from masthead.store.entries import Cause, Reason
from masthead.store.errors import BackupError
from masthead.store.journal.seals import Seals
from masthead.store.key_ring import begin_ring
from masthead.store.keys import Keys
from masthead.store.migrate import LATER, is_known, migrate
from masthead.store.responses import BITS
from masthead.store.sso.enforcements import End, end_countdowns
from masthead.store.tables import metadata
from masthead.store.tables.records import bulk_changes, generations
from masthead.store.tables.sso import enforcements

BATCH = 500


def load(connection: Connection, reader: BackupReader, at: float) -> None:
    """Create the backup's tables, fill and migrate them, and verify the journal. Raises BackupError."""
    manifest = reader.manifest
    if not is_known(manifest.schema_version):
        raise BackupError(f"can't be restored: {LATER.format(found=manifest.schema_version)}")
    migrate(connection, manifest.schema_version)
    for part in reversed(manifest.parts):
        connection.execute(delete(table(part.table)))  # what migrations put there
    for part in manifest.parts:
        _insert(connection, part, reader.rows(part))
    _count_on(connection)
    migrate(connection)
    _count_on(connection)  # in tables that a migration has renamed
    keys = begin_ring(connection, reader.secrets, at).keys
    _verify(connection, manifest, keys)
    _leave_to_people(connection, at)
    Seals(keys).restored(connection, at, manifest.made_at)


def is_empty(connection: Connection) -> bool:
    """Return whether there are no records but Masthead's own notes."""
    there = set(inspect(connection).get_table_names())
    kept = [each for each in metadata.sorted_tables if each.name in there and each.name not in OWN_NOTES]
    return all(connection.execute(select(text("1")).select_from(each).limit(1)).first() is None for each in kept)


OWN_NOTES = {"attempts", "generations", "key_ring", "pending_cleanups", "sessions", "sign_ins"}


def _insert(connection: Connection, part: TableRows, rows: Iterable[list[Any]]) -> None:
    target = table(part.table, *map(column, part.columns))
    named = (dict(zip(part.columns, row, strict=True)) for row in rows)
    while some := list(islice(named, BATCH)):
        connection.execute(insert(target), some)


def _count_on(connection: Connection) -> None:
    """Let PostgreSQL number new rows after the existing ones."""
    if connection.dialect.name != "postgresql":
        return
    there = set(inspect(connection).get_table_names())
    for each in metadata.sorted_tables:
        if each.autoincrement_column is not None and each.name in there:
            number = each.autoincrement_column.name
            last = f"(SELECT max({number}) FROM {each.name})"  # noqa: S608 - a table of ours
            connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{each.name}', '{number}'), {last})"))


def _verify(connection: Connection, manifest: Manifest, keys: Keys) -> None:
    number, seal, problem = Seals(keys).state(connection)
    expected = manifest.journal
    if (number, seal, problem) != (expected.number, expected.seal, expected.problem):
        raise BackupError(f"can't be restored: its journal is not the one that was written ({problem or number})")


def _leave_to_people(connection: Connection, at: float) -> None:
    """Stop everything whose progress since the backup is unknown."""
    end_countdowns(connection, enforcements.c.ended_at.is_(None), End.RESTORED, by=None, now=at)
    paused = {"paused_at": at, "holder": None, "held_until": None, "continues_until": None, "waits_until": None}
    unfinished = update(bulk_changes).where(bulk_changes.c.finished_at.is_(None))
    connection.execute(unfinished.values(**paused, message=Cause(Reason.INTERRUPTED).to_json()))
    for organization in connection.scalars(select(generations.c.organization)).all():
        own = generations.c.organization == organization  # what was remembered under an old number may be outdated
        connection.execute(update(generations).where(own).values(number=secrets.randbits(BITS)))
