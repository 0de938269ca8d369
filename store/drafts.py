"""What people typed and did not get saved: for 24 hours, for them alone, and unreadable in a copy of the database."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from store.database import Database
from store.entries import Outcome, State
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
    """The names and values of a form that goes to `page`, a path; `at` in seconds since 1970.

    `entry` is the number of the change in the journal that was sent with it and has no known outcome.
    """

    page: str
    at: float
    pairs: Pairs = field(repr=False)
    entry: int | None = None


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
        text = json.dumps(pairs).encode()
        sealed = self._sealing.seal(owner, page, text)
        row: dict[str, object] = {"owner": owner, "page": page, "at": now if at is None else at, **sealed}
        with self._database.writing() as connection:
            before = connection.execute(select(drafts).where(_is(owner, page))).first()
            # The same text, opened again or sent in vain: what was sent with it still has no known outcome.
            if before is not None and before.entry is not None and self._text(before) == text:
                row["entry"] = before.entry
            connection.execute(delete(drafts).where(_is(owner, page) | (drafts.c.at <= now - KEPT_SECONDS)))
            connection.execute(insert(drafts).values(row))
        return True

    def sending(self, owner: str, page: str) -> "Sending":
        """What the journal writes along with the change that is sent with a draft."""
        return Sending(owner, page)

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
        text = self._text(row)
        if text is None:
            return None
        return Draft(row.page, row.at, [(name, value) for name, value in json.loads(text)], row.entry)

    def _text(self, row: Row[tuple[object, ...]]) -> bytes | None:
        return self._sealing.open(row.owner, row.page, row.sealed, row.key_name)


@dataclass(frozen=True, slots=True)
class Sending:
    """Names the entry of the journal in the draft. `Journal.settle` does the rest, whoever finds out the outcome."""

    owner: str
    page: str

    def begun(self, connection: Connection, entry: int) -> None:
        """It is about to be sent."""
        connection.execute(update(drafts).where(_is(self.owner, self.page)).values(entry=entry))

    def settled(self, connection: Connection, outcome: Outcome) -> None:
        """It has an outcome, of which `settle` has told the draft."""


def settle_drafts(connection: Connection, entry: int, outcome: Outcome) -> None:
    """A change has an outcome: drop the draft that was saved with it, and tell the one that was not."""
    of_entry = drafts.c.entry == entry
    if outcome.state is State.SAVED:
        connection.execute(delete(drafts).where(of_entry))
    elif outcome.state is not State.UNKNOWN:
        connection.execute(update(drafts).where(of_entry).values(entry=None))


def is_small_enough(pairs: Pairs) -> bool:
    """Whether it is kept at all: 256 KiB at most."""
    return len(json.dumps(pairs).encode()) <= LARGEST_BYTES


def _is(owner: str, page: str) -> ColumnElement[bool]:
    return (drafts.c.owner == owner) & (drafts.c.page == page)
