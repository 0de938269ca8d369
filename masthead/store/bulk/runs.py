"""Leases to run a bulk change: one run at a time, in any tab, thread or portal; each write proves its lease."""

import json
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, bindparam, case, delete, func, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.bulk.steps import (
    LOOK,
    Mark,
    StepState,
    add_steps,
    differences_json,
    end_doubtful_steps,
    is_step,
    parse_differences,
    state_after,
)
from masthead.store.database import Database
from masthead.store.entries import NO_CAUSE, Cause, Intent, Outcome, Reason, State
from masthead.store.errors import LeaseLostError
from masthead.store.tables.records import bulk_changes, bulk_steps, journal_outcomes

LEASE_SECONDS = 20.0
"""Longer than the 8 seconds of a page's calls, so no call of a run is under way when its lease expires."""

# Built once, since each step needs them: building a statement costs more than running it.
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
    """A run of a bulk change. Its writes raise LeaseLostError, and write nothing, after it has lost its lease.

    `goes_on` means that the previous run ended regularly a moment ago, so no step of it has to be checked.
    """

    def __init__(
        self, database: Database, clock: Callable[[], float], bulk: int, *, goes_on: bool, looks: bool = False
    ) -> None:
        self.bulk = bulk
        self.goes_on = goes_on
        self._database = database
        self._clock = clock
        self._holder = LOOK if looks else secrets.token_hex(16)
        self._one = bulk_changes.c.number == bulk
        self._steps = bulk_steps.c.bulk_change == bulk

    def extend_lease(self, connection: Connection) -> None:
        """Prove the lease and extend it to 20 seconds from now. Call it within a write."""
        asked = {"bulk_change": self.bulk, "run": self._holder, "until": self._clock() + LEASE_SECONDS}
        if connection.execute(HOLD, asked).rowcount != 1:
            raise LeaseLostError(f"bulk change {self.bulk}")

    def claim(self, connection: Connection) -> None:
        """Take the lease. Call it within the write that found no other run."""
        held = {"holder": self._holder, "held_until": self._clock() + LEASE_SECONDS}
        self._update_bulk_change(connection, **held, paused_at=None, message="", waits_until=None)

    def release(self, *, goes_on: bool = False, wait: float | None = None, cause: Cause = NO_CAUSE) -> None:
        """Return the lease; nobody can take it for `wait` seconds. With `goes_on`, only the run's time was up."""
        now = self._clock()
        # The person may have paused or stopped the bulk change during the last step, whose message is kept then.
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
            mine = update(bulk_changes).where(self._one, bulk_changes.c.holder == self._holder)
            connection.execute(mine.values(values))

    def sending(self, position: int) -> "SendingStep":
        """Create the journal's hook for this step."""
        return SendingStep(self, position)

    def mark(self, marks: Sequence[Mark]) -> None:
        with self._database.writing() as connection:
            self.extend_lease(connection)
            for mark in marks:
                found = None if mark.found is None else json.dumps(dict(mark.found))
                values = {"state": mark.state, "message": mark.cause.to_json(), "found": found}
                self._set_steps(connection, is_step(self.bulk, mark.position), **values)

    def replace(self, steps: Sequence[Intent], first: Any = None) -> None:  # noqa: ANN401 - JSON
        """Replace all steps that are not done. Sent ones stay as unknown, failed ones as refused.

        `first` is the report of a comparison before anything was sent.
        """
        failed = self._steps & (bulk_steps.c.state == StepState.FAILED)
        waiting = self._steps & (bulk_steps.c.state == StepState.WAITING)
        sent = self._steps & bulk_steps.c.state.in_([StepState.SENT, StepState.UNKNOWN])
        with self._database.writing() as connection:
            self.extend_lease(connection)
            if first is not None:
                self._update_bulk_change(connection, report=json.dumps(first))
            self._mark_not_saved(connection, waiting, StepState.NOT_SAVED)
            connection.execute(delete(bulk_steps).where(waiting))
            self._set_steps(connection, sent, state=StepState.DOUBTFUL, message=Cause(Reason.IN_DOUBT).to_json())
            self._set_steps(connection, failed, state=StepState.REFUSED)
            last = connection.scalar(select(func.max(bulk_steps.c.position)).where(self._steps)) or 0
            add_steps(connection, self.bulk, steps, after=last)

    def record_verified(self, positions: Sequence[int], differences: Sequence[Cause]) -> None:
        """Record that these steps were verified at the end, and their differences from the goal."""
        with self._database.writing() as connection:
            self.extend_lease(connection)
            read = self._steps & bulk_steps.c.position.in_(positions)
            self._set_steps(connection, read, verified_at=self._clock())
            self._append_differences(connection, differences)

    def describe(self, title: str, differences: Sequence[Cause]) -> None:
        """Store the title and the remaining differences, as worked out from current values before the start."""
        with self._database.writing() as connection:
            self.extend_lease(connection)
            self._update_bulk_change(connection, title=title, differences=differences_json(differences))

    def finish(self, differences: Sequence[Cause] = (), report: Any = None, *, anew: bool = False) -> None:  # noqa: ANN401 - JSON
        """End the bulk change. `anew` replaces the differences that `describe` stored.

        A step that the API accepted fails if the journal has found that it was not saved.
        """
        done = self._steps & (bulk_steps.c.state == StepState.DONE)
        with self._database.writing() as connection:
            self.extend_lease(connection)
            if anew:
                self._update_bulk_change(connection, differences="[]")
            self._append_differences(connection, differences)
            self._mark_not_saved(connection, done, StepState.FAILED)
            end_doubtful_steps(connection, self.bulk)
            self._update_bulk_change(
                connection, finished_at=self._clock(), report=None if report is None else json.dumps(report)
            )

    def _update_bulk_change(self, connection: Connection, **values: Any) -> None:  # noqa: ANN401 - of any column
        connection.execute(update(bulk_changes).where(self._one).values(values))

    def _set_steps(self, connection: Connection, steps: ColumnElement[bool], **values: Any) -> None:  # noqa: ANN401 - of any column
        connection.execute(update(bulk_steps).where(steps).values(values))

    def _mark_not_saved(self, connection: Connection, steps: ColumnElement[bool], state: StepState) -> None:
        for position, message in connection.execute(_select_unsaved_steps(steps)).all():
            self._set_steps(connection, is_step(self.bulk, position), state=state, message=message)

    def _append_differences(self, connection: Connection, differences: Sequence[Cause]) -> None:
        if differences:
            known = connection.scalar(select(bulk_changes.c.differences).where(self._one)) or "[]"
            self._update_bulk_change(
                connection, differences=differences_json([*parse_differences(known), *differences])
            )


