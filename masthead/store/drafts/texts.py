"""Stores texts, such as imported lists and files, sealed for one person."""

import secrets
import time
import zlib
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.bulk.changes import TransactionHook
from masthead.store.database import Database
from masthead.store.drafts.drafts import KEPT_SECONDS, LASTING, PART, TEXT, drop_oldest, is_draft, is_expired
from masthead.store.keys import Keys, Sealing
from masthead.store.tables.records import drafts

MAX_TEXT_BYTES = 4 * 1024 * 1024
"""The size limit of a text, stored or unpacked."""


class TooLargeError(ValueError):
    """The text is too large to be stored. Nothing was written."""


class TemporaryTexts:
    """Stores texts for the form of one page, with ids that can't be guessed. Raises StoreError."""

    def __init__(
        self, database: Database, keys: Keys, clock: Callable[[], float] = time.time, *, largest: int = MAX_TEXT_BYTES
    ) -> None:
        self._database = database
        self._sealing = Sealing(keys, "import")
        self._clock, self._largest = clock, largest

    def save(
        self,
        owner: str,
        page: str,
        text: bytes,
        beside: TransactionHook | None = None,
        *,
        trims: bool = True,
        parts: Sequence[bytes] = (),
    ) -> str:
        """Store a text for a page and return its id. `trims` deletes the oldest beyond the limit. Raises TooLargeError.

        `parts` are stored with it, each to be read alone. `beside` is called in the same transaction.
        """
        self._ensure_size(max(map(len, (text, *parts))))
        now, made = self._clock(), secrets.token_urlsafe(16)
        rows = [(made, "", TEXT, text), *((_part_id(made, at), made, PART, part) for at, part in enumerate(parts))]
        with self._database.writing() as connection:
            connection.execute(delete(drafts).where(is_expired(now)))
            for row_id, parent, kind, content in rows:
                sealed = self._sealing.seal(owner, _sealing_place(page, row_id), zlib.compress(content, 1))
                row = {"owner": owner, "id": row_id, "page": parent, "at": now, "kind": kind}
                connection.execute(insert(drafts).values(row | sealed))
            if beside is not None:
                beside(connection, 0)
            if trims:
                drop_oldest(connection, owner)
        return made

    def save_lasting(self, owner: str, page: str, text: bytes, within: Connection | None = None) -> None:
        """Store a page's lasting text, which replaces the one before. Raises TooLargeError."""
        self._ensure_size(len(text))
        row: dict[str, Any] = {
            "owner": owner,
            "id": _lasting_id(page),
            "page": "",
            "at": self._clock(),
            "kind": LASTING,
        }
        sealed = self._sealing.seal(owner, _sealing_place(page, row["id"]), zlib.compress(text, 1))
        with self._database.writing(within=within) as connection:
            connection.execute(delete(drafts).where(is_draft(owner, row["id"])))
            connection.execute(insert(drafts).values(row | sealed))

    def find_lasting(self, owner: str, page: str) -> tuple[float, bytes] | None:
        """Return a page's lasting text and the time when it was stored, as a Unix timestamp."""
        with self._database.reading() as connection:
            rows = connection.execute(select(drafts).where(is_draft(owner, _lasting_id(page)))).all()
        return next(((row.at, text) for row in rows if (text := self._open_text(row, page)) is not None), None)

    def get(self, owner: str, page: str, wanted: str, part: int | None = None) -> bytes | None:
        """Return a text or its part, or None if it has expired or belongs to another person or page."""
        kind, row_id = (TEXT, wanted) if part is None else (PART, _part_id(wanted, part))
        return next((text for _, _, text in self._list(owner, page, kind, drafts.c.id == row_id)), None)

    def all_of(self, owner: str, page: str) -> list[tuple[str, float, bytes]]:
        """List the id, time and content of each of a page's texts, newest first."""
        return self._list(owner, page, TEXT)

    def _list(self, owner: str, page: str, kind: str, *where: ColumnElement[bool]) -> list[tuple[str, float, bytes]]:
        own = (drafts.c.owner == owner) & (drafts.c.kind == kind)
        mine = select(drafts).where(own, drafts.c.at > self._clock() - KEPT_SECONDS, *where)
        with self._database.reading() as connection:
            rows = connection.execute(mine.order_by(drafts.c.at.desc(), drafts.c.id)).all()
        return [(row.id, row.at, text) for row in rows if (text := self._open_text(row, page)) is not None]

    def drop(self, owner: str, wanted: str) -> None:
        """Delete a text, and the oldest ones beyond the limit."""
        with self._database.writing() as connection:
            connection.execute(delete(drafts).where(_owner_condition(owner), drafts.c.id == wanted))
            drop_oldest(connection, owner)

    def _ensure_size(self, size: int) -> None:
        if size > self._largest:
            raise TooLargeError(f"{size} bytes, and {self._largest} are kept at most")

    def _open_text(self, row: Row[tuple[object, ...]], page: str) -> bytes | None:
        packed = self._sealing.open(row.owner, _sealing_place(page, row.id), row.sealed, row.key_name)
        return None if packed is None else zlib.decompressobj().decompress(packed, self._largest)


def _owner_condition(owner: str) -> ColumnElement[bool]:
    return (drafts.c.owner == owner) & (drafts.c.kind == TEXT)


def _lasting_id(page: str) -> str:
    return sha256(page.encode()).hexdigest()[:22]


def _part_id(text_id: str, part: int) -> str:
    return f"{text_id[:17]}{part:05}"


def _sealing_place(page: str, made: str) -> str:
    return f"{page} {made}"
