"""Stores bulk changes, and leases that allow one run at a time across all tabs, threads and portals.

Each write of a run checks its lease, so a run can continue where the last one stopped, even after a crash.
"""

import json
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Executable, Integer, bindparam, case, delete, exists, func, literal, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.bulk.steps import (
    LOOK,
    STUCK,
    BulkChange,
    Mark,
    Purpose,
    Step,
    StepState,
    add_bulk_change,
    add_steps,
    differences_json,
    end_doubtful_steps,
    is_leased,
    is_step,
    parse_differences,
    state_after,
    stop_bulk_change,
    to_bulk_changes,
    to_step,
)
from masthead.store.database import Database
from masthead.store.entries import NO_CAUSE, Cause, Intent, Outcome, Reason, State
from masthead.store.errors import LeaseLostError
from masthead.store.tables.records import bulk_changes, bulk_steps, journal_outcomes

LEASE_SECONDS, QUEUE_SECONDS = 20.0, 2.0
"""Longer than the 8 seconds of a page's calls, so no call of a run is under way when its lease expires; and how long a
bulk change waits for another one before it tries again."""


class BulkRun:
    """A run of a bulk change. If it has lost its lease, its writes raise LeaseLostError and write nothing.

    `goes_on` means that the previous run has just ended normally, so none of its steps has to be checked.
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
        """Check the lease and extend it to 20 seconds from now. Call it in a write transaction."""
        going = bulk_changes.c.paused_at.is_(None) & bulk_changes.c.finished_at.is_(None)
        mine = update(bulk_changes).where(self._one, bulk_changes.c.holder == self._holder, going)
        if connection.execute(mine.values(held_until=self._clock() + LEASE_SECONDS)).rowcount != 1:
            raise LeaseLostError(f"bulk change {self.bulk}")

    def claim(self, connection: Connection) -> None:
        """Take the lease. Call it in the write transaction that found no other run."""
        held = {"holder": self._holder, "held_until": self._clock() + LEASE_SECONDS}
        self._update_bulk_change(connection, **held, paused_at=None, message="", waits_until=None)

    def release(self, *, goes_on: bool = False, wait: float | None = None, cause: Cause = NO_CAUSE) -> None:
        """Release the lease. Nobody can take it for `wait` seconds. With `goes_on`, the next run starts immediately."""
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

    def mark(self, marks: Sequence[Mark]) -> None:
        with self._database.writing() as connection:
            self.extend_lease(connection)
            for mark in marks:
                found = None if mark.found is None else json.dumps(dict(mark.found))
                values = {"state": mark.state, "message": mark.cause.to_json(), "found": found}
                self._set_steps(connection, is_step(self.bulk, mark.position), **values)

    def replace(self, steps: Sequence[Intent], first: Any = None) -> None:  # noqa: ANN401 - JSON
        """Replace all steps that are not done. Sent steps stay with an unknown outcome, and failed ones as refused.

        `first` is the report of the comparison made before anything was sent.
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
        """Record that these steps were verified at the end, and where the result differs from the goal."""
        with self._database.writing() as connection:
            self.extend_lease(connection)
            read = self._steps & bulk_steps.c.position.in_(positions)
            self._set_steps(connection, read, verified_at=self._clock())
            self._append_differences(connection, differences)

    def save_description(self, title: str, differences: Sequence[Cause]) -> None:
        """Store the title, and the differences expected to remain according to the values before the start."""
        with self._database.writing() as connection:
            self.extend_lease(connection)
            self._update_bulk_change(connection, title=title, differences=differences_json(differences))

    def finish(self, differences: Sequence[Cause] = (), report: Any = None, *, anew: bool = False) -> None:  # noqa: ANN401 - JSON
        """Finish the bulk change. `anew` discards the differences that `save_description` stored.

        A step that the API accepted counts as failed if the journal says that it was not saved.
        """
        done = self._steps & (bulk_steps.c.state == StepState.DONE)
        with self._database.writing() as connection:
            self.extend_lease(connection)
            if anew:
                self._update_bulk_change(connection, differences="[]")
            self._append_differences(connection, differences)
            self._mark_not_saved(connection, done, StepState.FAILED)
            end_doubtful_steps(connection, self.bulk)
            stored = None if report is None else json.dumps(report)
            self._update_bulk_change(connection, finished_at=self._clock(), report=stored)

    def _update_bulk_change(self, connection: Connection, **values: Any) -> None:  # noqa: ANN401 - of any column
        connection.execute(update(bulk_changes).where(self._one).values(values))

    def _set_steps(self, connection: Connection, steps: ColumnElement[bool], **values: Any) -> None:  # noqa: ANN401 - of any column
        connection.execute(update(bulk_steps).where(steps).values(values))

    def _mark_not_saved(self, connection: Connection, steps: ColumnElement[bool], state: StepState) -> None:
        """Set the state of steps that, according to their newest outcome in the journal, were not saved."""
        later, own = journal_outcomes.alias(), journal_outcomes.c
        is_old = exists().where(later.c.entry == own.entry, later.c.number > own.number)
        found = select(bulk_steps.c.position, own.message).join(journal_outcomes, own.entry == bulk_steps.c.entry)
        unsaved = found.where(steps, own.state == State.NOT_SAVED, ~is_old)
        for position, message in connection.execute(unsaved).all():
            self._set_steps(connection, is_step(self.bulk, position), state=state, message=message)

    def _append_differences(self, connection: Connection, differences: Sequence[Cause]) -> None:
        if differences:
            known = connection.scalar(select(bulk_changes.c.differences).where(self._one)) or "[]"
            both = [*parse_differences(known), *differences]
            self._update_bulk_change(connection, differences=differences_json(both))


