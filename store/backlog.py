"""What is not finished in the whole portal, counted for those who watch it: by no person and no organization."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import func, select

from store.database import Database
from store.entries import State
from store.tables import journal_outcomes, plans

LATER = journal_outcomes.alias()
UNFINISHED = select(plans.c.paused_at, plans.c.held_until, plans.c.continues_until).where(plans.c.finished_at.is_(None))
UNKNOWN = (
    select(func.count())
    .select_from(journal_outcomes)
    .where(
        journal_outcomes.c.state == State.UNKNOWN,
        ~select(LATER.c.number)
        .where(LATER.c.entry == journal_outcomes.c.entry, LATER.c.number > journal_outcomes.c.number)
        .exists(),
    )
)


@dataclass(frozen=True, slots=True)
class Backlog:
    """How many bulk changes run, are paused, or wait for a person; and how many changes have no known outcome."""

    running: int
    paused: int
    waiting: int
    unknown: int


def read_backlog(database: Database, clock: Callable[[], float] = time.time) -> Backlog:
    """Counted now. Raises StoreError."""
    with database.reading() as connection:
        unfinished = connection.execute(UNFINISHED).all()
        unknown = connection.scalar(UNKNOWN) or 0
    now = clock()
    standing = [row for row in unfinished if max(row.held_until or 0, row.continues_until or 0) <= now]
    paused = sum(row.paused_at is not None for row in standing)
    return Backlog(len(unfinished) - len(standing), paused, len(standing) - paused, unknown)