def _select_unsaved_steps(steps: ColumnElement[bool]) -> Select[int, str]:
    """Select positions and causes of steps that, by the journal, were not saved."""
    all_ = journal_outcomes.alias()
    newest = select(func.max(all_.c.number)).where(all_.c.entry == bulk_steps.c.entry).correlate(bulk_steps)
    of_step = journal_outcomes.c.entry == bulk_steps.c.entry
    found = of_step & (journal_outcomes.c.number == newest.scalar_subquery())
    found &= journal_outcomes.c.state == State.NOT_SAVED
    return select(bulk_steps.c.position, journal_outcomes.c.message).where(steps, found)


class SendingStep:
    """A journal hook that writes the step's state in the transaction of its entry, so the two always agree."""

    def __init__(self, run: BulkRun, position: int) -> None:
        self._run = run
        self._step = {"of_bulk_change": run.bulk, "at": position}

    def on_intent(self, connection: Connection, entry: int) -> None:
        """Mark the step as sent. Raises LeaseLostError if this run may not send it any more."""
        self._run.extend_lease(connection)
        connection.execute(SEND, {**self._step, "number": entry})

    def on_outcome(self, connection: Connection, outcome: Outcome) -> None:
        """Store the outcome, whichever run has the lease by now."""
        settled = {"now": state_after(outcome), "told": outcome.cause.to_json(), "answered": outcome.status}
        connection.execute(SETTLE, {**self._step, **settled})
