"""Counts the unfinished work of the whole portal, for monitoring."""

import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Index, bindparam, func, select

from masthead.store.database import Database
from masthead.store.journal.queries import IS_UNKNOWN, UNDER_WAY_SECONDS
from masthead.store.tables.records import bulk_changes, journal, journal_outcomes

IS_UNFINISHED = bulk_changes.c.finished_at.is_(None)
Index("bulk_changes_unfinished", bulk_changes.c.number, sqlite_where=IS_UNFINISHED)
LATER = journal_outcomes.alias()
IS_LAST = ~(
    select(LATER.c.number)
    .where(LATER.c.entry == journal_outcomes.c.entry, LATER.c.number > journal_outcomes.c.number)
    .exists()
)
UNFINISHED = select(bulk_changes.c.paused_at, bulk_changes.c.held_until, bulk_changes.c.continues_until).where(
    IS_UNFINISHED
)
NEWEST = 10_000
"""Only the newest entries are checked for missing outcomes."""
LOST = (
    select(func.count())
    .select_from(journal)
    .where(
        journal.c.number > select(func.max(journal.c.number) - NEWEST).scalar_subquery(),
        journal.c.at <= bindparam("before"),
        ~select(LATER.c.number).where(LATER.c.entry == journal.c.number).exists(),
    )
)
UNKNOWN = select(func.count()).select_from(journal_outcomes).where(IS_UNKNOWN, IS_LAST)


class Backlog(NamedTuple):
    """The number of bulk changes running, paused or waiting for a person, and of changes with unknown outcomes."""

    running: int
    paused: int
    waiting: int
    unknown: int


def read_backlog(database: Database, clock: Callable[[], float] = time.time) -> Backlog:
    """Count the unfinished work in all organizations. Raises StoreError."""
    now = clock()
    with database.reading() as connection:
        unfinished = connection.execute(UNFINISHED).all()
        unknown = connection.scalar(UNKNOWN) or 0
        lost = connection.scalar(LOST, {"before": now - UNDER_WAY_SECONDS}) or 0
    standing = [row for row in unfinished if max(row.held_until or 0, row.continues_until or 0) <= now]
    paused = sum(row.paused_at is not None for row in standing)
    return Backlog(len(unfinished) - len(standing), paused, len(standing) - paused, unknown + lost)
