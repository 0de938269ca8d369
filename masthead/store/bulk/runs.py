"""The right to run a plan: one run at a time, in whatever tab, thread or portal, and each of its writes proves it."""

import json
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, case, delete, func, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.bulk.rows import (
    LOOK,
    add_steps,
    differences_json,
    is_held,
    is_step,
    parse_differences,
    settle_doubts,
)
from masthead.store.bulk.steps import Mark, StepState, state_after
from masthead.store.causes import NO_CAUSE, Cause, Reason
from masthead.store.database import Database
from masthead.store.entries import Intent, Outcome, State
from masthead.store.errors import LeaseLostError
from masthead.store.tables.records import bulk_changes, bulk_steps, journal_outcomes

LEASE_SECONDS = 20.0
"""A page gives all its calls 8 seconds: when a lease ends by itself, no call of its run can be under way any more."""

# Made once, as each step needs them: a statement costs more to put together than to run.
HOLD = (
    update(bulk_changes)
    .where(bulk_changes.c.number == bindparam("bulk_change"), bulk_changes.c.holder == bindparam("run"))
    .where(bulk_changes.c.paused_at.is_(None), bulk_changes.c.finished_at.is_(None))
    .values(held_until=bindparam("until"))
)
_STEP = (bulk_steps.c.bulk_change == bindparam("of_bulk_change")) & (bulk_steps.c.position == bindparam("at"))
SEND = update(bulk_steps).where(_STEP).values(state=StepState.SENT, entry=bindparam("number"), message="", found=None)
SETTLE = (
    update(bulk_steps)
    .where(_STEP, bulk_steps.c.state.in_([StepState.SENT, StepState.UNKNOWN]))
    .values(state=bindparam("now"), message=bindparam("told"), status=bindparam("answered"))
)


