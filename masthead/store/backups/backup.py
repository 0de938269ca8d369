"""Writes a consistent backup, even while portals are writing."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, LargeBinary, Table, func, literal, null, select
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.backups.archive import FORMAT, BackupWriter, JournalEnd, Manifest, Row
from masthead.store.database import Database
from masthead.store.errors import BackupError
from masthead.store.files import atomic_write
from masthead.store.journal.seals import Seals
from masthead.store.key_ring import read_keys
from masthead.store.keys import Secrets
from masthead.store.migrate import LATER, is_known_schema_version, schema_version
from masthead.store.tables import VERSION, metadata
from masthead.store.tables.records import attempts, sessions, sign_ins

LEFT_OUT = (attempts, sign_ins)
"""Short-lived tables: attempts to sign in, and sign-ins in progress at a provider."""
BATCH = 1000


def write_backup(
    database: Database, secrets: Secrets, file: Path, *, masthead: str, clock: Callable[[], float] = time.time
) -> Manifest:
    """Write all records to a new file, which gets its final name once it is complete. Returns its manifest.

    Raises BackupError, StoreError, and OSError if the file can't be written.
    """
    with database.snapshot() as connection:
        _check_version(connection)
        made_at = clock()
        number, seal, problem = Seals(read_keys(connection, secrets, made_at)).state(connection)
        with atomic_write(file) as beside:
            writer = BackupWriter(beside)
            for table in metadata.sorted_tables:
                if table not in LEFT_OUT:
                    writer.add(table.name, table.columns.keys(), _read_rows(connection, table, made_at))
            manifest = Manifest(
                format=FORMAT,
                masthead=masthead,
                schema_version=VERSION,
                engine=connection.dialect.name,
                made_at=made_at,
                journal=JournalEnd(number=number, seal=seal, problem=problem),
                parts=writer.parts,
            )
            writer.finish(manifest, secrets)
    return manifest


def _check_version(connection: Connection) -> None:
    found = schema_version(connection)
    if found == VERSION:
        return
    if found is None:
        raise BackupError("there is nothing to back up: the store has no tables of Masthead")
    if not is_known_schema_version(found):
        raise BackupError(LATER.format(found=found))
    raise BackupError(
        f"its tables are those of an earlier version of Masthead ({found}, and this one has {VERSION}). Make the "
        "backup with that version, or start the portal once, which brings them up to date"
    )


def _read_rows(connection: Connection, table: Table, made_at: float) -> Iterator[Row]:
    chosen = select(*(_select_column(each, made_at) for each in table.columns)).order_by(*table.primary_key.columns)
    return map(tuple, connection.execute(chosen, execution_options={"yield_per": BATCH}))


def _select_column(column: ColumnElement[Any], made_at: float) -> ColumnElement[Any]:
    """Omit the secrets of sessions. What remains only proves whose session a cookie opened."""
    if column is sessions.c.sealed:
        return literal(b"", LargeBinary).label("sealed")
    if column in {sessions.c.sealed_grant, sessions.c.grant_key_name, sessions.c.renewing_until}:
        return null().label(column.key)
    if column is sessions.c.revoked_at:
        return func.coalesce(column, literal(made_at))
    return column
