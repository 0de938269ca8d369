"""Structure drafts: one person's private drafts of a site's structure, stored as text."""

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.bulk.changes import TransactionHook
from masthead.store.database import Database
from masthead.store.errors import DraftChangedError
from masthead.store.keys import Keys, Sealing
from masthead.store.tables.records import arrangements

KEPT_SECONDS = 30 * 24 * 3600.0
PURPOSE = "arrangement"
MAX_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """A person's draft for a `place`. `at` is a Unix timestamp, and `revision` counts changes.

    If `takes_back` is set, the draft undoes the bulk change that sent this journal entry.
    """

    owner: str
    place: str
    revision: int
    at: float
    content: str = field(repr=False)
    takes_back: int | None = None


class StructureDrafts:
    """Stores structure drafts, one per person and place. A place is any string. Raises StoreError."""

    def __init__(self, database: Database, keys: Keys, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._sealing = Sealing(keys, PURPOSE)
        self._clock = clock

    def find(self, owner: str, place: str, connection: Connection | None = None) -> StoredDraft | None:
        """Return a person's draft for a place, or None if there is no readable one."""
        mine = select(arrangements).where(_is_draft(owner, place), arrangements.c.at > self._clock() - KEPT_SECONDS)
        with self._database.reading(connection) as reading:
            row = reading.execute(mine).first()
        content = None if row is None else self._open(row, owner, place)
        if row is None or content is None:
            return None
        return StoredDraft(owner, place, row.current, row.at, content, row.takes_back)

    def all_of(self, owner: str, connection: Connection | None = None) -> list[tuple[str, float]]:
        """List the places for which a person has drafts, with the time of the last change, newest first."""
        mine = select(arrangements.c.place, arrangements.c.at).where(
            arrangements.c.owner == owner, arrangements.c.at > self._clock() - KEPT_SECONDS
        )
        with self._database.reading(connection) as reading:
            return [(row.place, row.at) for row in reading.execute(mine.order_by(arrangements.c.at.desc()))]

    def begin(self, owner: str, place: str, content: str, takes_back: int | None = None) -> StoredDraft | None:
        """Add a draft. Returns None if there already is one."""
        with self._database.writing() as connection:
            if self.find(owner, place, connection) is not None:
                return None
            self._drop(connection, owner, place)
            head = {"owner": owner, "place": place, "at": self._clock(), "current": 0, "takes_back": takes_back}
            connection.execute(insert(arrangements).values(head | self._seal(owner, place, content)))
            return self.find(owner, place, connection)

    def put(self, draft: StoredDraft, content: str, takes_back: int | None) -> bool:
        """Replace the content of a draft. Returns False if the stored draft has changed since `draft` was read."""
        owner, place = draft.owner, draft.place
        with self._database.writing() as connection:
            if not self._is_current(connection, draft):
                return False
            head = {"at": self._clock(), "current": draft.revision + 1, "takes_back": takes_back}
            sealed = self._seal(owner, place, content)
            connection.execute(update(arrangements).where(_is_draft(owner, place)).values(head | sealed))
        return True

    def drop(self, draft: StoredDraft) -> bool:
        """Delete a draft. Returns False if the stored draft has changed since `draft` was read."""
        with self._database.writing() as connection:
            if not self._is_current(connection, draft):
                return False
            self._drop(connection, draft.owner, draft.place)
        return True

    def build_drop_hook(self, draft: StoredDraft) -> TransactionHook:
        """Return a hook that deletes the draft in its transaction, or raises DraftChangedError if it has changed."""

        def drop(connection: Connection, _number: int) -> None:
            if not self._is_current(connection, draft):
                raise DraftChangedError
            self._drop(connection, draft.owner, draft.place)

        return drop

    def _is_current(self, connection: Connection, draft: StoredDraft) -> bool:
        row = connection.execute(select(arrangements).where(_is_draft(draft.owner, draft.place))).first()
        return row is not None and (row.at, row.current) == (draft.at, draft.revision)

    def _drop(self, connection: Connection, owner: str, place: str) -> None:
        old = select(arrangements.c.owner, arrangements.c.place).where(
            arrangements.c.at <= self._clock() - KEPT_SECONDS
        )
        for mine in [(owner, place), *((row.owner, row.place) for row in connection.execute(old))]:
            connection.execute(delete(arrangements).where(_is_draft(*mine)))

    def _seal(self, owner: str, place: str, content: str) -> dict[str, bytes | str]:
        return self._sealing.seal(owner, place, zlib.compress(content.encode(), 1))

    def _open(self, row: Row[tuple[object, ...]], owner: str, place: str) -> str | None:
        packed = self._sealing.open(owner, place, row.sealed, row.key_name)
        return None if packed is None else zlib.decompressobj().decompress(packed, MAX_BYTES).decode()


def _is_draft(owner: str, place: str) -> ColumnElement[bool]:
    return (arrangements.c.owner == owner) & (arrangements.c.place == place)
