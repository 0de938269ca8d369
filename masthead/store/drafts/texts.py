"""Temporary texts of a person, imported or discarded: the last few, for 24 hours."""

import secrets
import time
import zlib
from collections.abc import Callable

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.bulk.changes import TransactionHook
from masthead.store.database import Database
from masthead.store.drafts.drafts import KEPT_SECONDS, TEXT, drop_oldest
from masthead.store.keys import Keys, Sealing
from masthead.store.tables.records import drafts

MAX_BYTES = 4 * 1024 * 1024
"""The size limit of a text, stored or unpacked."""


class TooLargeError(ValueError):
    """The text is larger than what is kept. Nothing was written."""


class TemporaryTexts:
    """Texts under an id that nobody guesses, each for the form of one page. Raises StoreError."""

    def __init__(
        self, database: Database, keys: Keys, clock: Callable[[], float] = time.time, *, largest: int = MAX_BYTES
    ) -> None:
        self._database = database
        self._sealing = Sealing(keys, "import")
        self._clock, self._largest = clock, largest

    def save(
        self, owner: str, page: str, text: bytes, beside: TransactionHook | None = None, *, trims: bool = True
    ) -> str:
        """Store a text for a page; returns its id. With `trims` the oldest are dropped. Raises TooLargeError.

        `beside` writes in the same transaction.
        """
        if len(text) > self._largest:
            raise TooLargeError(f"{len(text)} bytes, and {self._largest} are kept at most")
        now, made = self._clock(), secrets.token_urlsafe(16)
        sealed = self._sealing.seal(owner, _sealing_place(page, made), zlib.compress(text, 1))
        row = {"owner": owner, "id": made, "page": "", "at": now, "kind": TEXT}
        with self._database.writing() as connection:
            connection.execute(delete(drafts).where(drafts.c.at <= now - KEPT_SECONDS))
            connection.execute(insert(drafts).values(row | sealed))
            if beside is not None:
                beside(connection, 0)
            if trims:
                drop_oldest(connection, owner)
        return made

    def get(self, owner: str, page: str, wanted: str) -> bytes | None:
        """Return a text; None if it expired or belongs to another person or page."""
        return next((text for _, _, text in self.all_of(owner, page, drafts.c.id == wanted)), None)

    def all_of(self, owner: str, page: str, *where: ColumnElement[bool]) -> list[tuple[str, float, bytes]]:
        """List id, time and content of a page's texts, newest first."""
        mine = select(drafts).where(_is_of(owner), drafts.c.at > self._clock() - KEPT_SECONDS, *where)
        with self._database.reading() as connection:
            rows = connection.execute(mine.order_by(drafts.c.at.desc(), drafts.c.id)).all()
        return [(row.id, row.at, text) for row in rows if (text := self._open_text(row, page)) is not None]

    def drop(self, owner: str, wanted: str) -> None:
        """Forget a text, and the oldest ones beyond the limit."""
        with self._database.writing() as connection:
            connection.execute(delete(drafts).where(_is_of(owner), drafts.c.id == wanted))
            drop_oldest(connection, owner)

    def _open_text(self, row: Row[tuple[object, ...]], page: str) -> bytes | None:
        packed = self._sealing.open(row.owner, _sealing_place(page, row.id), row.sealed, row.key_name)
        return None if packed is None else zlib.decompressobj().decompress(packed, self._largest)


def _is_of(owner: str) -> ColumnElement[bool]:
    return (drafts.c.owner == owner) & (drafts.c.kind == TEXT)


def _sealing_place(page: str, made: str) -> str:
    return f"{page} {made}"
