"""Plans: what people want done in many steps, kept so that each goes on where it stood, tomorrow or after a crash."""

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, case, literal, not_, or_, select, true, update

from masthead.store.bulk.rows import add_bulk_change, is_held, is_step, stop_bulk_change, to_bulk_changes, to_step
from masthead.store.bulk.runs import BulkRun, take_run
from masthead.store.bulk.steps import BulkChange, Purpose, Step, StepState
from masthead.store.bulk.undone import last_entries_of_undoing
from masthead.store.causes import NO_CAUSE, Cause
from masthead.store.database import Database
from masthead.store.entries import Intent
from masthead.store.tables.records import bulk_changes, bulk_steps

# Made once: a statement costs more to put together than to run, and each page looks for an unfinished bulk change.
_OWN = (bulk_changes.c.owner == bindparam("owner"), bulk_changes.c.organization == bindparam("organization"))
MINE = select(bulk_changes).where(*_OWN)
# What a bulk change wants and its report may be large, and a list of bulk changes shows nothing of them.
_LARGE = {bulk_changes.c.wanted, bulk_changes.c.report}
_BUT_LARGE = [literal("null").label(each.name) if each in _LARGE else each for each in bulk_changes.c]
NEWEST = select(*_BUT_LARGE).where(*_OWN).order_by(bulk_changes.c.number.desc()).limit(bindparam("most"))
UNFINISHED = NEWEST.where(bulk_changes.c.finished_at.is_(None))
ONE = MINE.where(bulk_changes.c.number == bindparam("number"))
_UNDOINGS = select(bulk_changes.c.number).where(bulk_changes.c.undoes == bindparam("number")).cte(recursive=True)
_UNDOINGS = _UNDOINGS.union_all(select(bulk_changes.c.number).where(bulk_changes.c.undoes == _UNDOINGS.c.number))
UNDOINGS = select(*_BUT_LARGE).where(*_OWN, bulk_changes.c.number.in_(select(_UNDOINGS.c.number)))
ENTRIES_OF_UNDOINGS = select(bulk_steps.c.entry).where(
    bulk_steps.c.bulk_change.in_(select(_UNDOINGS.c.number)), bulk_steps.c.entry.is_not(None)
)
TransactionHook = Callable[[Connection, int], object]
"""Writes to the transaction that stores the bulk change with this number."""
STUCK = (StepState.FAILED, StepState.UNKNOWN)
REFUSALS = (400, 499)
"""The first and the last status of an answer that says that nothing was done."""


