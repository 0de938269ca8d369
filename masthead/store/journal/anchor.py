"""Records the journal's last seal in a file beside the database, to detect lines cut off its end."""

import hashlib
import hmac
import json
import logging
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import get_ident

from sqlalchemy import Connection, exists, select

from masthead.store.database import Database
from masthead.store.errors import StoreError
from masthead.store.files import make_private
from masthead.store.keys import Secrets, derive_key, key_name
from masthead.store.tables.journal import journal_restores
from masthead.store.tables.records import journal_seals

ANCHOR_FILE = "journal-anchor.json"
PURPOSE = "journal anchor"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Anchor:
    """The last seal of the journal at a moment, in seconds since 1970."""

    number: int
    seal: str
    at: float


class JournalAnchor:
    """The anchor in a file, sealed with the secret of the settings, which is in no database.

    It advances only along a journal that has the recorded seal. `problem` is the result of the last look.
    """

    def __init__(
        self, file: Path, database: Database, secrets: Secrets, clock: Callable[[], float] = time.time
    ) -> None:
        self._file, self._database, self._secrets, self._clock = file, database, secrets, clock
        self.problem: str | None = None

    def advance(self) -> None:
        """Record the newest seal; a failure is only logged."""
        try:
            self._advance()
        except (OSError, StoreError) as fault:
            log.warning("journal anchor not written: %s", fault)

    def check(self) -> str | None:
        """Describe what the journal lacks of the recorded seal; None if nothing. Raises StoreError."""
        with self._database.reading() as connection:
            return self._find_problem(connection)

    def missing(self, noted: Anchor) -> str | None:
        """Describe what the journal lacks of an anchor recorded elsewhere; None if nothing. Raises StoreError."""
        with self._database.reading() as connection:
            return _missing_from(connection, noted)

    def is_sealed_with_another(self) -> bool:
        """Return whether another secret than the current one sealed the file."""
        try:
            _read(self._file.read_bytes(), Secrets(self._secrets.current))
        except (FileNotFoundError, ValueError) as fault:
            return isinstance(fault, ValueError)
        return False

    def _advance(self) -> None:
        with self._database.reading() as connection:
            found, newest = self._find_problem(connection), _newest(connection)
        if found and found != self.problem:
            log.error("journal cut off: %s", found)
        self.problem = found
        if newest is not None and not found:
            self._write(Anchor(*newest, self._clock()))

    def _find_problem(self, connection: Connection) -> str | None:
        try:
            noted = _read(self._file.read_bytes(), self._secrets)
        except FileNotFoundError:
            return None
        except ValueError as fault:
            return f"the file {self._file} {fault}, so nobody knows whether the end of the journal is there"
        return _missing_from(connection, noted)

    def _write(self, anchor: Anchor) -> None:
        beside = self._file.with_name(f".{self._file.name}-{os.getpid()}-{get_ident()}")
        make_private(beside)
        beside.write_bytes(_sealed(anchor, self._secrets))
        beside.replace(self._file)


def _missing_from(connection: Connection, noted: Anchor) -> str | None:
    """Describe missing lines; None too if the journal was restored from a backup since."""
    seal = connection.scalar(select(journal_seals.c.seal).where(journal_seals.c.number == noted.number))
    restored = exists().where(journal_restores.c.at >= noted.at)
    if seal == noted.seal or connection.scalar(select(restored)):
        return None
    when = datetime.fromtimestamp(noted.at, UTC).strftime("%-d %b %Y %H:%M UTC")
    gone = "it is gone" if seal is None else "there is another one now"
    return (
        f"the journal had the seal {noted.number} on {when}, and {gone}: lines were cut off at its end, or the "
        "database was replaced by an older or a new one"
    )


def _newest(connection: Connection) -> tuple[int, str] | None:
    last = select(journal_seals.c.number, journal_seals.c.seal).order_by(journal_seals.c.number.desc()).limit(1)
    row = connection.execute(last).first()
    return None if row is None else (row.number, row.seal)


def _sealed(anchor: Anchor, secrets: Secrets) -> bytes:
    told = asdict(anchor)
    return json.dumps({**told, "key_name": key_name(secrets.current), "mac": _mac(secrets.current, told)}).encode()


def _read(text: bytes, secrets: Secrets) -> Anchor:
    """Parse the anchor's file. Raises ValueError with its fault."""
    try:
        found = json.loads(text)
        anchor = Anchor(int(found["number"]), str(found["seal"]), float(found["at"]))
        name, mac = str(found["key_name"]), str(found["mac"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError("is damaged") from None
    key = secrets.named(name)
    if key is None:
        raise ValueError("was sealed with a key that the portal has no more")
    if not hmac.compare_digest(_mac(key, asdict(anchor)), mac):
        raise ValueError("was altered")
    return anchor


def _mac(key: bytes, told: dict[str, object]) -> str:
    return hmac.new(derive_key(key, PURPOSE), json.dumps(told, sort_keys=True).encode(), hashlib.sha256).hexdigest()
