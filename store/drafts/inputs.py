"""What people typed and did not get saved: for 24 hours, for them alone, and unreadable in a copy of the database."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from store.cookies import random_id
from store.database import Database
from store.entries import Outcome, State
from store.keys import Keys
from store.sealing import Sealing
from store.tables import drafts

KEPT_SECONDS = 24 * 3600.0
MAX_BYTES = 256 * 1024
DRAWN_FROM = "was"
"""The part of a form that nobody typed: what was saved when it was drawn, sealed."""
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Draft:
    """The names and values of a form that goes to `page`, a path; `at` in seconds since 1970.

    `entry` is the number of the change in the journal that was sent with it and has no known outcome. `id` names it
    among its person's.
    """

    page: str
    at: float
    pairs: Pairs = field(repr=False)
    entry: int | None = None
    id: str = ""

    def says_the_same(self, other: "Draft") -> bool:
        """Whether the same was typed into the same form, whatever each was drawn from."""
        return self.page == other.page and _filled_pairs(self.pairs) == _filled_pairs(other.pairs)


class Drafts:
    """Drafts of each person, several of the same page where forms were filled in apart."""

    def __init__(self, database: Database, keys: Keys, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._sealing = Sealing(keys, "draft")
        self._clock = clock

    def save(
        self, owner: str, page: str, pairs: Pairs, *, draft: str = "", at: float | None = None, opened: bool = False
    ) -> bool:
        """Keep what was typed, now or `at` a time; False if it is too large.

        It replaces the one with the id `draft`, and one that says the same, whose time it has if it was only `opened`;
        all others stay.
        """
        if not is_small_enough(pairs):
            return False
        now = self._clock()
        kept = Draft(page, now if at is None else at, pairs, None, draft or new_draft_id())
        with self._database.writing() as connection:
            of_page = select(drafts).where(drafts.c.owner == owner, drafts.c.page == page)
            before = [self._open_draft(row) for row in connection.execute(of_page)]
            same = [each for each in before if each is not None and each.says_the_same(kept)]
            # The same text, opened again or sent in vain: what was sent with it still has no known outcome.
            entry = next((each.entry for each in same if each.entry is not None), None)
            typed_at = max((each.at for each in same), default=kept.at) if opened else kept.at
            replaced = drafts.c.id.in_([kept.id, *(each.id for each in same)]) & (drafts.c.owner == owner)
            connection.execute(delete(drafts).where(replaced | (drafts.c.at <= now - KEPT_SECONDS)))
            connection.execute(insert(drafts).values(self._row(owner, replace(kept, entry=entry, at=typed_at))))
        return True

    def _row(self, owner: str, draft: Draft) -> dict[str, object]:
        sealed = self._sealing.seal(owner, draft.page, json.dumps(draft.pairs).encode())
        return {"owner": owner, "id": draft.id, "page": draft.page, "at": draft.at, "entry": draft.entry, **sealed}

    def sending(self, owner: str, draft: str) -> "SendingDraft":
        """What the journal writes along with the change that is sent with a draft."""
        return SendingDraft(owner, draft)

    def drop(self, owner: str, draft: str) -> None:
        """Forget it: it was saved, or is not wanted."""
        with self._database.writing() as connection:
            connection.execute(delete(drafts).where(_is_draft(owner, draft)))

    def of_owner(self, owner: str, connection: Connection | None = None) -> list[Draft]:
        """A person's, the newest first; those that were sealed with a key of long ago are left out."""
        rows = select(drafts).where(drafts.c.owner == owner, drafts.c.at > self._clock() - KEPT_SECONDS)
        with self._database.reading(connection) as reading:
            found = reading.execute(rows.order_by(drafts.c.at.desc(), drafts.c.id)).all()
        return [draft for row in found if (draft := self._open_draft(row)) is not None]

    def get(self, owner: str, draft: str) -> Draft | None:
        return next((each for each in self.of_owner(owner) if each.id == draft), None)

    def _open_draft(self, row: Row[tuple[object, ...]]) -> Draft | None:
        text = self._sealing.open(row.owner, row.page, row.sealed, row.key_name)
        if text is None:
            return None
        return Draft(row.page, row.at, [(name, value) for name, value in json.loads(text)], row.entry, row.id)


@dataclass(frozen=True, slots=True)
class SendingDraft:
    """Names the entry of the journal in the draft. `Journal.settle` does the rest, whoever finds out the outcome."""

    owner: str
    draft: str

    def begun(self, connection: Connection, entry: int) -> None:
        connection.execute(update(drafts).where(_is_draft(self.owner, self.draft)).values(entry=entry))

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
    return len(json.dumps(pairs).encode()) <= MAX_BYTES


def new_draft_id() -> str:
    """An id for a form that is drawn, and for what will be typed into it."""
    return random_id()


def _filled_pairs(pairs: Pairs) -> list[tuple[str, str]]:
    return [(name, value) for name, value in pairs if name != DRAWN_FROM]


def _is_draft(owner: str, draft: str) -> ColumnElement[bool]:
    return (drafts.c.owner == owner) & (drafts.c.id == draft)
