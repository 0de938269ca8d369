"""What people typed and did not get saved: for 24 hours, for them alone, and unreadable in a copy of the database."""

import json
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.cookies import random_id
from masthead.store.database import Database
from masthead.store.entries import MAYBE_SAVED, Outcome, State
from masthead.store.keys import Keys
from masthead.store.sealing import Sealing
from masthead.store.tables.records import drafts, journal_outcomes

KEPT_SECONDS = 24 * 3600.0
MAX_BYTES = 256 * 1024
MAX_ASIDE = 20
DRAWN_FROM = "was"
PAGE_SHOWN = "base"
"""The part of a form with all that its page showed, where that is more than what the form edits."""
UNREADABLE = (ValueError, KeyError, TypeError)
"""Raised for a text that was kept in another form."""
NOT_TYPED = {DRAWN_FROM, PAGE_SHOWN}
"""The part of a form that nobody typed: what was saved when it was drawn, sealed."""
INPUT, PARKED, TEXT = "input", "parked", "text"
"""The kinds of drafts: of a form, of a browser whose session is over, and a text that was given to be read."""
IS_INPUT = drafts.c.kind == INPUT
Pairs = Sequence[tuple[str, str]]
_STATE = select(journal_outcomes.c.state).where(journal_outcomes.c.entry == drafts.c.entry)
_STATE = _STATE.order_by(journal_outcomes.c.number.desc()).limit(1)
_WITH_STATE = select(drafts, _STATE.scalar_subquery().label("state"))


