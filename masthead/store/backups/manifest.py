"""The manifest of a backup, sealed with the server's key against alteration."""

import hashlib
import hmac
import json
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from masthead.store.errors import BackupError
from masthead.store.keys import Secrets, derive_key, key_name

FORMAT = 1
PURPOSE = "backup"
NO_BACKUP = "is not a backup of Masthead, or was altered"


class TableRows(BaseModel):
    """A table's columns, number of rows, and the SHA-256 of its lines."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    table: Annotated[str, Field(pattern=r"^[a-z_]+$")]
    columns: list[str]
    rows: int
    sha256: str


class JournalEnd(BaseModel):
    """The newest seal of the journal, 0 for none; `problem` is an existing fault of its seals."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    number: int
    seal: str
    problem: str | None


class Manifest(BaseModel):
    """A backup's manifest. `schema_version` is the newest migration, `made_at` in seconds since 1970."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    format: int
    masthead: str
    schema_version: Annotated[str, Field(pattern=r"^[0-9]{4}$")]
    engine: str
    made_at: float
    journal: JournalEnd
    parts: list[TableRows]


def seal_manifest(manifest: Manifest, secrets: Secrets) -> bytes:
    """Return sealed JSON with the key's name."""
    key, content = secrets.current, manifest.model_dump()
    return json.dumps({"manifest": content, "key_name": key_name(key), "seal": _seal(key, content)}, indent=1).encode()


def open_manifest(text: bytes, secrets: Secrets) -> tuple[Manifest, str]:
    """Return the manifest and the name of its secret.

    Raises BackupError for a format or seal that this portal can't check.
    """
    try:
        found = json.loads(text)
        content, name, seal = found["manifest"], found["key_name"], str(found["seal"])
        format_ = content["format"]
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise BackupError(NO_BACKUP) from fault
    if format_ != FORMAT:
        raise BackupError(f"has the format {format_!r}, and this version of Masthead reads {FORMAT}")
    key = secrets.named(str(name))
    if key is None:
        raise BackupError(
            f"was made with another key, which Masthead names {str(name)[:16]!r}. Put that key into "
            "MASTHEAD_SECRET_KEY or MASTHEAD_SECRET_KEY_FALLBACKS, or into the file secret_key of the instance folder"
        )
    if not hmac.compare_digest(_seal(key, content), seal):
        raise BackupError("was altered: its seal doesn't fit what it says of itself")
    try:
        return Manifest.model_validate(content), name
    except ValidationError as fault:
        raise BackupError(NO_BACKUP) from fault


def _seal(key: bytes, content: object) -> str:
    text = json.dumps(content, sort_keys=True)
    return hmac.new(derive_key(key, PURPOSE), text.encode(), hashlib.sha256).hexdigest()
