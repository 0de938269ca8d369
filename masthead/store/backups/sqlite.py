"""Restores into a new SQLite file that replaces the old one at once."""

import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from masthead.store.backups.archive import BackupReader
from masthead.store.backups.loading import is_empty, load
from masthead.store.database import START_SECONDS, Database, in_use_file
from masthead.store.errors import BackupError, StoreError
from masthead.store.files import exclusive_lock, make_private, sync_folder

BESIDES = ("-wal", "-shm")
NOT_EMPTY = "{place} has records already. Use --replace to put the backup in their place; they are kept aside then"
IN_USE = "the portal is running, or another command uses its records. Stop it first"


def restore(file: Path, reader: BackupReader, at: float, *, replace: bool) -> str:
    """Restore the backup. Returns the new name of the old file, empty if it had no records."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with (
            exclusive_lock(in_use_file(file), 0),
            exclusive_lock(file.with_name(f"{file.name}.lock"), START_SECONDS),
        ):
            empty = _is_empty(file)
            if not empty and not replace:
                raise BackupError(f"was not restored: {NOT_EMPTY.format(place=file)}")
            beside = _write_copy(file, reader, at)
            kept = "" if empty else _keep(file, at)
            _put_in_place(beside, file)
            return kept
    except TimeoutError:
        raise BackupError(f"was not restored: {IN_USE}") from None


def _is_empty(file: Path) -> bool:
    if not file.exists() or file.stat().st_size == 0:
        return True
    try:
        database = Database(file, migrates=False)
        with database.reading() as connection:
            empty = is_empty(connection)
    except StoreError:  # not readable, and perhaps not lost
        return False
    database.close()
    return empty


def _write_copy(file: Path, reader: BackupReader, at: float) -> Path:
    beside = file.with_name(f".{file.name}.restored")
    for name in ("", *BESIDES, "-journal"):
        beside.with_name(beside.name + name).unlink(missing_ok=True)  # of a process that was killed
    make_private(beside)
    try:
        database = Database(beside, migrates=False)
        with database.writing() as connection:
            load(connection, reader, at)
        database.close()
    except BaseException:
        beside.unlink()
        raise
    return beside


def _keep(file: Path, at: float) -> str:
    """Link the old file to a second name, so that it has both until the new one takes the first."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    aside = f"{file.name}.replaced-{datetime.fromtimestamp(at, UTC):%Y%m%dT%H%M%S%fZ}"
    for name in ("", "-wal"):
        with suppress(FileNotFoundError):
            file.with_name(aside + name).hardlink_to(file.with_name(file.name + name))
    sync_folder(file.parent)
    return aside


def _put_in_place(beside: Path, file: Path) -> None:
    for name in BESIDES:  # of the old file; SQLite would take them for the new one's
        file.with_name(file.name + name).unlink(missing_ok=True)
    with beside.open("rb") as made:
        os.fsync(made.fileno())
    beside.rename(file)
    sync_folder(file.parent)
