"""Drafts and texts: one person's unsaved input, stored for 24 hours and unreadable in a copy of the database.

Drafts that a browser parked when its session ended are also sealed with the secret in its cookie, so even the
database and the portal's keys together can't open them.
"""

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.database import Database
from masthead.store.entries import MAYBE_SAVED, Outcome, State
from masthead.store.keys import CookieSecret, Keys, Sealing, create_cookie, random_id, read_cookie
from masthead.store.tables.records import drafts, journal_outcomes

KEPT_SECONDS = 24 * 3600.0
MAX_BYTES = 256 * 1024
MAX_STRUCTURE_BYTES = 8 * 1024 * 1024
MAX_ITEMS = 5
"""Maximum number of discarded drafts and texts per person. Beyond it, the oldest are deleted."""
MAX_PARKED = 20
"""Maximum number of parked drafts per browser. Beyond it, the oldest are deleted."""
PARKED_PURPOSE = "parked input"
DRAWN_FROM = "was"
PAGE_SHOWN = "base"
"""The hidden field with everything that the page showed, if that is more than the form edits."""
NOT_TYPED = {DRAWN_FROM, PAGE_SHOWN}
"""Hidden fields with sealed values from when the form was rendered, which nobody typed."""
PLACE, BASE = "structure-place", "structure-base"
"""The names of the values in a parked draft of a structure."""
INPUT, DISCARDED, PARKED, TEXT, PART, LASTING = "input", "dropped", "parked", "text", "part", "lasting"
"""Kinds of rows: a form's draft, a discarded or parked draft, an imported text or part of one, a lasting text."""
UNREADABLE = (ValueError, KeyError, TypeError)
"""Exceptions for a row that another version wrote in another format."""
IS_INPUT = drafts.c.kind == INPUT
Pairs = Sequence[tuple[str, str]]
_STATE = select(journal_outcomes.c.state).where(journal_outcomes.c.entry == drafts.c.entry)
_STATE = _STATE.order_by(journal_outcomes.c.number.desc()).limit(1)
_WITH_STATE = select(drafts, _STATE.scalar_subquery().label("state"))
_NEWEST_FIRST = drafts.c.at.desc(), drafts.c.id


@dataclass(frozen=True, slots=True)
class Draft:
    """The input of a form that is submitted to the path `page`. `at` is a Unix timestamp.

    `entry` is set if the draft, or an earlier version of it, was sent, but its outcome is unknown: it is the number of
    the journal entry. `closed` means that the outcome is no longer checked. `id` is unique among a person's drafts.
    """

    page: str
    at: float
    pairs: Pairs = field(repr=False)
    entry: int | None = None
    id: str = ""
    closed: bool = False

    @property
    def version(self) -> str:
        """Return a digest of the input."""
        return sha256(json.dumps(_filled_pairs(self.pairs)).encode()).hexdigest()[:16]

    def has_same_input(self, other: "Draft") -> bool:
        """Return whether both have the same input for the same form, even if the form showed different values."""
        return self.page == other.page and _filled_pairs(self.pairs) == _filled_pairs(other.pairs)

    @property
    def is_structure(self) -> bool:
        """Return whether this is a parked structure draft, not form input."""
        return {name for name, _ in self.pairs} >= {PLACE, BASE}


