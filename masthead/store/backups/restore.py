"""Restores a backup atomically: into a new SQLite file, or in a single PostgreSQL transaction."""

import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, column, delete, insert, inspect, select, table, text, update

from masthead.store.backups.archive import BackupReader, Manifest, TableRows, open_backup
from masthead.store.database import LONG_IDLE_SECONDS, PROGRAM, START_SECONDS, Database, lock_file_path, sqlite_file
from masthead.store.entries import Cause, Reason
from masthead.store.errors import BackupError, StoreError
from masthead.store.files import lock_file, make_private, sync_folder
from masthead.store.journal.seals import Seals
from masthead.store.key_ring import begin_ring
from masthead.store.keys import Keys, Secrets
from masthead.store.migrate import LATER, is_known_schema_version, migrate, notes
from masthead.store.responses import BITS
from masthead.store.sso.enforcements import End, end_countdowns
from masthead.store.tables import metadata
from masthead.store.tables.records import bulk_changes, generations
from masthead.store.tables.sso import enforcements

BESIDES = ("-wal", "-shm")
NOT_EMPTY = "{place} has records already. Use --replace to put the backup in their place; they are kept aside then"
IN_USE = "the portal is running, or another command uses its records. Stop it first"
OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
    "AND application_name = :program"
)
WAIT_SECONDS, AGAIN_SECONDS = 2.0, 0.05
"""Time to wait for other connections to end, and between two tries: the server notices an ended program late."""
INSERTED_AT_ONCE = 500
OWN_NOTES = {"attempts", "generations", "key_ring", "sessions", "sign_ins"}


class RestoredBackup(NamedTuple):
    """The result of a restore. `kept_aside` is the new name of the previous records, empty if there were none."""

    manifest: Manifest
    kept_aside: str


def restore_backup(
    place: Path | str, file: Path, secrets: Secrets, *, replace: bool = False, clock: Callable[[], float] = time.time
) -> RestoredBackup:
    """Restore a backup. Without `replace`, existing records prevent that.

    Raises BackupError, StoreError or OSError. Nothing has been changed in these cases.
    """
    sqlite_path = sqlite_file(place)
    with open_backup(file, secrets) as reader:
        if sqlite_path is not None:
            kept = _restore_sqlite(sqlite_path, reader, clock(), replace=replace)
        else:
            kept = _restore_postgresql(str(place), reader, clock(), replace=replace)
        return RestoredBackup(reader.manifest, kept)


def _restore_sqlite(file: Path, reader: BackupReader, at: float, *, replace: bool) -> str:
    """Restore the backup into a new file. Returns the new name of the old file, empty if it had no records."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with (
            lock_file(lock_file_path(file), 0),
            lock_file(file.with_name(f"{file.name}.lock"), START_SECONDS),
        ):
            empty = _is_empty_file(file)
            if not empty and not replace:
                raise BackupError(f"was not restored: {NOT_EMPTY.format(place=file)}")
            beside = _write_copy(file, reader, at)
            kept = "" if empty else _link_old_file(file, at)
            _replace_file(beside, file)
            return kept
    except TimeoutError:
        raise BackupError(f"was not restored: {IN_USE}") from None


def _is_empty_file(file: Path) -> bool:
    if not file.exists() or file.stat().st_size == 0:
        return True
    try:
        database = Database(file, migrates=False)
        with database.reading() as connection:
            empty = is_empty(connection)
    except StoreError:  # an unreadable file may be recoverable
        return False
    database.close()
    return empty


def _write_copy(file: Path, reader: BackupReader, at: float) -> Path:
    beside = file.with_name(f".{file.name}.restored")
    for name in ("", *BESIDES, "-journal"):
        beside.with_name(beside.name + name).unlink(missing_ok=True)  # a killed process left it
    make_private(beside)
    try:
        database = Database(beside, migrates=False)
        with database.writing() as connection:
            load_backup(connection, reader, at)
        database.close()
    except BaseException:
        beside.unlink()
        raise
    return beside


def _link_old_file(file: Path, at: float) -> str:
    """Give the old file a second name with a hard link, so that it has both until the new file replaces it."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    aside = f"{file.name}.replaced-{datetime.fromtimestamp(at, UTC):%Y%m%dT%H%M%S%fZ}"
    for name in ("", "-wal"):
        with suppress(FileNotFoundError):
            file.with_name(aside + name).hardlink_to(file.with_name(file.name + name))
    sync_folder(file.parent)
    return aside


def _replace_file(beside: Path, file: Path) -> None:
    for name in BESIDES:  # those of the old file, which SQLite would use for the new one
        file.with_name(file.name + name).unlink(missing_ok=True)
    with beside.open("rb") as made:
        os.fsync(made.fileno())
    beside.rename(file)
    sync_folder(file.parent)


