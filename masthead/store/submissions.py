"""Form submissions by one-time key, so that a second press of a button finds the first submission."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.database import Database
from masthead.store.entries import Outcome, State
from masthead.store.tables.records import journal_outcomes, submissions

KEPT_SECONDS = 24 * 3600.0
MAX_KEY_LENGTH = 64
_OUTCOME = select(journal_outcomes.c.state).where(journal_outcomes.c.entry == submissions.c.entry)
_OUTCOME = _OUTCOME.order_by(journal_outcomes.c.number.desc()).limit(1)
_ROWS = select(submissions, _OUTCOME.scalar_subquery().label("state"))


class SubmissionState(StrEnum):
    """The state of a submission. `NEW` is returned to exactly one request, which may send it."""

    NEW = "new"
    SENT = "sent"
    SAVED = "saved"
    REFUSED = "refused"
    UNKNOWN = "unknown"


_STATES = {
    None: SubmissionState.SENT,
    State.SAVED: SubmissionState.SAVED,
    State.UNKNOWN: SubmissionState.UNKNOWN,
    State.CLOSED: SubmissionState.UNKNOWN,
}
"""States by the newest outcome of the journal entry; any other outcome had no effect."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission of a form. `begun_at` is a Unix timestamp.

    `entry` is the number of its journal entry, once it has been written. `location` and `message` are the next page
    and the message to show there.
    """

    state: SubmissionState
    begun_at: float
    entry: int | None = None
    location: str = ""
    message: str = ""

    @property
    def is_finished(self) -> bool:
        """Return whether the next page is known."""
        return bool(self.location)


class Submissions:
    """Stores the submissions of the last 24 hours. Raises StoreError."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def begin(self, owner: str, key: str, content: str) -> Submission:
        """Claim a form's key for this content. Only one of several concurrent requests gets `NEW`.

        A submission that had no effect may be sent again with its key. One with different content replaces it.
        """
        with self._database.writing() as connection:
            return _claim_key(connection, owner, key, content, self._clock())

    def sending(self, owner: str, key: str, content: str, seen: int | None = None) -> "SendingSubmission":
        """Return a journal hook that claims the key in the transaction of the journal entry.

        A submission whose entry is `seen` may be sent again, since the person has seen that entry's receipt.
        """
        return SendingSubmission(owner, key, content, seen, self._clock)

    def build_storing_hook(
        self, owner: str, key: str, content: str, message: str, location: Callable[[int], str]
    ) -> Callable[[Connection, int], None]:
        """Return a hook that stores the key with a bulk change. `location` builds the next URL from its number.

        The hook raises SentBeforeError if the key has been used.
        """

        def store(connection: Connection, number: int) -> None:
            first = _claim_key(connection, owner, key, content, self._clock())
            if first.state is not SubmissionState.NEW:
                raise SentBeforeError(first)
            self.finish(owner, key, location(number), message, within=connection)

        return store

    def find(self, owner: str, key: str, content: str | None = None) -> Submission | None:
        """Return the submission with this key and, if given, this content. None if there isn't any."""
        same = [] if content is None else [submissions.c.digest == _content_digest(content)]
        with self._database.reading() as connection:
            row = connection.execute(_ROWS.where(_is_submission(owner, key), *same)).first()
        return None if row is None else _to_submission(row)

    def finish(
        self,
        owner: str,
        key: str,
        location: str,
        message: str,
        *,
        entry: int | None = None,
        within: Connection | None = None,
    ) -> None:
        """Store the page and message to show after a second press, unless another journal entry has claimed the key."""
        own = _is_submission(owner, key) & (submissions.c.entry == entry)
        with self._database.writing(within=within) as connection:
            connection.execute(update(submissions).where(own).values(location=location, message=message))


class SentBeforeError(Exception):
    """An earlier submission, `first`, has used the key. Nothing was written."""

    def __init__(self, first: Submission) -> None:
        super().__init__(first.state)
        self.first = first


@dataclass(frozen=True, slots=True)
class SendingSubmission:
    """A `JournalHook` that claims a form's key."""

    owner: str
    key: str
    content: str
    seen: int | None
    clock: Callable[[], float]

    def on_intent(self, connection: Connection, entry: int) -> None:
        """Claim the key. Raises SentBeforeError if it has been used."""
        first = _claim_key(connection, self.owner, self.key, self.content, self.clock(), seen=self.seen, entry=entry)
        if first.state is not SubmissionState.NEW:
            raise SentBeforeError(first)

    def on_outcome(self, connection: Connection, outcome: Outcome) -> None:
        """Do nothing: the journal stores the outcome."""


def _claim_key(
    connection: Connection,
    owner: str,
    key: str,
    content: str,
    now: float,
    *,
    seen: int | None = None,
    entry: int | None = None,
) -> Submission:
    digest = _content_digest(content)
    connection.execute(delete(submissions).where(submissions.c.begun_at <= now - KEPT_SECONDS))
    same = _is_submission(owner, key) & (submissions.c.digest == digest)
    row = connection.execute(_ROWS.where(same)).first()
    found = None if row is None else _to_submission(row)
    is_seen = found is not None and seen is not None and found.entry == seen
    if found is not None and found.state is not SubmissionState.REFUSED and not is_seen:
        return found
    connection.execute(delete(submissions).where(_is_submission(owner, key)))
    new = {"owner": owner, "key": key[:MAX_KEY_LENGTH], "begun_at": now, "digest": digest, "entry": entry}
    connection.execute(insert(submissions).values(new))
    return Submission(SubmissionState.NEW, now, entry)


def _content_digest(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


def _to_submission(row: Row[tuple[object, ...]]) -> Submission:
    if row.location is not None:
        return Submission(SubmissionState.SAVED, row.begun_at, row.entry, row.location, row.message)
    state = SubmissionState.SENT if row.entry is None else _STATES.get(row.state, SubmissionState.REFUSED)
    return Submission(state, row.begun_at, row.entry)


def _is_submission(owner: str, key: str) -> ColumnElement[bool]:
    return (submissions.c.owner == owner) & (submissions.c.key == key[:MAX_KEY_LENGTH])
