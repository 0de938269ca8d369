"""The chain of seals on the journal, which breaks if any line is changed, and the anchor that records its end.

A restore is sealed, too: lines written after the backup are lost, and the chain continues from the backup. Version
1.0.0 redacted some messages. Such a line no longer matches its own seal, so a redaction seals the new line.
"""

import hashlib
import hmac
import json
import logging
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import get_ident
from typing import Any

from sqlalchemy import Connection, Row, exists, insert, select

from masthead.store.database import Database
from masthead.store.errors import StoreError
from masthead.store.files import make_private
from masthead.store.keys import Keys, Secrets, derive_key, key_name
from masthead.store.tables.records import (
    journal,
    journal_outcomes,
    journal_redactions,
    journal_restores,
    journal_seals,
    journal_values,
)

FIRST = "0" * 64
Line = Mapping[str, Any]
_OF_REDACTION = journal_seals.alias()
_REDACTED = (
    select(journal_redactions.c.outcome, journal_redactions.c.wrong)
    .join(_OF_REDACTION, _OF_REDACTION.c.number == journal_redactions.c.seal)
    .where(_OF_REDACTION.c.entry.is_(None), _OF_REDACTION.c.outcome.is_(None))  # else its seal is of something else
    .subquery()
)
_CHAIN = (
    select(journal_seals, _REDACTED.c.wrong.label("wrong_before"))
    .outerjoin(_REDACTED, _REDACTED.c.outcome == journal_seals.c.outcome)
    .order_by(journal_seals.c.number)
)
_NEWEST = select(journal_seals.c.number, journal_seals.c.seal).order_by(journal_seals.c.number.desc()).limit(1)