class BulkRun:
    """One run of one plan. Every write raises LeaseLostError, and writes nothing, once the run has lost its right.

    `goes_on` tells that the run before it ended a moment ago, of its own will: it left nothing to be looked for.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        bulk: int,
        stood: Row[Any],
        *,
        goes_on: bool,
        looks: bool = False,
    ) -> None:
        """`stood` is its row, by which it stood still until now; one that `looks` shares its right with its like."""
        self.bulk = bulk
        self.goes_on = goes_on
        self._stood = stood
        self._database = database
        self._clock = clock
        self._holder = LOOK if looks else secrets.token_hex(16)

    def hold(self, connection: Connection) -> None:
        """Within a write: prove the right, and keep it for 20 seconds from now."""
        asked = {"bulk_change": self.bulk, "run": self._holder, "until": self._clock() + LEASE_SECONDS}
        if connection.execute(HOLD, asked).rowcount != 1:
            raise LeaseLostError(f"bulk change {self.bulk}")

    def claim(self, connection: Connection) -> None:
        """Within the write that found nobody else running it: take the right."""
        values = {"holder": self._holder, "held_until": self._clock() + LEASE_SECONDS, "paused_at": None}
        still = {"message": "", "waits_until": None}
        connection.execute(update(bulk_changes).where(bulk_changes.c.number == self.bulk).values(values | still))

    def release(self, *, goes_on: bool = False, wait: float | None = None, cause: Cause = NO_CAUSE) -> None:
        """Give the right back, and say why the bulk change stands still; `goes_on` where only the time was up.

        It is not given again for `wait` seconds.
        """
        now = self._clock()
        # Its person may have paused or stopped it while the last step was under way: what they are told stays.
        unpaused = case((bulk_changes.c.paused_at.is_(None), now + LEASE_SECONDS))
        unfinished = bulk_changes.c.finished_at.is_(None)
        values = {
            "holder": None,
            "held_until": None,
            "continues_until": unpaused if goes_on else None,
            "waits_until": None if wait is None else case((unfinished, now + wait)),
            "message": case((unfinished, cause.to_json()), else_=bulk_changes.c.message),
        }
        with self._database.writing() as connection:
            mine = (bulk_changes.c.number == self.bulk) & (bulk_changes.c.holder == self._holder)
            connection.execute(update(bulk_changes).where(mine).values(values))

    def put_back(self, *, wait: float | None = None, cause: Cause = NO_CAUSE) -> None:
        """Give the right back after a mere look: the bulk change stands still as it stood before.

        `cause` says what else keeps it, and `wait` for how many seconds at least.
        """
        stood, now = self._stood, self._clock()
        waits = [until for until in (stood.waits_until, wait and now + wait) if until is not None]
        still = {
            "paused_at": func.coalesce(bulk_changes.c.paused_at, stood.paused_at),
            "waits_until": max(waits, default=None),
            "message": cause.to_json() or stood.message,
        }
        with self._database.writing() as connection:
            mine = (bulk_changes.c.number == self.bulk) & (bulk_changes.c.holder == self._holder)
            connection.execute(update(bulk_changes).where(mine, bulk_changes.c.finished_at.is_(None)).values(still))
            connection.execute(
                update(bulk_changes).where(mine).values({"holder": None, "held_until": None, "continues_until": None})
            )

    def sending(self, position: int) -> "SendingStep":
        """What the journal writes along with the lines of this step's change."""
        return SendingStep(self, position)

    def mark(self, marks: Sequence[Mark]) -> None:
        with self._database.writing() as connection:
            self.hold(connection)
            for mark in marks:
                found = None if mark.found is None else json.dumps(dict(mark.found))
                values = {"state": mark.state, "message": mark.cause.to_json(), "found": found}
                connection.execute(update(bulk_steps).where(is_step(self.bulk, mark.position)).values(values))

    def replace(self, steps: Sequence[Intent], first: Any = None) -> None:  # noqa: ANN401 - JSON
        """Put these steps in place of all that are not done yet. What was tried stays told, as not known.

        What was refused is left out, and keeps its cause; so does what was found not to be saved.
        `first` is what the bulk change keeps of a look before anything was sent.
        """
        steps_of = bulk_steps.c.bulk_change == self.bulk
        tried = bulk_steps.c.state.in_([StepState.SENT, StepState.UNKNOWN])
        failed = bulk_steps.c.state == StepState.FAILED
        with self._database.writing() as connection:
            self.hold(connection)
            if first is not None:
                kept = {"report": json.dumps(first)}
                connection.execute(update(bulk_changes).where(bulk_changes.c.number == self.bulk).values(kept))
            waiting = steps_of & (bulk_steps.c.state == StepState.WAITING)
            for position, found in connection.execute(_not_saved(waiting)).all():
                lost = {"state": StepState.NOT_SAVED, "message": found}
                connection.execute(update(bulk_steps).where(is_step(self.bulk, position)).values(lost))
            connection.execute(delete(bulk_steps).where(waiting))
            doubtful = {"state": StepState.DOUBTFUL, "message": Cause(Reason.IN_DOUBT).to_json()}
            connection.execute(update(bulk_steps).where(steps_of, tried).values(doubtful))
            connection.execute(update(bulk_steps).where(steps_of, failed).values(state=StepState.SKIPPED))
            last = connection.scalar(select(func.max(bulk_steps.c.position)).where(steps_of)) or 0
            add_steps(connection, self.bulk, steps, after=last)

    def verified(self, positions: Sequence[int], differences: Sequence[Cause]) -> None:
        """Keep that these steps were looked at in the end, and what was not as wanted."""
        with self._database.writing() as connection:
            self.hold(connection)
            looked_at = (bulk_steps.c.bulk_change == self.bulk) & bulk_steps.c.position.in_(positions)
            connection.execute(update(bulk_steps).where(looked_at).values(verified_at=self._clock()))
            self._append_differences(connection, differences)

    def describe(self, title: str, differences: Sequence[Cause]) -> None:
        """Say before it is started what it does by what is there now, and what it leaves."""
        with self._database.writing() as connection:
            self.hold(connection)
            told = {"title": title, "differences": differences_json(differences)}
            connection.execute(update(bulk_changes).where(bulk_changes.c.number == self.bulk).values(told))

    def finish(self, differences: Sequence[Cause] = (), report: Any = None, *, anew: bool = False) -> None:  # noqa: ANN401 - JSON
        """End the bulk change: nothing is left to do. The report is kept with it, and never changes.

        `anew` replaces what `describe` said; without it, what the bulk change was made with stays. A step has failed
        that was done by what the service said, and of which the journal has found that it was not.
        """
        done = (bulk_steps.c.bulk_change == self.bulk) & (bulk_steps.c.state == StepState.DONE)
        with self._database.writing() as connection:
            self.hold(connection)
            if anew:
                connection.execute(
                    update(bulk_changes).where(bulk_changes.c.number == self.bulk).values(differences="[]")
                )
            self._append_differences(connection, differences)
            for position, message in connection.execute(_not_saved(done)).all():
                failed = {"state": StepState.FAILED, "message": message}
                connection.execute(update(bulk_steps).where(is_step(self.bulk, position)).values(failed))
            settle_doubts(connection, self.bulk)
            ended = {"finished_at": self._clock(), "report": None if report is None else json.dumps(report)}
            connection.execute(update(bulk_changes).where(bulk_changes.c.number == self.bulk).values(ended))

    def _append_differences(self, connection: Connection, differences: Sequence[Cause]) -> None:
        if not differences:
            return
        one = bulk_changes.c.number == self.bulk
        known = parse_differences(connection.scalar(select(bulk_changes.c.differences).where(one)) or "[]")
        connection.execute(update(bulk_changes).where(one).values(differences=differences_json([*known, *differences])))