@dataclass(frozen=True, slots=True)
class Draft:
    """The names and values of a form that goes to `page`, a path; `at` in seconds since 1970.

    `entry` is the number of the change in the journal that was sent with it and has no known outcome; `closed` says
    that nobody is to look for that any more. `id` names it among its person's. `meaning` is what its form makes of the
    text, however it is written; empty until it was drawn.
    """

    page: str
    at: float
    pairs: Pairs = field(repr=False)
    entry: int | None = None
    id: str = ""
    meaning: str = ""
    closed: bool = False

    @property
    def version(self) -> str:
        """Names what was typed, to see later whether more was."""
        return sha256(json.dumps(_filled_pairs(self.pairs)).encode()).hexdigest()[:16]

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
        all others stay. One that was sent without a known outcome is not replaced by another text: it is set aside.
        """
        if not is_small_enough(pairs):
            return False
        now = self._clock()
        kept = Draft(page, now if at is None else at, pairs, None, draft or new_draft_id())
        with self._database.writing() as connection:
            same = [each for each in self._of_page(connection, owner, page) if each.says_the_same(kept)]
            # The same text, opened again or sent in vain: what was sent with it still has no known outcome.
            sent = next((each for each in same if each.entry is not None), kept)
            typed_at = max((each.at for each in same), default=kept.at) if opened else kept.at
            if sent.entry is None:
                _set_aside(connection, owner, kept.id)
            replaced = drafts.c.id.in_([kept.id, *(each.id for each in same)]) & (drafts.c.owner == owner)
            connection.execute(delete(drafts).where(replaced | (drafts.c.at <= now - KEPT_SECONDS)))
            now_kept = replace(kept, entry=sent.entry, at=typed_at, meaning=sent.meaning)
            connection.execute(insert(drafts).values(self._row(owner, now_kept)))
        return True

    def recognize(self, owner: str, draft: str, meaning: str, *, within: Connection | None = None) -> None:
        """Remember what a draft means that its form shows: one that means what was set aside is that one."""
        with self._database.writing(within=within) as connection:
            shown, earlier = self._find(connection, owner, draft, meaning)
            if shown is None or (earlier is None and shown.meaning):
                return
            entry = shown.entry
            if earlier is not None:
                connection.execute(delete(drafts).where(_is_draft(owner, earlier.id)))
                entry = entry or earlier.entry
            row = self._row(owner, replace(shown, entry=entry, meaning=meaning))
            connection.execute(update(drafts).where(_is_draft(owner, draft)).values(row))

    def entry_sent(self, owner: str, draft: str, meaning: str) -> int | None:
        """Find the entry that sent the same as a draft and can still be checked. Returns its number or None."""
        with self._database.reading() as connection:
            shown, earlier = self._find(connection, owner, draft, meaning)
            entry = next((each.entry for each in (shown, earlier) if each is not None and each.entry), None)
            newest = select(journal_outcomes.c.state).where(journal_outcomes.c.entry == entry)
            state = connection.scalar(newest.order_by(journal_outcomes.c.number.desc()).limit(1)) if entry else None
        if earlier is not None:
            self.recognize(owner, draft, meaning)
        return None if state == State.CLOSED else entry

    def _find(self, connection: Connection, owner: str, draft: str, meaning: str) -> tuple[Draft | None, Draft | None]:
        """A draft, and another one that was sent without a known outcome and means the same."""
        own = connection.execute(select(drafts).where(_is_draft(owner, draft))).first()
        shown = None if own is None else self._open_draft(own)
        if shown is None:
            return None, None
        others = (each for each in self._of_page(connection, owner, shown.page) if each.id != draft)
        return shown, next((each for each in others if each.meaning == meaning and each.entry is not None), None)

    def _of_page(self, connection: Connection, owner: str, page: str) -> list[Draft]:
        rows = connection.execute(select(drafts).where(drafts.c.owner == owner, drafts.c.page == page, IS_INPUT))
        return [draft for row in rows if (draft := self._open_draft(row)) is not None]

    def _row(self, owner: str, draft: Draft) -> dict[str, object]:
        text = json.dumps({"pairs": draft.pairs, "meaning": draft.meaning})
        sealed = self._sealing.seal(owner, draft.page, text.encode())
        return {"owner": owner, "id": draft.id, "page": draft.page, "at": draft.at, "entry": draft.entry, **sealed}

    def sending(self, owner: str, draft: str, meaning: str | None) -> "SendingDraft":
        """Return the hook that links a draft to the entry it sends, or None without a `meaning`."""
        return SendingDraft(self, owner, draft, meaning)

    def drop(self, owner: str, draft: str, version: str) -> bool:
        """Forget it: it is not wanted. False if it has another version by now, or is gone."""
        with self._database.writing() as connection:
            row = connection.execute(select(drafts).where(_is_draft(owner, draft))).first()
            kept = None if row is None else self._open_draft(row)
            if kept is None or kept.version != version:
                return False
            connection.execute(delete(drafts).where(_is_draft(owner, draft)))
        return True

    def restore(self, owner: str, draft: Draft) -> bool:
        """Keep one as it was before it was dropped; False where there is one of its id by now."""
        with self._database.writing() as connection:
            if connection.execute(select(drafts).where(_is_draft(owner, draft.id))).first() is not None:
                return False
            connection.execute(insert(drafts).values(self._row(owner, draft)))
        return True

    def drop_unsent(self, owner: str, draft: str, *, within: Connection | None = None) -> None:
        """Forget it, unless it was sent: then it is not known whether it was saved."""
        with self._database.writing(within=within) as connection:
            connection.execute(delete(drafts).where(_is_draft(owner, draft), drafts.c.entry.is_(None)))

    def drop_saved(self, owner: str, draft: str, *, within: Connection | None = None) -> None:
        """Forget it, and what its form sent before: it was saved."""
        with self._database.writing(within=within) as connection:
            all_of_form = drafts.c.id.in_([draft, *_ids_aside(draft)])
            connection.execute(delete(drafts).where((drafts.c.owner == owner) & all_of_form))

    def of_owner(self, owner: str, connection: Connection | None = None) -> list[Draft]:
        """A person's, the newest first.

        Those sealed with a key of long ago, or by a version of Masthead that wrote them in another form, are left out.
        """
        rows = _WITH_STATE.where(drafts.c.owner == owner, IS_INPUT, drafts.c.at > self._clock() - KEPT_SECONDS)
        with self._database.reading(connection) as reading:
            found = reading.execute(rows.order_by(drafts.c.at.desc(), drafts.c.id)).all()
        opened = [(self._open_draft(row), row.state == State.CLOSED) for row in found]
        return [replace(draft, closed=closed) for draft, closed in opened if draft is not None]

    def get(self, owner: str, draft: str) -> Draft | None:
        return next((each for each in self.of_owner(owner) if each.id == draft), None)

    def _open_draft(self, row: Row[tuple[object, ...]]) -> Draft | None:
        text = self._sealing.open(row.owner, row.page, row.sealed, row.key_name)
        if text is None:
            return None
        try:
            kept = json.loads(text)
            if isinstance(kept, list):  # as an earlier version wrote it
                kept = {"pairs": kept, "meaning": ""}
            pairs = [(name, value) for name, value in kept["pairs"]]
            return Draft(row.page, row.at, pairs, row.entry, row.id, kept["meaning"])
        except UNREADABLE:
            return None


@dataclass(frozen=True, slots=True)
class SendingDraft:
    """Names the entry of the journal in the draft. `Journal.settle` does the rest, whoever finds out the outcome."""

    drafts: Drafts
    owner: str
    draft: str
    meaning: str | None

    def begun(self, connection: Connection, entry: int) -> None:
        if self.meaning is not None:
            self.drafts.recognize(self.owner, self.draft, self.meaning, within=connection)
        _set_aside(connection, self.owner, self.draft)
        connection.execute(update(drafts).where(_is_draft(self.owner, self.draft)).values(entry=entry))

    def settled(self, connection: Connection, outcome: Outcome) -> None:
        """It has an outcome, of which `settle` has told the draft."""


def settle_drafts(connection: Connection, entry: int, outcome: Outcome) -> None:
    """A change has an outcome: drop the draft that was saved with it, and tell the one that was not."""
    of_entry = drafts.c.entry == entry
    if outcome.state is State.SAVED:
        connection.execute(delete(drafts).where(of_entry))
    elif outcome.state not in MAYBE_SAVED:
        connection.execute(update(drafts).where(of_entry).values(entry=None))


def is_small_enough(pairs: Pairs) -> bool:
    """Whether it is kept at all: 256 KiB at most."""
    return len(json.dumps(pairs).encode()) <= MAX_BYTES


def new_draft_id() -> str:
    """An id for a form that is drawn, and for what will be typed into it."""
    return random_id()


def _set_aside(connection: Connection, owner: str, draft: str) -> None:
    """Keep a draft beside whatever its form sends next, if what it was sent with has no known outcome."""
    row = connection.execute(select(drafts).where(_is_draft(owner, draft), drafts.c.entry.is_not(None))).first()
    if row is not None:
        among = drafts.c.id.in_(_ids_aside(draft))
        taken = set(connection.scalars(select(drafts.c.id).where(drafts.c.owner == owner, among)))
        aside = next((each for each in _ids_aside(draft) if each not in taken), new_draft_id())
        connection.execute(insert(drafts).values({**row._mapping, "id": aside}))  # noqa: SLF001 - SQLAlchemy's name


def _ids_aside(draft: str) -> list[str]:
    """The ids for what the form of a draft sent before; what is more than these stays when the form is saved."""
    digests = (sha256(f"{draft} {place}".encode()).digest() for place in range(MAX_ASIDE))
    return [urlsafe_b64encode(each[:16]).decode().rstrip("=") for each in digests]


def _filled_pairs(pairs: Pairs) -> list[tuple[str, str]]:
    return [(name, value) for name, value in pairs if name not in NOT_TYPED]


def _is_draft(owner: str, draft: str) -> ColumnElement[bool]:
    return (drafts.c.owner == owner) & (drafts.c.id == draft)
