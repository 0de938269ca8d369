"""The backup file: a ZIP archive with JSON Lines for each table, and a manifest that is sealed against tampering."""

import hashlib
import hmac
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from masthead.store.errors import BackupError
from masthead.store.keys import Secrets, derive_key, key_name

FORMAT = 1
PURPOSE = "backup"
NO_BACKUP = "is not a backup of Masthead, or was altered"
MANIFEST = "manifest.json"
MAX_MANIFEST = 1024 * 1024
DAMAGED = "is damaged, cut off or altered: {}"
FAULTS = (BadZipFile, zlib.error, EOFError, KeyError, ValueError, OSError, NotImplementedError, RuntimeError)
"""Exceptions that `zipfile` raises for damaged, truncated or encrypted files."""
Row = Sequence[Any]


class TableRows(BaseModel):
    """A table's columns, its number of rows, and the SHA-256 of its lines."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    table: Annotated[str, Field(pattern=r"^[a-z_]+$")]
    columns: list[str]
    rows: int
    sha256: str


class JournalEnd(BaseModel):
    """The newest seal of the journal. `number` is 0 if there is none. `problem` describes a fault in its seals."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    number: int
    seal: str
    problem: str | None


class Manifest(BaseModel):
    """A backup's manifest. `schema_version` is the newest migration, and `made_at` is a Unix timestamp."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    format: int
    masthead: str
    schema_version: Annotated[str, Field(pattern=r"^[0-9]{4}$")]
    engine: str
    made_at: float
    journal: JournalEnd
    parts: list[TableRows]


def seal_manifest(manifest: Manifest, secrets: Secrets) -> bytes:
    """Return the manifest as JSON, with its seal and the name of the key."""
    key, content = secrets.current, manifest.model_dump()
    return json.dumps(
        {"manifest": content, "key_name": key_name(key), "seal": _seal_archive(key, content)}, indent=1
    ).encode()


def open_manifest(text: bytes, secrets: Secrets) -> tuple[Manifest, str]:
    """Parse the manifest. Returns it and the name of the secret that sealed it.

    Raises BackupError for an unknown format, or a seal that this portal can't verify.
    """
    try:
        found = json.loads(text)
        content, name, seal = found["manifest"], found["key_name"], str(found["seal"])
        format_ = content["format"]
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise BackupError(NO_BACKUP) from fault
    if format_ != FORMAT:
        raise BackupError(f"has the format {format_!r}, and this version of Masthead reads {FORMAT}")
    key = secrets.find_by_name(str(name))
    if key is None:
        raise BackupError(
            f"was made with another key, which Masthead names {str(name)[:16]!r}. Put that key into "
            "MASTHEAD_SECRET_KEY or MASTHEAD_SECRET_KEY_FALLBACKS, or into the file secret_key of the instance folder"
        )
    if not hmac.compare_digest(_seal_archive(key, content), seal):
        raise BackupError("was altered: its seal doesn't fit what it says of itself")
    try:
        return Manifest.model_validate(content), name
    except ValidationError as fault:
        raise BackupError(NO_BACKUP) from fault


def _seal_archive(key: bytes, content: object) -> str:
    text = json.dumps(content, sort_keys=True)
    return hmac.new(derive_key(key, PURPOSE), text.encode(), hashlib.sha256).hexdigest()


class BackupWriter:
    """Writes the tables of a backup, then its manifest."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = ZipFile(file, "w", ZIP_DEFLATED, compresslevel=6)
        self.parts: list[TableRows] = []

    def add(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        """Write a table as JSON Lines, and record its checksum."""
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
    """Reads a backup with a valid seal. The first of `secrets` is the one that sealed it.

    Raises BackupError for damaged or altered content.
    """

    def __init__(self, archive: ZipFile, secrets: Secrets) -> None:
        self._zip = archive
        with archive.open(MANIFEST) as file:
            self.manifest, name = open_manifest(file.read(MAX_MANIFEST), secrets)
        self.secrets = secrets.put_first(name)

    def rows(self, part: TableRows) -> Iterator[list[Any]]:
        """Yield the rows of a table. Read all of them: the checksum is verified at the end."""
        digest, count = hashlib.sha256(), 0
        for line in self._read_lines(part):
            digest.update(line)
            count += 1
            yield _read_row(part, line)
        if (count, digest.hexdigest()) != (part.rows, part.sha256):
            raise BackupError(DAMAGED.format(f"the part {part.table} is not what was written"))

    def _read_lines(self, part: TableRows) -> Iterator[bytes]:
        try:
            with self._zip.open(_name_of(part.table)) as file:
                yield from file
        except FAULTS as fault:
            raise BackupError(DAMAGED.format(f"the part {part.table} can't be read")) from fault


@contextmanager
def open_backup(file: Path, secrets: Secrets) -> Iterator[BackupReader]:
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