class Drafts:
    """Stores each person's drafts. A page has several if its form was filled in more than once. Raises StoreError."""

    def __init__(self, database: Database, keys: Keys, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._sealing = Sealing(keys, "draft")
        self._clock = clock

    def save(
        self, owner: str, page: str, pairs: Pairs, *, draft: str = "", at: float | None = None, opened: bool = False
    ) -> Draft | None:
        """Store input as a draft with the time `at`, by default now. Returns the draft, None if it is too large.

        It replaces the draft with the id `draft`, and any draft with the same input. If the form was only `opened`,
        it keeps the time of the latter. It also keeps their journal entry if its outcome is unknown.
        """
        if not is_small_enough(pairs):
            return None
        now = self._clock()
        kept = Draft(page, now if at is None else at, pairs, None, draft or random_id())
        with self._database.writing() as connection:
            every = self._read(connection, owner, drafts.c.page == page)
            same = [each for each in every if each.has_same_input(kept)]
            former = [each for each in every if each.id == kept.id or each in same]
            sent = next((each for each in former if each.entry is not None), kept)
            if opened:
                kept = replace(kept, at=max((each.at for each in same), default=kept.at))
            kept = replace(kept, entry=sent.entry, closed=sent.closed)
            replaced = drafts.c.id.in_([kept.id, *(each.id for each in same)]) & (drafts.c.owner == owner)
            connection.execute(delete(drafts).where(replaced | is_expired(now)))
            sealed = self._sealing.seal(owner, page, json.dumps(pairs).encode())
            row = {"owner": owner, "id": kept.id, "page": page, "at": kept.at, "entry": kept.entry}
            connection.execute(insert(drafts).values(row | sealed))
        return kept

    def discard(self, owner: str, draft: str, version: str) -> bool:
        """Hide a draft until it is restored or expires. Returns False if its version has changed, or it is gone."""
        with self._database.writing() as connection:
            kept = self._read(connection, owner, drafts.c.id == draft)
            if not kept or kept[0].version != version:
                return False
            hidden = {"kind": DISCARDED, "at": self._clock()}
            connection.execute(update(drafts).where(is_draft(owner, draft)).values(hidden))
            drop_oldest(connection, owner)
        return True

    def restore(self, owner: str, draft: str) -> None:
        """Show a discarded draft again."""
        with self._database.writing() as connection:
            hidden = is_draft(owner, draft) & (drafts.c.kind == DISCARDED)
            connection.execute(update(drafts).where(hidden).values(kind=INPUT))

    def drop(self, owner: str, draft: str, *, sent: bool = True, within: Connection | None = None) -> None:
        """Delete a draft. Without `sent`, keep it if it was ever sent, since it may have been saved."""
        with self._database.writing(within=within) as connection:
            dropped = delete(drafts).where(is_draft(owner, draft))
            connection.execute(dropped if sent else dropped.where(drafts.c.entry.is_(None)))

    def of_owner(self, owner: str, connection: Connection | None = None) -> list[Draft]:
        """List a person's drafts, newest first. Skips those whose key is lost or whose format is unknown."""
        with self._database.reading(connection) as reading:
            return self._read(reading, owner)

    def get(self, owner: str, draft: str, kind: str = INPUT) -> Draft | None:
        with self._database.reading() as connection:
            return next(iter(self._read(connection, owner, drafts.c.id == draft, kind=kind)), None)

    def _read(self, connection: Connection, owner: str, *where: ColumnElement[bool], kind: str = INPUT) -> list[Draft]:
        mine = (drafts.c.owner == owner) & (drafts.c.kind == kind) & (drafts.c.at > self._clock() - KEPT_SECONDS)
        rows = connection.execute(_WITH_STATE.where(mine, *where).order_by(*_NEWEST_FIRST))
        opened = (self._open_draft(row) for row in rows)
        return [draft for draft in opened if draft is not None]

    def _open_draft(self, row: Row[tuple[object, ...]]) -> Draft | None:
        text = self._sealing.open(row.owner, row.page, row.sealed, row.key_name)
        try:
            kept = json.loads(text or b"")
            pairs = kept["pairs"] if isinstance(kept, dict) else kept  # the format of an earlier version
            return Draft(row.page, row.at, _parse_pairs(pairs), row.entry, row.id, row.state == State.CLOSED)
        except UNREADABLE:
            return None


@dataclass(slots=True)
class SendingDraft:
    """A `JournalHook` that links the draft to its entry. `apply_outcome_to_drafts` deletes or unlinks the draft later.

    If the call has no effect, the draft is linked to its previous entry, `before`, again.
    """

    owner: str
    draft: str
    before: int | None = None

    def on_intent(self, connection: Connection, entry: int) -> None:
        self.before = connection.scalar(select(drafts.c.entry).where(is_draft(self.owner, self.draft)))
        self._link(connection, entry)

    def on_outcome(self, connection: Connection, outcome: Outcome) -> None:
        if outcome.state not in {State.SAVED, *MAYBE_SAVED}:
            self._link(connection, self.before)

    def _link(self, connection: Connection, entry: int | None) -> None:
        connection.execute(update(drafts).where(is_draft(self.owner, self.draft)).values(entry=entry))


@dataclass(frozen=True, slots=True)
class ParkedDraft:
    """A draft from an ended session of `owner`. `id` identifies it among its browser's parked drafts."""

    id: str
    owner: str
    draft: Draft = field(repr=False)


class ParkedDrafts:
    """Stores drafts of browsers whose session ended. A cookie, `id.secret`, opens them. Raises StoreError."""

    def __init__(self, database: Database, keys: Keys, clock: Callable[[], float] = time.time) -> None:
        self._database, self._keys, self._clock = database, keys, clock

    def park(self, value: str, owner: str, parked: Iterable[Draft]) -> str:
        """Store a person's drafts for the browser with this cookie. Returns the cookie to use from now on.

        A browser without parked drafts gets a new cookie. This person's parked drafts with the same input are replaced.
        """
        before, given = self.list_by_cookie(value), read_cookie(value)
        cookie = given if given is not None and before else create_cookie()
        new = list(parked)
        own = (each for each in before if each.owner == owner)
        old = [each.id for each in own if any(draft.has_same_input(each.draft) for draft in new)]
        rows = [self._build_row(cookie, owner, draft) for draft in new]
        oldest = (
            select(drafts.c.id)
            .where(drafts.c.owner == parked_owner(cookie))
            .order_by(*_NEWEST_FIRST)
            .offset(MAX_PARKED)
        )
        with self._database.writing() as connection:
            connection.execute(delete(drafts).where(is_expired(self._clock()) | _parked_condition(cookie, old)))
            for row in rows:
                connection.execute(insert(drafts).values(row))
            connection.execute(delete(drafts).where(_parked_condition(cookie, connection.scalars(oldest).all())))
        return str(cookie)

    def list_by_cookie(self, value: str, connection: Connection | None = None) -> list[ParkedDraft]:
        """List the parked drafts that this cookie opens, newest first."""
        cookie = read_cookie(value)
        if cookie is None:
            return []
        mine = select(drafts).where(drafts.c.owner == parked_owner(cookie), drafts.c.at > self._clock() - KEPT_SECONDS)
        with self._database.reading(connection) as reading:
            rows = reading.execute(mine.order_by(*_NEWEST_FIRST)).all()
        return [each for row in rows if (each := self._open_row(row, cookie)) is not None]

    def drop(self, value: str, parked: Iterable[str]) -> None:
        """Delete the parked drafts with these ids, if the cookie opens them."""
        cookie, found = read_cookie(value), {each.id for each in self.list_by_cookie(value)} & set(parked)
        if cookie is not None and found:
            with self._database.writing() as connection:
                connection.execute(delete(drafts).where(_parked_condition(cookie, found)))

    def _build_row(self, cookie: CookieSecret, owner: str, draft: Draft) -> dict[str, Any]:
        identifier, content = random_id(), {"owner": owner, "page": draft.page, "pairs": list(draft.pairs)}
        sealed = cookie.seal(self._keys, PARKED_PURPOSE, content, identifier)
        return {"owner": parked_owner(cookie), "id": identifier, "page": "", "at": draft.at, "kind": PARKED, **sealed}

    def _open_row(self, row: Row[Any], cookie: CookieSecret) -> ParkedDraft | None:
        try:
            kept = cookie.open(self._keys, PARKED_PURPOSE, row.sealed, row.key_name, row.id) or {}
            return ParkedDraft(row.id, kept["owner"], Draft(kept["page"], row.at, _parse_pairs(kept["pairs"])))
        except UNREADABLE:
            return None


def apply_outcome_to_drafts(connection: Connection, entry: int, outcome: Outcome) -> None:
    """Delete drafts that were saved by an entry, or unlink them from it if they were not saved."""
    of_entry = drafts.c.entry == entry
    if outcome.state is State.SAVED:
        connection.execute(delete(drafts).where(of_entry))
    elif outcome.state not in MAYBE_SAVED:
        connection.execute(update(drafts).where(of_entry).values(entry=None))


def drop_oldest(connection: Connection, owner: str) -> None:
    """Delete an owner's oldest discarded drafts and texts, keeping MAX_ITEMS."""
    counts = (drafts.c.owner == owner) & drafts.c.kind.in_([DISCARDED, TEXT])
    too_many = select(drafts.c.id).where(counts).order_by(*_NEWEST_FIRST).offset(MAX_ITEMS)
    connection.execute(delete(drafts).where(counts, drafts.c.id.in_(connection.scalars(too_many).all())))
    texts = select(drafts.c.id).where(drafts.c.owner == owner, drafts.c.kind == TEXT)
    is_part = (drafts.c.owner == owner) & (drafts.c.kind == PART)
    connection.execute(delete(drafts).where(is_part, drafts.c.page.not_in(texts)))


def is_small_enough(pairs: Pairs) -> bool:
    """Return whether a form's input is small enough to be stored: at most 256 KiB."""
    return len(json.dumps(pairs).encode()) <= MAX_BYTES


def can_be_parked(draft: Draft) -> bool:
    """Return whether a draft is small enough to be parked: at most 256 KiB for a form, 8 MiB for a structure."""
    if draft.is_structure:
        return sum(len(text) for _, text in draft.pairs) <= MAX_STRUCTURE_BYTES
    return is_small_enough(draft.pairs)


def parked_owner(cookie: CookieSecret) -> str:
    """Return the value of the `owner` column for a browser's parked drafts."""
    return f"browser:{cookie.id}"


def is_expired(now: float) -> ColumnElement[bool]:
    """Return the condition that a row is no longer kept."""
    return (drafts.c.at <= now - KEPT_SECONDS) & (drafts.c.kind != LASTING)


def _parse_pairs(kept: Any) -> Pairs:  # noqa: ANN401 - JSON
    return [(name, value) for name, value in kept]


def _filled_pairs(pairs: Pairs) -> list[tuple[str, str]]:
    return [(name, value) for name, value in pairs if name not in NOT_TYPED]


def is_draft(owner: str, draft: str) -> ColumnElement[bool]:
    """Return the condition that a row has this owner and id."""
    return (drafts.c.owner == owner) & (drafts.c.id == draft)


def _parked_condition(cookie: CookieSecret, ids: Iterable[str]) -> ColumnElement[bool]:
    return (drafts.c.owner == parked_owner(cookie)) & drafts.c.id.in_(ids)