def _restore_postgresql(url: str, reader: BackupReader, at: float, *, replace: bool) -> str:
    """Restore the backup. Returns the name of the schema with the old tables, empty if they had no records."""
    database = Database(url, migrates=False)
    try:
        with database.writing(idle_seconds=LONG_IDLE_SECONDS) as connection:
            _wait_for_others(connection)
            empty = is_empty(connection)
            if not empty and not replace:
                raise BackupError(f"was not restored: {NOT_EMPTY.format(place='the database')}")
            aside = _move_tables_aside(connection, at)
            if empty:
                connection.execute(text(f"DROP SCHEMA {aside} CASCADE"))
            load_backup(connection, reader, at)
    finally:
        database.close()
    return "" if empty else aside


def _wait_for_others(connection: Connection) -> None:
    until = time.monotonic() + WAIT_SECONDS
    while connection.scalar(OTHERS, {"program": PROGRAM}):
        if time.monotonic() >= until:
            raise BackupError(f"was not restored: {IN_USE}")
        time.sleep(AGAIN_SECONDS)
        connection.execute(text("SELECT pg_stat_clear_snapshot()"))  # answers are cached within a transaction


def _move_tables_aside(connection: Connection, at: float) -> str:
    schema = f"masthead_replaced_{datetime.fromtimestamp(at, UTC):%Y%m%d_%H%M%S_%f}"
    connection.execute(text(f"CREATE SCHEMA {schema}"))
    there = set(inspect(connection).get_table_names())
    for name in {*metadata.tables, *notes.tables} & there:
        connection.execute(text(f"ALTER TABLE {name} SET SCHEMA {schema}"))  # moves its indexes and sequences, too
    return schema


def load_backup(connection: Connection, reader: BackupReader, at: float) -> None:
    """Create the backup's tables, fill them, migrate them and verify the journal. Raises BackupError."""
    manifest = reader.manifest
    if not is_known_schema_version(manifest.schema_version):
        raise BackupError(f"can't be restored: {LATER.format(found=manifest.schema_version)}")
    migrate(connection, manifest.schema_version)
    for part in reversed(manifest.parts):
        connection.execute(delete(table(part.table)))  # rows that migrations inserted
    for part in manifest.parts:
        _insert_rows(connection, part, reader.rows(part))
    _reset_sequences(connection)
    migrate(connection)
    _reset_sequences(connection)  # rows in tables that a migration has renamed
    keys = begin_ring(connection, reader.secrets, at).keys
    _verify_backup(connection, manifest, keys)
    _stop_running_work(connection, at)
    Seals(keys).add_restore(connection, at, manifest.made_at)


def is_empty(connection: Connection) -> bool:
    """Return whether there are no records, ignoring tables that Masthead fills by itself."""
    there = set(inspect(connection).get_table_names())
    kept = [each for each in metadata.sorted_tables if each.name in there and each.name not in OWN_NOTES]
    return all(connection.execute(select(text("1")).select_from(each).limit(1)).first() is None for each in kept)


def _insert_rows(connection: Connection, part: TableRows, rows: Iterable[list[Any]]) -> None:
    target = table(part.table, *map(column, part.columns))
    named = (dict(zip(part.columns, row, strict=True)) for row in rows)
    while some := list(islice(named, INSERTED_AT_ONCE)):
        connection.execute(insert(target), some)


def _reset_sequences(connection: Connection) -> None:
    """Make PostgreSQL number new rows after the restored ones."""
    if connection.dialect.name != "postgresql":
        return
    there = set(inspect(connection).get_table_names())
    for each in metadata.sorted_tables:
        if each.autoincrement_column is not None and each.name in there:
            number = each.autoincrement_column.name
            last = f"(SELECT max({number}) FROM {each.name})"  # noqa: S608 - a constant name
            connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{each.name}', '{number}'), {last})"))


def _verify_backup(connection: Connection, manifest: Manifest, keys: Keys) -> None:
    number, seal, problem = Seals(keys).state(connection)
    expected = manifest.journal
    if (number, seal, problem) != (expected.number, expected.seal, expected.problem):
        raise BackupError(f"can't be restored: its journal is not the one that was written ({problem or number})")


def _stop_running_work(connection: Connection, at: float) -> None:
    """Stop all work in progress, since what it did after the backup is unknown."""
    end_countdowns(connection, enforcements.c.ended_at.is_(None), End.RESTORED, by=None, now=at)
    paused = {"paused_at": at, "holder": None, "held_until": None, "continues_until": None, "waits_until": None}
    unfinished = update(bulk_changes).where(bulk_changes.c.finished_at.is_(None))
    connection.execute(unfinished.values(**paused, message=Cause(Reason.INTERRUPTED).to_json()))
    for organization in connection.scalars(select(generations.c.organization)).all():
        own = generations.c.organization == organization  # data cached under an old number may be outdated
        connection.execute(update(generations).where(own).values(number=secrets.randbits(BITS)))
