"""The chain of seals on the journal: changing or removing a line without the server's key breaks it.

A line whose message was cleaned no longer fits its seal, so its redaction has a seal over the line as it is now. A
restore has a seal too: lines written after the backup are gone, and the chain continues from the backup.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from masthead.store.journal.values import sealed_values
from masthead.store.keys import Keys, derive_key, key_name
from masthead.store.tables.journal import journal_restores
from masthead.store.tables.records import journal, journal_outcomes, journal_redactions, journal_seals

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


class Seals:
    """Seals each line together with the seal before it. Only the anchor misses lines cut off at the end."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def add(self, connection: Connection, **line: int) -> None:
        """Seal the line just written: `entry=` or `outcome=` its number. Call it within a write."""
        self._append_seal(connection, _read_line(connection, **line), **line)

    def redact(self, connection: Connection, outcome: int, message: str, at: float) -> None:
        """Replace the message of an outcome and seal that, once per outcome. Call it within a write.

        The seal covers whether the line was intact until then: cleaning must not make it good.
        """
        redaction = {"outcome": outcome, "at": at, "wrong": self._outcome_error(connection, outcome)}
        connection.execute(update(journal_outcomes).where(journal_outcomes.c.number == outcome).values(message=message))
        seal = self._append_seal(connection, _redacted_line(connection, redaction))
        connection.execute(insert(journal_redactions).values(seal=seal, **redaction))

    def restored(self, connection: Connection, at: float, backup_at: float) -> None:
        """Seal that the journal was restored from a backup. Call it within a write."""
        restore = {"at": at, "backup_at": backup_at}
        seal = self._append_seal(connection, restore)
        connection.execute(insert(journal_restores).values(seal=seal, **restore))

    def _append_seal(self, connection: Connection, line: Line | None, **number: int) -> int:
        seal = _compute_seal(self._keys.current, _previous_seal(connection), line)
        row = {**number, "key_name": key_name(self._keys.current), "seal": seal}
        return connection.scalar(insert(journal_seals).values(row).returning(journal_seals.c.number)) or 0

    def first_broken(self, connection: Connection) -> tuple[int, str | None]:
        """Count the seals that hold, and return the error of the next one, if any."""
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
        """Return number and text of the newest seal, 0 and empty without one, and the chain's error, if any."""
        newest = select(journal_seals.c.number, journal_seals.c.seal).order_by(journal_seals.c.number.desc()).limit(1)
        row = connection.execute(newest).first()
        number, seal = (0, "") if row is None else (row.number, row.seal)
        return number, seal, self.first_broken(connection)[1]

    def _chain_error(self, connection: Connection, before: str, row: Row[Any]) -> str:
        if row.entry is not None:
            wrong = self._seal_error(before, row, _read_line(connection, entry=row.entry))
            return wrong and f"entry {row.entry} {wrong}"
        if row.outcome is not None:
            # The message that it was sealed with is gone for good; the seal of its redaction comes later in the chain.
            is_redacted = row.wrong_before is not None
            wrong = row.wrong_before or (
                "" if is_redacted else self._seal_error(before, row, _read_line(connection, outcome=row.outcome))
            )
            return wrong and f"outcome {row.outcome} {wrong}"
        note, line = _read_note(connection, row.number)
        wrong = self._seal_error(before, row, line)
        return wrong and f"the {note} with the seal {row.number} {wrong}"

    def _outcome_error(self, connection: Connection, outcome: int) -> str:
        row = connection.execute(select(journal_seals).where(journal_seals.c.outcome == outcome)).first()
        if row is None:
            return "has no seal"
        return self._seal_error(_previous_seal(connection, row.number), row, _read_line(connection, outcome=outcome))

    def _seal_error(self, before: str, row: Row[Any], line: Line | None) -> str:
        key = self._keys.find_seal_key(row.key_name, row.number)
        if line is None:
            return "is gone"
        if key is None:
            return "was sealed with a key that the portal has no more or had retired"
        return "" if hmac.compare_digest(_compute_seal(key, before, line), row.seal) else "is not what was sealed"


def _previous_seal(connection: Connection, number: int | None = None) -> str:
    """Return the newest seal; with a number the one before that."""
    last = select(journal_seals.c.seal).order_by(journal_seals.c.number.desc()).limit(1)
    return connection.scalar(last if number is None else last.where(journal_seals.c.number < number)) or FIRST


def _read_note(connection: Connection, seal: int) -> tuple[str, Line | None]:
    redaction = _read_redaction(connection, seal)
    if redaction is not None:
        return "redaction", _redacted_line(connection, redaction)
    own = journal_restores.c.seal == seal
    row = connection.execute(select(journal_restores.c.at, journal_restores.c.backup_at).where(own)).first()
    return ("redaction or restore", None) if row is None else ("restore", {"at": row.at, "backup_at": row.backup_at})


def _read_redaction(connection: Connection, seal: int) -> dict[str, Any] | None:
    row = connection.execute(select(journal_redactions).where(journal_redactions.c.seal == seal)).first()
    return None if row is None else {"outcome": row.outcome, "at": row.at, "wrong": row.wrong}


def _redacted_line(connection: Connection, redaction: Mapping[str, Any]) -> Line:
    return {**redaction, "line": dict(_read_line(connection, outcome=redaction["outcome"]) or {})}


def _read_line(connection: Connection, entry: int | None = None, outcome: int | None = None) -> Line | None:
    table, number = (journal, entry) if entry is not None else (journal_outcomes, outcome)
    row = connection.execute(select(table).where(table.c.number == number)).first()
    if row is None:
        return None
    # A migration added `text_reason` after the seal was made.
    line: dict[str, Any] = {str(name): value for name, value in row._mapping.items() if name != "text_reason"}  # noqa: SLF001 - public
    values = sealed_values(connection, entry, outcome)
    return line | {"values": values} if values else line


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
