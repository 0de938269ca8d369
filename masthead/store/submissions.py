"""Forms that were sent, each under its one-time key: so a double click is one call, and a replay shows the outcome."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.database import Database
from masthead.store.tables import submissions

KEPT_SECONDS = 24 * 3600.0
MAX_KEY_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Begun:
    """It is the first time: go on, and then finish or abandon it."""


@dataclass(frozen=True, slots=True)
class RunningSubmission:
    """It was begun before, in seconds since 1970, and has no outcome yet."""

    begun_at: float


@dataclass(frozen=True, slots=True)
class Finished:
    """It was done before: where that led to, what it said, and when it was begun, in seconds since 1970."""

    location: str
    message: str
    begun_at: float


@dataclass(frozen=True, slots=True)
class Different:
    """Something else was sent under this key before: what is sent now was not carried out.

    `begun_at` is when that was, in seconds since 1970, and `location` where it led to once it was done.
    """

    begun_at: float
    location: str = ""


class Submissions:
    """What became of each form, for 24 hours."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def begin(self, owner: str, key: str, content: str) -> Begun | RunningSubmission | Finished | Different:
        """Take the key of a form for this content. Of several at the same time exactly one is told Begun."""
        now, digest = self._clock(), hashlib.sha256(content.encode()).hexdigest()
        with self._database.writing() as connection:
            connection.execute(delete(submissions).where(submissions.c.begun_at <= now - KEPT_SECONDS))
            row = connection.execute(select(submissions).where(_is_submission(owner, key))).first()
            if row is None:
                new = {"owner": owner, "key": key[:MAX_KEY_LENGTH], "begun_at": now, "digest": digest}
                connection.execute(insert(submissions).values(new))
                return Begun()
        if row.digest not in {None, digest}:
            return Different(row.begun_at, row.location or "")
        if row.location is None:
            return RunningSubmission(row.begun_at)
        return Finished(row.location, row.message, row.begun_at)

    def finished(self, owner: str, key: str) -> Finished | None:
        """What a form came to that was done before under this key; None while it was not."""
        with self._database.reading() as connection:
            row = connection.execute(select(submissions).where(_is_submission(owner, key))).first()
        return None if row is None or row.location is None else Finished(row.location, row.message, row.begun_at)

    def finish(self, owner: str, key: str, location: str, message: str) -> None:
        """Keep what a replay will be shown."""
        with self._database.writing() as connection:
            done = {"location": location, "message": message}
            connection.execute(update(submissions).where(_is_submission(owner, key)).values(done))

    def abandon(self, owner: str, key: str) -> None:
        """Give the key back, as nothing was done: the same form may be sent again."""
        with self._database.writing() as connection:
            connection.execute(delete(submissions).where(_is_submission(owner, key), submissions.c.location.is_(None)))


def _is_submission(owner: str, key: str) -> ColumnElement[bool]:
    return (submissions.c.owner == owner) & (submissions.c.key == key[:MAX_KEY_LENGTH])
