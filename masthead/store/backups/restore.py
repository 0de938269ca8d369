"""Restores a backup completely or not at all."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from masthead.store.backups import postgresql, sqlite
from masthead.store.backups.archive import opened_backup
from masthead.store.backups.manifest import Manifest
from masthead.store.database import sqlite_file
from masthead.store.keys import Secrets


class RestoredBackup(NamedTuple):
    """`kept_aside` names the place of the previous records, empty if there were none."""

    manifest: Manifest
    kept_aside: str


def restore_backup(
    place: Path | str, file: Path, secrets: Secrets, *, replace: bool = False, clock: Callable[[], float] = time.time
) -> RestoredBackup:
    """Restore a backup; with `replace` even over existing records.

    Raises BackupError, StoreError and OSError; nothing has changed then.
    """
    sqlite_path = sqlite_file(place)
    with opened_backup(file, secrets) as reader:
        if sqlite_path is not None:
            kept = sqlite.restore(sqlite_path, reader, clock(), replace=replace)
        else:
            kept = postgresql.restore(str(place), reader, clock(), replace=replace)
        return RestoredBackup(reader.manifest, kept)