class Seals:
    """Seals each line together with the previous seal. Only the anchor reveals that lines at the end were cut off."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def add(self, connection: Connection, **line: int) -> None:
        """Seal the line just written. Pass its number as `entry` or `outcome`. Call it in a write transaction."""
        self._append_seal(connection, _read_line(connection, **line), **line)

    def add_restore(self, connection: Connection, at: float, backup_at: float) -> None:
        """Record and seal that the journal was restored from a backup. Call it in a write transaction."""
        restore = {"at": at, "backup_at": backup_at}
        seal = self._append_seal(connection, restore)
        connection.execute(insert(journal_restores).values(seal=seal, **restore))

    def _append_seal(self, connection: Connection, line: Line | None, **number: int) -> int:
        seal = _compute_seal(self._keys.current, _newest_seal(connection)[1] or FIRST, line)
        row = {**number, "key_name": key_name(self._keys.current), "seal": seal}
        return connection.scalar(insert(journal_seals).values(row).returning(journal_seals.c.number)) or 0

    def verify_chain(self, connection: Connection) -> tuple[int, str | None]:
        """Return the number of valid seals, and what is wrong with the next one, if anything."""
        before, held = FIRST, 0
        pinned = {each.last_seal: each.seal for each in self._keys.former if each.last_seal}
        for row in connection.execute(_CHAIN):
            wrong = self._chain_error(connection, before, row)
            if wrong or pinned.pop(row.number, row.seal) != row.seal:
                return held, wrong or f"the seal {row.number} is not the last one of a former key"
            before, held = row.seal, held + 1
        gone = f"the seal {min(pinned)} is gone, the last one of a former key" if pinned else None
        return held, gone or _unsealed_line_error(connection)

    def state(self, connection: Connection) -> tuple[int, str, str | None]:
        """Return the newest seal's number and text (0 and empty if there is none), and the chain's fault, if any."""
        return *_newest_seal(connection), self.verify_chain(connection)[1]

    def _chain_error(self, connection: Connection, before: str, row: Row[Any]) -> str:
        name, line = _sealed_line(connection, row)
        # A redacted message can't be verified any more; the seal of the redaction comes later in the chain.
        wrong = self._seal_error(before, row, line) if row.wrong_before is None else row.wrong_before
        return wrong and f"{name} {wrong}"

    def _seal_error(self, before: str, row: Row[Any], line: Line | None) -> str:
        key = self._keys.find_seal_key(row.key_name, row.number)
        if line is None:
            return "is gone"
        if key is None:
            return "was sealed with a key that the portal has no more or had retired"
        return "" if hmac.compare_digest(_compute_seal(key, before, line), row.seal) else "is not what was sealed"


def _newest_seal(connection: Connection) -> tuple[int, str]:
    row = connection.execute(_NEWEST).first()
    return (0, "") if row is None else (row.number, row.seal)


def _sealed_line(connection: Connection, seal: Row[Any]) -> tuple[str, Line | None]:
    """Return the name and the values of the sealed line. The values are None if the line is missing."""
    if seal.entry is not None:
        return f"entry {seal.entry}", _read_line(connection, entry=seal.entry)
    if seal.outcome is not None:
        return f"outcome {seal.outcome}", _read_line(connection, outcome=seal.outcome)
    at, noted = seal.number, f"with the seal {seal.number}"
    if row := connection.execute(select(journal_redactions).where(journal_redactions.c.seal == at)).first():
        line = dict(_read_line(connection, outcome=row.outcome) or {})
        return f"the redaction {noted}", {"outcome": row.outcome, "at": row.at, "wrong": row.wrong, "line": line}
    if row := connection.execute(select(journal_restores).where(journal_restores.c.seal == at)).first():
        return f"the restore {noted}", {"at": row.at, "backup_at": row.backup_at}
    return f"the redaction or restore {noted}", None


def _read_line(connection: Connection, entry: int | None = None, outcome: int | None = None) -> Line | None:
    table, number = (journal, entry) if entry is not None else (journal_outcomes, outcome)
    row = connection.execute(select(table).where(table.c.number == number)).first()
    if row is None:
        return None
    # A migration added `text_reason` after the seal was made.
    line: dict[str, Any] = {str(name): value for name, value in row._mapping.items() if name != "text_reason"}  # noqa: SLF001 - public
    values = _sealed_values(connection, entry, outcome)
    return line | {"values": values} if values else line


def _sealed_values(connection: Connection, entry: int | None, outcome: int | None) -> list[list[str | None]]:
    """Return the values covered by the seal of an entry or outcome. Seals from before migration 0043 cover none."""
    columns = journal_values.c
    told = (columns.key, columns.before, columns.sent)
    rows = (
        select(*told).where(columns.entry == entry, columns.sealed == 1)
        if entry is not None
        else select(*told, columns.after).where(columns.outcome == outcome)
    )
    return sorted([list(row) for row in connection.execute(rows)], key=lambda row: row[0] or "")


def _unsealed_line_error(connection: Connection) -> str | None:
    for table, sealed in ((journal, journal_seals.c.entry), (journal_outcomes, journal_seals.c.outcome)):
        number = connection.scalar(
            select(table.c.number).outerjoin(journal_seals, sealed == table.c.number).where(sealed.is_(None)).limit(1)
        )
        if number is not None:
            return f"{'entry' if table is journal else 'outcome'} {number} has no seal"
    return None


def _compute_seal(key: bytes, before: str, line: Line | None) -> str:
    text = json.dumps([before, dict(line or {})], sort_keys=True)
    return hmac.new(derive_key(key, "journal"), text.encode(), hashlib.sha256).hexdigest()


ANCHOR_FILE = "journal-anchor.json"
PURPOSE = "journal anchor"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Anchor:
    """The last seal of the journal at a certain time. `at` is a Unix timestamp."""

    number: int
    seal: str
    at: float


class JournalAnchor:
    """Stores the anchor in a file, sealed with the secret from the settings, which isn't in the database.

    It advances only if the journal still has the recorded seal. `problem` is the result of the last check.
    """

    def __init__(
        self, file: Path, database: Database, secrets: Secrets, clock: Callable[[], float] = time.time
    ) -> None:
        self._file, self._database, self._secrets, self._clock = file, database, secrets, clock
        self.problem: str | None = None

    def advance(self) -> None:
        """Record the newest seal. A failure is logged, not raised."""
        try:
            with self._database.reading() as connection:
                found, newest = self._find_problem(connection), _newest_seal(connection)
            if found and found != self.problem:
                log.error("journal cut off: %s", found)
            self.problem = found
            if newest[0] and not found:
                self._write_anchor(Anchor(*newest, self._clock()))
        except (OSError, StoreError) as fault:
            log.warning("journal anchor not written: %s", fault)

    def check(self) -> str | None:
        """Describe lines missing according to the recorded seal. None if there are none. Raises StoreError."""
        with self._database.reading() as connection:
            return self._find_problem(connection)

    def missing_lines_message(self, noted: Anchor) -> str | None:
        """Describe lines missing according to an anchor from elsewhere. None if there are none. Raises StoreError."""
        with self._database.reading() as connection:
            return _missing_lines_message(connection, noted)

    def is_sealed_with_another(self) -> bool:
        """Return whether the file isn't sealed with the current secret."""
        try:
            _parse_anchor(self._file.read_bytes(), Secrets(self._secrets.current))
        except (FileNotFoundError, ValueError) as fault:
            return isinstance(fault, ValueError)
        return False

    def _find_problem(self, connection: Connection) -> str | None:
        try:
            noted = _parse_anchor(self._file.read_bytes(), self._secrets)
        except FileNotFoundError:
            return None
        except ValueError as fault:
            return f"the file {self._file} {fault}, so nobody knows whether the end of the journal is there"
        return _missing_lines_message(connection, noted)

    def _write_anchor(self, anchor: Anchor) -> None:
        beside = self._file.with_name(f".{self._file.name}-{os.getpid()}-{get_ident()}")
        make_private(beside)
        told, key = asdict(anchor), self._secrets.current
        beside.write_text(json.dumps({**told, "key_name": key_name(key), "mac": _compute_mac(key, told)}))
        beside.replace(self._file)


def _missing_lines_message(connection: Connection, noted: Anchor) -> str | None:
    """Describe missing lines. None if there are none, or the journal has since been restored from a backup."""
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


def _parse_anchor(text: bytes, secrets: Secrets) -> Anchor:
    """Parse the anchor file. Raises ValueError, with a message about what is wrong with it."""
    try:
        found = json.loads(text)
        anchor = Anchor(int(found["number"]), str(found["seal"]), float(found["at"]))
        name, mac = str(found["key_name"]), str(found["mac"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError("is damaged") from None
    key = secrets.find_by_name(name)
    if key is None:
        raise ValueError("was sealed with a key that the portal has no more")
    if not hmac.compare_digest(_compute_mac(key, asdict(anchor)), mac):
        raise ValueError("was altered")
    return anchor


def _compute_mac(key: bytes, told: dict[str, object]) -> str:
    return hmac.new(derive_key(key, PURPOSE), json.dumps(told, sort_keys=True).encode(), hashlib.sha256).hexdigest()