class SendingStep:
    """A journal hook that writes a step's state in the same transaction as its entry, so that they always agree."""

    def __init__(self, run: BulkRun, position: int) -> None:
        self._run = run
        self._step = is_step(run.bulk, position)

    def on_intent(self, connection: Connection, entry: int) -> None:
        """Mark the step as sent. Raises LeaseLostError if this run may no longer send it."""
        self._run.extend_lease(connection)
        sent = {"state": StepState.SENT, "entry": entry, "message": "", "found": None}
        connection.execute(update(bulk_steps).where(self._step).values(sent))

    def on_outcome(self, connection: Connection, outcome: Outcome) -> None:
        """Store the outcome, even if another run has taken the lease."""
        sent = self._step & bulk_steps.c.state.in_([StepState.SENT, StepState.UNKNOWN])
        settled = {"state": state_after(outcome), "message": outcome.cause.to_json(), "status": outcome.status}
        connection.execute(update(bulk_steps).where(sent).values(settled))


# Built once: building a statement costs more than running it, and each page looks for an unfinished bulk change.
_OWN = (bulk_changes.c.owner == bindparam("owner"), bulk_changes.c.organization == bindparam("organization"))
# Goals and reports may be large, and lists of bulk changes don't show them.
_LARGE = {bulk_changes.c.wanted, bulk_changes.c.report}
_BUT_LARGE = [literal("null").label(each.name) if each in _LARGE else each for each in bulk_changes.c]
NEWEST = select(*_BUT_LARGE).where(*_OWN).order_by(bulk_changes.c.number.desc()).limit(bindparam("most"))
UNFINISHED = NEWEST.where(bulk_changes.c.finished_at.is_(None))
ONE = select(bulk_changes).where(*_OWN, bulk_changes.c.number == bindparam("number"))
_UNDOINGS = select(bulk_changes.c.number).where(bulk_changes.c.undoes == bindparam("number")).cte(recursive=True)
_UNDOINGS = _UNDOINGS.union_all(select(bulk_changes.c.number).where(bulk_changes.c.undoes == _UNDOINGS.c.number))
UNDOINGS = select(*_BUT_LARGE).where(*_OWN, bulk_changes.c.number.in_(select(_UNDOINGS.c.number)))
UNDOINGS = UNDOINGS.order_by(bulk_changes.c.number.desc())
# Those of the same kind, but for this one, that run or are about to.
RUNNING = select(bulk_changes.c.title).where(
    *(bulk_changes.c[name] == bindparam(name) for name in ("organization", "kind")),
    bulk_changes.c.number != bindparam("number"),
    bulk_changes.c.finished_at.is_(None),
    ((bulk_changes.c.holder != LOOK) & (bulk_changes.c.held_until > bindparam("now")))
    | (bulk_changes.c.continues_until > bindparam("now")),
)
# All levels of undoing at once: each page of the journal asks this.
_COLUMNS, _GIVEN = bulk_changes.c, bindparam("numbers", type_=Integer, expanding=True)
_UNDO = select(_COLUMNS.number, func.coalesce(_COLUMNS.undoes, _COLUMNS.takes_back).label("undone")).where(
    _COLUMNS.kind == bindparam("kind"), _COLUMNS.finished_at.is_not(None), _COLUMNS.differences == "[]"
)
_CHAIN = _UNDO.where(_COLUMNS.undoes.in_(_GIVEN) | _COLUMNS.takes_back.in_(_GIVEN)).cte(recursive=True)
_CHAIN = _CHAIN.union(_UNDO.where((_COLUMNS.undoes == _CHAIN.c.number) | (_COLUMNS.takes_back == _CHAIN.c.number)))
COMPLETE_UNDOS = (
    select(_CHAIN.c.number, _CHAIN.c.undone, func.max(bulk_steps.c.entry))
    .join(bulk_steps, bulk_steps.c.bulk_change == _CHAIN.c.number)
    .group_by(_CHAIN.c.number, _CHAIN.c.undone)
    .having(func.min(bulk_steps.c.state) == StepState.DONE, func.max(bulk_steps.c.state) == StepState.DONE)
    .order_by(_CHAIN.c.number.desc())
)
TransactionHook = Callable[[Connection, int], object]
"""Writes to the transaction that stores the bulk change with this number."""