class BulkChanges:
    """Each bulk change belongs to one person and one organization. Raises StoreError where it cannot read or write.

    A bulk change is read and decided about here; what runs it gets a `BulkRun` from `take`. `clock` gives seconds since
    1970; portals on several machines must agree on the time within a few seconds.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def add(self, purpose: Purpose, steps: Sequence[Intent], *besides: TransactionHook) -> int:
        """Keep a new plan; gives its number. Owner, organization and reason of the intents are the plan's."""
        with self._database.writing() as connection:
            number = add_bulk_change(connection, purpose, steps, self._clock())
            for each in besides:
                each(connection, number)
            return number

    def get(self, organization: str, number: int, owner: str) -> BulkChange | None:
        """One bulk change, where it is there and is this person's."""
        with self._database.reading() as connection:
            asked = {"organization": organization, "owner": owner, "number": number}
            found = to_bulk_changes(connection, connection.execute(ONE, asked).all(), self._clock())
        return found[0] if found else None

    def newest(self, organization: str, owner: str, *, before: int | None = None, limit: int = 100) -> list[BulkChange]:
        """A person's plans in an organization, the newest first, from below `before`; without `wanted` and `report`."""
        rows = NEWEST if before is None else NEWEST.where(bulk_changes.c.number < before)
        with self._database.reading() as connection:
            asked = {"organization": organization, "owner": owner, "most": limit}
            return to_bulk_changes(connection, connection.execute(rows, asked).all(), self._clock())

    def unfinished(self, organization: str, owner: str, connection: Connection | None = None) -> BulkChange | None:
        """The person's newest bulk change here that is not finished, without `wanted` and `report`."""
        with self._database.reading(connection) as reading:
            asked = {"organization": organization, "owner": owner, "most": 1}
            found = to_bulk_changes(reading, reading.execute(UNFINISHED, asked).all(), self._clock())
        return found[0] if found else None

    def all_unfinished(self, organization: str, owner: str, *, limit: int) -> list[BulkChange]:
        """All of a person's here that are not finished, the newest first, without `wanted` and `report`."""
        asked = {"organization": organization, "owner": owner, "most": limit}
        with self._database.reading() as connection:
            return to_bulk_changes(connection, connection.execute(UNFINISHED, asked).all(), self._clock())

    def undoings(self, bulk: BulkChange) -> list[BulkChange]:
        """The bulk changes that undo this one, or that undo such a bulk change, and so on, the newest first.

        They come without `wanted` and `report`.
        """
        asked = {"organization": bulk.purpose.organization, "owner": bulk.purpose.owner, "number": bulk.number}
        with self._database.reading() as connection:
            rows = connection.execute(UNDOINGS.order_by(bulk_changes.c.number.desc()), asked).all()
            return to_bulk_changes(connection, rows, self._clock())

    def entries_of_undoings(self, bulk: BulkChange) -> set[int]:
        """The numbers in the journal of the steps of plans that undo this one, or that undo such a plan, and so on."""
        with self._database.reading() as connection:
            return set(connection.scalars(ENTRIES_OF_UNDOINGS, {"number": bulk.number}))

    def last_entries_of_undoing(self, kind: str, numbers: Sequence[int]) -> dict[int, int]:
        """Which of anybody's bulk changes were taken back as a whole: see store/bulk-changes/undone.py."""
        return last_entries_of_undoing(self._database, kind, numbers)

    def steps(
        self,
        bulk: BulkChange,
        *,
        after: int = 0,
        limit: int = 100,
        states: Sequence[StepState] = (),
        unverified: bool = False,
        effective: bool = False,
    ) -> list[Step]:
        """Its steps in order, from behind the position `after`; only those in `states`, if any are named.

        The `effective` ones were sent and not refused, so they may have done something.
        """
        rows = select(bulk_steps).where(bulk_steps.c.bulk_change == bulk.number, bulk_steps.c.position > after)
        if states:
            rows = rows.where(bulk_steps.c.state.in_(states))
        if unverified:
            rows = rows.where(bulk_steps.c.verified_at.is_(None))
        if effective:
            refused = bulk_steps.c.status.between(*REFUSALS)
            rows = rows.where(bulk_steps.c.entry.is_not(None), or_(bulk_steps.c.status.is_(None), not_(refused)))
        with self._database.reading() as connection:
            found = connection.execute(rows.order_by(bulk_steps.c.position).limit(limit))
            return [to_step(row, bulk.purpose) for row in found]

    def take(
        self, bulk: BulkChange, *, resume: bool = True, at_once: bool = False, looks: bool = False
    ) -> BulkRun | None:
        """The right to run it, which nobody else has then; None where it runs already, has to wait, or is finished.

        `resume` ends a pause; without it a paused bulk change is not given. `at_once` is for one that only reads, and
        `looks` for one that works out the steps before a start: that is no run, and loses the right to one.
        A run that was killed loses its right in time.
        """
        return take_run(self._database, self._clock, bulk.number, resume=resume, at_once=at_once, looks=looks)

    def pause(self, bulk: BulkChange) -> None:
        """Let the run that has it end after the step that is under way."""
        unfinished = (bulk_changes.c.number == bulk.number) & bulk_changes.c.finished_at.is_(None)
        with self._database.writing() as connection:
            paused = {"paused_at": self._clock(), "continues_until": None}
            connection.execute(update(bulk_changes).where(unfinished).values(paused))

    def decide(
        self,
        bulk: BulkChange,
        position: int,
        state: StepState,
        cause: Cause = NO_CAUSE,
        *,
        adopt: bool = False,
        summary: str = "",
    ) -> bool:
        """Let a step that failed, or is not known, wait again or be left out. False where it is neither any more.

        What the API asked the bulk change to wait stays.

        `adopt` takes what somebody else had put there for what it was, so that it may be replaced. `summary` is
        what the step is called from then on, where that is another name.
        """
        stuck = is_step(bulk.number, position) & bulk_steps.c.state.in_(STUCK)
        with self._database.writing() as connection:
            row = connection.execute(select(bulk_steps.c.was, bulk_steps.c.found).where(stuck)).first()
            if row is None:
                return False
            was = json.loads(row.was) | (json.loads(row.found or "{}") if adopt else {})
            step = {"state": state, "message": cause.to_json(), "found": None, "was": json.dumps(was)}
            step |= {"summary": summary} if summary else {}
            connection.execute(update(bulk_steps).where(stuck).values(step))
            why = case((bulk_changes.c.waits_until.is_not(None), bulk_changes.c.message), else_="")
            still = {"continues_until": None, "message": why}
            connection.execute(update(bulk_changes).where(bulk_changes.c.number == bulk.number).values(still))
        return True

    def amend(self, bulk: BulkChange, wanted: Any, *, also_sent: bool = False) -> bool:  # noqa: ANN401 - JSON
        """Let a bulk change want this instead; False where it is run or ended, or, but for `also_sent`, was begun."""
        sent = select(bulk_steps.c.bulk_change).where(
            bulk_steps.c.bulk_change == bulk.number, bulk_steps.c.entry.is_not(None)
        )
        amendable = (bulk_changes.c.number == bulk.number) & bulk_changes.c.finished_at.is_(None)
        amendable &= true() if also_sent else ~sent.exists()
        with self._database.writing() as connection:
            if is_held(connection, bulk.number, self._clock()):
                return False
            amended = update(bulk_changes).where(amendable).values(wanted=json.dumps(wanted))
            return connection.execute(amended).rowcount == 1

    def stop(self, bulk: BulkChange) -> None:
        """End it where it stands: what was not sent is left out, what failed stays told."""
        with self._database.writing() as connection:
            stop_bulk_change(connection, bulk.number, self._clock())

    def stop_and_add(
        self, bulk: BulkChange, purpose: Purpose, steps: Sequence[Intent], differences: Sequence[Cause] = ()
    ) -> int | None:
        """End it where it stands and keep another one that takes it back, both or neither; gives the other's number.

        That is the one there is, where one is not finished. None while the bulk change is run: what is under way would
        be missing in the other one.
        """
        now = self._clock()
        there = select(bulk_changes.c.number).where(
            bulk_changes.c.undoes == bulk.number, bulk_changes.c.finished_at.is_(None)
        )
        with self._database.writing() as connection:
            if is_held(connection, bulk.number, now):
                return None
            if number := connection.scalar(there):
                return int(number)
            stop_bulk_change(connection, bulk.number, now)
            return add_bulk_change(connection, purpose, steps, now, differences)
