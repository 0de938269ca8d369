"""What people typed and did not get saved: for 24 hours, for them alone, and unreadable in a copy of the database."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Row, bindparam, delete, func, insert, select
from sqlalchemy.sql.elements import ColumnElement

from store.database import Database
from store.keys import Keys
from store.sealing import Sealing
from store.tables import drafts

KEPT_SECONDS = 24 * 3600.0
LARGEST_BYTES = 256 * 1024
COUNT = (
    select(func.count())
    .select_from(drafts)
    .where(drafts.c.owner == bindparam("owner"), drafts.c.at > bindparam("from"))
)
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Draft:
    """The names and values of a form that goes to `page`, a path; `at` in seconds since 1970."""

    page: str
    at: float
    pairs: Pairs = field(repr=False)


class Drafts:
    """One draft for each person and page, the last one."""

    def __init__(self, database: Database, keys: Keys, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._sealing = Sealing(keys, "draft")
        self._clock = clock

    def keep(self, owner: str, page: str, pairs: Pairs, *, at: float | None = None) -> bool:
        """Keep what was typed, now or `at` a time, in place of what was kept before; False if it is too large."""
        if not is_small_enough(pairs):
            return False
        now = self._clock()
        sealed = self._sealing.seal(owner, page, json.dumps(pairs).encode())
        row = {"owner": owner, "page": page, "at": now if at is None else at, **sealed}
        with self._database.writing() as connection:
            connection.execute(delete(drafts).where(_is(owner, page) | (drafts.c.at <= now - KEPT_SECONDS)))
            connection.execute(insert(drafts).values(row))
        return True

    def drop(self, owner: str, page: str) -> None:
        """Forget it: it was saved, or is not wanted."""
        with self._database.writing() as connection:
            connection.execute(delete(drafts).where(_is(owner, page)))

    def count(self, owner: str) -> int:
        """How many a person has."""
        with self._database.reading() as connection:
            return connection.scalar(COUNT, {"owner": owner, "from": self._clock() - KEPT_SECONDS}) or 0

    def of_owner(self, owner: str) -> dict[str, Draft]:
        """A person's drafts by page; those that were sealed with a key of long ago are left out."""
        rows = select(drafts).where(drafts.c.owner == owner, drafts.c.at > self._clock() - KEPT_SECONDS)
        with self._database.reading() as connection:
            opened = [self._opened(row) for row in connection.execute(rows)]
        return {draft.page: draft for draft in opened if draft is not None}

    def _opened(self, row: Row[tuple[object, ...]]) -> Draft | None:
        text = self._sealing.open(row.owner, row.page, row.sealed, row.key_name)
        return None if text is None else Draft(row.page, row.at, [(name, value) for name, value in json.loads(text)])


def is_small_enough(pairs: Pairs) -> bool:
    """Whether it is kept at all: 256 KiB at most."""
    return len(json.dumps(pairs).encode()) <= LARGEST_BYTES


def _is(owner: str, page: str) -> ColumnElement[bool]:
    return (drafts.c.owner == owner) & (drafts.c.page == page)