class BulkChanges:
    """Stores bulk changes, each for one person and one organization. Raises StoreError.

    `lease_run` starts a run. `clock` returns a Unix timestamp; the clocks of several portals must agree within a few
    seconds. In lists of bulk changes, `wanted` and `report` are None.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def add(self, purpose: Purpose, steps: Sequence[Intent], *besides: TransactionHook) -> int:
        """Store a new bulk change and return its number. Its owner, organization and reason apply to all steps."""
        with self._database.writing() as connection:
            number = add_bulk_change(connection, purpose, steps, self._clock())
            for each in besides:
                each(connection, number)
            return number

    def get(self, organization: str, number: int, owner: str) -> BulkChange | None:
        return next(iter(self._read(ONE, organization, owner, number=number)), None)

    def newest(self, organization: str, owner: str, *, before: int | None = None, limit: int = 100) -> list[BulkChange]:
        """List a person's bulk changes in an organization, newest first. With `before`, only lower numbers."""
        rows = NEWEST if before is None else NEWEST.where(bulk_changes.c.number < before)
        return self._read(rows, organization, owner, most=limit)

    def unfinished(self, organization: str, owner: str, connection: Connection | None = None) -> BulkChange | None:
        """Return the person's newest unfinished bulk change."""
        return next(iter(self._read(UNFINISHED, organization, owner, connection, most=1)), None)

    def list_unfinished(self, organization: str, owner: str, *, limit: int) -> list[BulkChange]:
        return self._read(UNFINISHED, organization, owner, most=limit)

    def list_undos(self, bulk: BulkChange) -> list[BulkChange]:
        """List the undos of this bulk change, their undos, and so on, newest first."""
        return self._read(UNDOINGS, bulk.purpose.organization, bulk.purpose.owner, number=bulk.number)

    def _read(
        self, rows: Executable, organization: str, owner: str, connection: Connection | None = None, **asked: object
    ) -> list[BulkChange]:
        with self._database.reading(connection) as reading:
            found = reading.execute(rows, {"organization": organization, "owner": owner, **asked}).all()
            return to_bulk_changes(reading, found, self._clock())

    def find_last_undo_entries(self, kind: str, numbers: Sequence[int]) -> dict[int, int]:
        """Find which of these bulk changes were completely undone, by anybody, and not redone since.

        Returns, by the number of the undone bulk change, the last journal entry of its undo.
        """
        found: dict[int, int] = {}
        if not numbers:
            return found
        with self._database.reading() as connection:
            for number, undone, entry in connection.execute(COMPLETE_UNDOS, {"numbers": numbers, "kind": kind}):
                if number not in found:  # they come newest first: a later one would have redone it
                    found.setdefault(undone, entry)
        return {number: found[number] for number in numbers if number in found}

    def steps(
        self,
        bulk: BulkChange,
        *,
        after: int = 0,
        limit: int = 100,
        states: Sequence[StepState] = (),
        unverified: bool = False,
    ) -> list[Step]:
        """List the steps after the position `after`, in order. With `states`, list only steps in these states."""
        rows = select(bulk_steps).where(bulk_steps.c.bulk_change == bulk.number, bulk_steps.c.position > after)
        if states:
            rows = rows.where(bulk_steps.c.state.in_(states))
        if unverified:
            rows = rows.where(bulk_steps.c.verified_at.is_(None))
        with self._database.reading() as connection:
            found = connection.execute(rows.order_by(bulk_steps.c.position).limit(limit))
            return [to_step(row, bulk.purpose) for row in found]

    def lease_run(
        self, bulk: BulkChange, *, resume: bool = True, looks: bool = False, alone: bool = False
    ) -> BulkRun | None:
        """Lease a bulk change to run it. Returns None if it is already running, has to wait, or is finished.

        With `alone`, it also has to wait while anybody's bulk change of its kind is running in the organization.

        `resume` ends a pause; without it, a paused bulk change can't be leased. With `looks`, the run only works out
        the steps before the start: such runs share a lease, and lose it to a real run. If a run is killed, its lease
        expires.
        """
        now = self._clock()
        with self._database.writing() as connection:
            row = connection.execute(select(bulk_changes).where(bulk_changes.c.number == bulk.number)).one()
            waits = (row.waits_until or 0.0) > now
            is_paused = row.paused_at is not None and not resume
            held = row.holder not in {None, LOOK} and row.held_until > now
            if held or waits or is_paused or row.finished_at is not None:
                return None
            same = {"organization": row.organization, "kind": row.kind, "number": row.number, "now": now}
            if alone and (title := connection.scalar(RUNNING, same)) is not None:
                cause = Cause(Reason.ANOTHER_RUNS, {"title": title}).to_json()
                waiting = {"waits_until": now + QUEUE_SECONDS, "message": cause, "paused_at": None}
                connection.execute(update(bulk_changes).where(bulk_changes.c.number == bulk.number).values(waiting))
                return None
            goes_on = (row.continues_until or 0.0) > now
            run = BulkRun(self._database, self._clock, bulk.number, goes_on=goes_on, looks=looks)
            run.claim(connection)
        return run

    def pause(self, bulk: BulkChange) -> None:
        """Pause the bulk change. The current run ends after the step that it is sending."""
        unfinished = (bulk_changes.c.number == bulk.number) & bulk_changes.c.finished_at.is_(None)
        with self._database.writing() as connection:
            paused = {"paused_at": self._clock(), "continues_until": None}
            connection.execute(update(bulk_changes).where(unfinished).values(paused))

    def decide_step(self, bulk: BulkChange, mark: Mark, *, adopt: bool = False, summary: str = "") -> bool:
        """Decide whether a failed or unknown step is retried or skipped. Returns False if its state has changed.

        `adopt` treats values that somebody else has set as the previous ones, so that they may be overwritten.
        `summary` replaces the step's summary. If the bulk change is waiting for the API, it keeps waiting.
        """
        stuck = is_step(bulk.number, mark.position) & bulk_steps.c.state.in_(STUCK)
        with self._database.writing() as connection:
            row = connection.execute(select(bulk_steps.c.was, bulk_steps.c.found).where(stuck)).first()
            if row is None:
                return False
            was = json.loads(row.was) | (json.loads(row.found or "{}") if adopt else {})
            step = {"state": mark.state, "message": mark.cause.to_json(), "found": None, "was": json.dumps(was)}
            step |= {"summary": summary} if summary else {}
            connection.execute(update(bulk_steps).where(stuck).values(step))
            why = case((bulk_changes.c.waits_until.is_not(None), bulk_changes.c.message), else_="")
            still = {"continues_until": None, "message": why}
            connection.execute(update(bulk_changes).where(bulk_changes.c.number == bulk.number).values(still))
        return True

    def replace_goal(self, bulk: BulkChange, wanted: Any, *, also_sent: bool = False) -> bool:  # noqa: ANN401 - JSON
        """Replace the goal. False if the bulk change is running, finished or, without `also_sent`, has sent steps."""
        has_sent = exists().where(bulk_steps.c.bulk_change == bulk.number, bulk_steps.c.entry.is_not(None))
        amendable = (bulk_changes.c.number == bulk.number) & bulk_changes.c.finished_at.is_(None)
        if not also_sent:
            amendable &= ~has_sent
        with self._database.writing() as connection:
            if is_leased(connection, bulk.number, self._clock()):
                return False
            amended = update(bulk_changes).where(amendable).values(wanted=json.dumps(wanted))
            return connection.execute(amended).rowcount == 1

    def stop(self, bulk: BulkChange) -> None:
        """End the bulk change now. Unsent steps are skipped, and failed ones keep their cause."""
        with self._database.writing() as connection:
            stop_bulk_change(connection, bulk.number, self._clock())

    def stop_and_add(
        self, bulk: BulkChange, purpose: Purpose, steps: Sequence[Intent], differences: Sequence[Cause] = ()
    ) -> int | None:
        """End the bulk change and store its undo in one transaction. Returns the undo's number.

        If there is an unfinished undo already, returns its number instead. Returns None during a run, since the undo
        would lack the step that is being sent.
        """
        now = self._clock()
        there = select(bulk_changes.c.number).where(
            bulk_changes.c.undoes == bulk.number, bulk_changes.c.finished_at.is_(None)
        )
        with self._database.writing() as connection:
            if is_leased(connection, bulk.number, now):
                return None
            if number := connection.scalar(there):
                return int(number)
            stop_bulk_change(connection, bulk.number, now)
            return add_bulk_change(connection, purpose, steps, now, differences)