def _not_saved(steps: ColumnElement[bool]) -> Select[int, str]:
    """The positions of those of these steps that the journal has found not to be saved, with its cause."""
    all_ = journal_outcomes.alias()
    newest = select(func.max(all_.c.number)).where(all_.c.entry == bulk_steps.c.entry).correlate(bulk_steps)
    of_step = journal_outcomes.c.entry == bulk_steps.c.entry
    found = of_step & (journal_outcomes.c.number == newest.scalar_subquery())
    found &= journal_outcomes.c.state == State.NOT_SAVED
    return select(bulk_steps.c.position, journal_outcomes.c.message).where(steps, found)


class SendingStep:
    """Lets a step stand as its entry in the journal does, in the same transaction: neither is ever ahead of the other.

    A step that is sent without an outcome has an entry without one. Both are settled together too.
    """

    def __init__(self, run: BulkRun, position: int) -> None:
        self._run = run
        self._step = {"of_bulk_change": run.bulk, "at": position}

    def on_begin(self, connection: Connection, entry: int) -> None:
        """It is about to be sent; raises LeaseLostError where this run may not send it any more."""
        self._run.hold(connection)
        connection.execute(SEND, {**self._step, "number": entry})

    def on_outcome(self, connection: Connection, outcome: Outcome) -> None:
        """It has an outcome now, which stands whoever may run the bulk change by now."""
        settled = {"now": state_after(outcome), "told": outcome.cause.to_json(), "answered": outcome.status}
        connection.execute(SETTLE, {**self._step, **settled})


def take_run(
    database: Database, clock: Callable[[], float], bulk: int, *, resume: bool, at_once: bool, looks: bool
) -> BulkRun | None:
    """The right to run a bulk change, if nobody has it but who only looks at it."""
    now = clock()
    with database.writing() as connection:
        row = connection.execute(select(bulk_changes).where(bulk_changes.c.number == bulk)).one()
        waits = not at_once and row.waits_until is not None and row.waits_until > now
        if (
            is_held(connection, bulk, now, looks_too=False)
            or waits
            or row.finished_at is not None
            or (row.paused_at is not None and not resume)
        ):
            return None
        goes_on = row.continues_until is not None and row.continues_until > now
        run = BulkRun(database, clock, bulk, row, goes_on=goes_on, looks=looks)
        run.claim(connection)
    return run
