"""A backup's file: a ZIP archive with JSON lines per table and a manifest at its end."""

import hashlib
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from masthead.store.backups.manifest import NO_BACKUP, Manifest, TableRows, open_manifest, seal_manifest
from masthead.store.errors import BackupError
from masthead.store.keys import Secrets

MANIFEST = "manifest.json"
MAX_MANIFEST = 1024 * 1024
DAMAGED = "is damaged, cut off or altered: {}"
FAULTS = (BadZipFile, zlib.error, EOFError, KeyError, ValueError, OSError, NotImplementedError, RuntimeError)
"""Exceptions that `zipfile` raises for damaged, truncated or encrypted files."""
Row = Sequence[Any]


class BackupWriter:
    """Writes the tables of a backup, then its manifest."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = ZipFile(file, "w", ZIP_DEFLATED, compresslevel=6)
        self.parts: list[TableRows] = []

    def add(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        """Write a table as JSON lines, and note its checksum."""
        digest, count = hashlib.sha256(), 0
        with self._zip.open(_name_of(table), "w", force_zip64=True) as part:
            for row in rows:
                line = json.dumps([_to_json(value) for value in row]).encode() + b"\n"
                digest.update(line)
                part.write(line)
                count += 1
        self.parts.append(TableRows(table=table, columns=list(columns), rows=count, sha256=digest.hexdigest()))

    def finish(self, manifest: Manifest, secrets: Secrets) -> None:
        self._zip.writestr(MANIFEST, seal_manifest(manifest, secrets))
        self._zip.close()


class BackupReader:
    """A backup with a valid seal; `secrets` begin with the one it was made with.

    Reading raises BackupError for damaged or altered content.
    """

    def __init__(self, archive: ZipFile, secrets: Secrets) -> None:
        self._zip = archive
        with archive.open(MANIFEST) as file:
            self.manifest, name = open_manifest(file.read(MAX_MANIFEST), secrets)
        self.secrets = secrets.starting_with(name)

    def rows(self, part: TableRows) -> Iterator[list[Any]]:
        """Yield the rows of a table. Take all of them: only the end shows whether they are intact."""
        digest, count = hashlib.sha256(), 0
        for line in self._lines(part):
            digest.update(line)
            count += 1
            yield _read_row(part, line)
        if (count, digest.hexdigest()) != (part.rows, part.sha256):
            raise BackupError(DAMAGED.format(f"the part {part.table} is not what was written"))

    def _lines(self, part: TableRows) -> Iterator[bytes]:
        try:
            with self._zip.open(_name_of(part.table)) as file:
                yield from file
        except FAULTS as fault:
            raise BackupError(DAMAGED.format(f"the part {part.table} can't be read")) from fault


@contextmanager
def opened_backup(file: Path, secrets: Secrets) -> Iterator[BackupReader]:
    """Open a backup. Raises BackupError."""
    try:
        archive = ZipFile(file)
    except FileNotFoundError as fault:
        raise BackupError("is not there") from fault
    except FAULTS as fault:
        raise BackupError(f"{NO_BACKUP} or cut off") from fault
    with archive:
        try:
            reader = BackupReader(archive, secrets)
        except FAULTS as fault:
            raise BackupError(NO_BACKUP) from fault
        yield reader


def _name_of(table: str) -> str:
    return f"rows/{table}.jsonl"


def _read_row(part: TableRows, line: bytes) -> list[Any]:
    try:
        row = [_from_json(value) for value in json.loads(line)]
    except (ValueError, TypeError, KeyError, RecursionError) as fault:
        raise BackupError(DAMAGED.format(f"the part {part.table} is not what was written")) from fault
    if len(row) != len(part.columns):
        raise BackupError(DAMAGED.format(f"a row of {part.table} has another number of columns"))
    return row


def _to_json(value: Any) -> Any:  # noqa: ANN401 - a value of any column
    return {"base64": b64encode(value).decode()} if isinstance(value, bytes | memoryview) else value


def _from_json(value: Any) -> Any:  # noqa: ANN401 - a value of any column
    return b64decode(value["base64"]) if isinstance(value, dict) else value
