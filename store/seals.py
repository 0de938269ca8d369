"""The chain of seals on the journal: whoever changes or removes a line without the server's key breaks it."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert, select

from store.keys import Keys, derived, name_of
from store.tables import journal, journal_outcomes, journal_seals

FIRST = "0" * 64


class Seals:
    """Puts a seal on each line, over the line and the seal before it. Lines cut off at the end leave no trace."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def add(self, connection: Connection, **line: int) -> None:
        """Seal the line that was just written: `entry=` or `outcome=` its number. Within a write."""
        last = select(journal_seals.c.seal).order_by(journal_seals.c.number.desc()).limit(1)
        before = connection.scalar(last) or FIRST
        seal = _seal(self._keys.current, before, _line(connection, **line))
        row = {**line, "key_name": name_of(self._keys.current), "seal": seal}
        connection.execute(insert(journal_seals).values(row))

    def first_broken(self, connection: Connection) -> tuple[int, str | None]:
        """How many seals hold, and what is wrong with the next one; None where all hold."""
        before, held = FIRST, 0
        for row in connection.execute(select(journal_seals).order_by(journal_seals.c.number)):
            line = {"entry": row.entry} if row.entry is not None else {"outcome": row.outcome}
            if wrong := self._wrong(before, row, _line(connection, **line)):
                return held, f"{'entry' if row.entry is not None else 'outcome'} {next(iter(line.values()))} {wrong}"
            before, held = row.seal, held + 1
        return held, _unsealed(connection)

    def _wrong(self, before: str, row: Any, line: Mapping[str, Any] | None) -> str:  # noqa: ANN401 - a row
        key = self._keys.named(row.key_name)
        if line is None:
            return "is gone"
        if key is None:
            return "was sealed with a key that the portal has no more"
        return "" if hmac.compare_digest(_seal(key, before, line), row.seal) else "is not what was sealed"


def _line(connection: Connection, entry: int | None = None, outcome: int | None = None) -> Mapping[str, Any] | None:
    table, number = (journal, entry) if entry is not None else (journal_outcomes, outcome)
    row = connection.execute(select(table).where(table.c.number == number)).first()
    return None if row is None else {str(name): value for name, value in row._mapping.items()}  # noqa: SLF001 - public


def _unsealed(connection: Connection) -> str | None:
    """A line that somebody put in beside the chain."""
    for table, sealed in ((journal, journal_seals.c.entry), (journal_outcomes, journal_seals.c.outcome)):
        number = connection.scalar(
            select(table.c.number).outerjoin(journal_seals, sealed == table.c.number).where(sealed.is_(None)).limit(1)
        )
        if number is not None:
            return f"{'entry' if table is journal else 'outcome'} {number} has no seal"
    return None


def _seal(key: bytes, before: str, line: Mapping[str, Any] | None) -> str:
    text = json.dumps([before, dict(line or {})], sort_keys=True)
    return hmac.new(derived(key, "journal"), text.encode(), hashlib.sha256).hexdigest()
