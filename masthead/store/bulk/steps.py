"""Bulk changes and their steps: purpose, progress and states, and how they are stored as rows."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.entries import (
    NO_CAUSE,
    Cause,
    Intent,
    Outcome,
    Reason,
    State,
    Values,
    intent_values,
    parse_cause,
    to_intent,
)
from masthead.store.tables.records import bulk_changes, bulk_steps


class StepState(StrEnum):
    """The state of a step. `SENT` means that the call is in progress, or was when the portal stopped."""

    WAITING = "waiting"
    SENT = "sent"
    DONE = "done"
    FAILED = "failed"
    UNKNOWN = "unknown"  # it was sent, and its outcome isn't known
    DOUBTFUL = "doubtful"  # its outcome is unknown, and the bulk change continues without it
    SKIPPED = "skipped"
    REFUSED = "refused"  # its bulk change has replaced it by others
    NOT_SAVED = "not-saved"  # its answer was lost, and a read showed no effect


TOO_MANY, TOKEN_REFUSED = 429, 401
"""Statuses of refusals that the change didn't cause."""
OPEN = (StepState.WAITING, StepState.SENT, StepState.FAILED, StepState.UNKNOWN)
"""The states of steps that must change before a bulk change can finish."""
STUCK = (StepState.FAILED, StepState.UNKNOWN)
SETTLED = (StepState.DONE, StepState.SKIPPED, StepState.REFUSED, StepState.NOT_SAVED)


@dataclass(frozen=True, slots=True)
class Purpose:
    """The goal of a bulk change. `wanted` is JSON whose format depends on `kind`; `reason` is recorded with each step.

    `undoes` is the number of the bulk change that this one undoes. `takes_back` is the number of the bulk change that
    this one undoes by way of a structure draft.
    """

    organization: str
    owner: str
    title: str
    kind: str
    wanted: Any = None
    reason: str = ""
    undoes: int | None = None
    takes_back: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A single call. `position` counts from 1. `entry` is its number in the journal, once it has been sent.

    `cause` explains the state. `found` has the values that somebody else has set, by field of the body. `status` is
    the HTTP status of the last response, if it was an error. `outcome` is set if it was read from the journal.
    """

    position: int
    state: StepState
    intent: Intent
    entry: int | None = None
    cause: Cause = NO_CAUSE
    found: Values | None = None
    status: int | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """The new state of a step that a run did not send, or about which its person decided."""

    position: int
    state: StepState
    cause: Cause = NO_CAUSE
    found: Values | None = None


@dataclass(frozen=True, slots=True)
class BulkChange:
    """A bulk change and its progress. Times are Unix timestamps.

    `counts` is the number of steps in each state. `held` means that a run, or a comparison before the start, is in
    progress; `runs` that a run is, or that the next run is about to follow. `waits_until` and `cause` explain a pause.
    `differences` are the values that differ from the goal. `report` is JSON of the last comparison with the goal.
    """

    number: int
    purpose: Purpose
    created_at: float
    finished_at: float | None = None
    paused_at: float | None = None
    held: bool = False
    runs: bool = False
    waits_until: float | None = None
    cause: Cause = NO_CAUSE
    differences: tuple[Cause, ...] = ()
    report: Any = None
    counts: Mapping[StepState, int] = field(default_factory=dict)

    @property
    def steps(self) -> int:
        return sum(self.counts.values())

    @property
    def finished_steps(self) -> int:
        return sum(self.counts.get(state, 0) for state in SETTLED)

    @property
    def is_stuck(self) -> bool:
        """Return whether the bulk change can't continue until a person decides about a step."""
        open_ = self.finished_at is None and self.waits_until is None
        return open_ and (StepState.FAILED in self.counts or StepState.UNKNOWN in self.counts)


def state_after(outcome: Outcome) -> StepState:
    """Derive a step's state from its outcome. If the failure wasn't caused by the step, it will be sent again."""
    if outcome.state is State.SAVED:
        return StepState.DONE
    if outcome.state in {State.UNKNOWN, State.UNDER_WAY}:
        return StepState.UNKNOWN
    if outcome.state is State.CLOSED:
        return StepState.DOUBTFUL
    if outcome.state is State.REFUSED and outcome.status not in {TOO_MANY, TOKEN_REFUSED}:
        return StepState.FAILED
    return StepState.WAITING


@dataclass(frozen=True, slots=True)
class BulkReference:
    """The bulk change that sent a journal entry. `undoes` is the number of the bulk change that it undoes."""

    number: int
    title: str
    owner: str
    undoes: int | None = None


NOT_SENT, STOPPED = Cause(Reason.NOT_SENT).to_json(), Cause(Reason.STOPPED).to_json()
LOOK = "look"
"""The holder of a lease that comparisons before the start share. A run may take it over."""
COUNTS = select(bulk_steps.c.bulk_change, bulk_steps.c.state, func.count())
COUNTS = COUNTS.where(bulk_steps.c.bulk_change.in_(bindparam("numbers", expanding=True)))
COUNTS = COUNTS.group_by(bulk_steps.c.bulk_change, bulk_steps.c.state)


def add_bulk_change(
    connection: Connection, purpose: Purpose, steps: Sequence[Intent], now: float, differences: Sequence[Cause] = ()
) -> int:
    """Store a bulk change with its known differences. Returns its number. Call it in a write transaction."""
    told = {"wanted": json.dumps(purpose.wanted), "differences": differences_json(differences)}
    row = asdict(purpose) | {**told, "created_at": now, "message": ""}
    number: int = connection.scalar(insert(bulk_changes).values(row).returning(bulk_changes.c.number)) or 0
    add_steps(connection, number, steps, after=0)
    return number


def add_steps(connection: Connection, bulk: int, steps: Sequence[Intent], *, after: int) -> None:
    """Append steps after the last position, `after`. Call it in a write transaction."""
    same = {"bulk_change": bulk, "state": StepState.WAITING, "message": ""}
    rows = [{**same, "position": at, **intent_values(intent)} for at, intent in enumerate(steps, after + 1)]
    if rows:
        connection.execute(insert(bulk_steps), rows)


def stop_bulk_change(connection: Connection, number: int, now: float) -> None:
    """End a bulk change at its current step. Call it in a write transaction."""
    waiting = (bulk_steps.c.bulk_change == number) & (bulk_steps.c.state == StepState.WAITING)
    connection.execute(update(bulk_steps).where(waiting).values(state=StepState.SKIPPED, message=NOT_SENT))
    end_doubtful_steps(connection, number)
    unfinished = (bulk_changes.c.number == number) & bulk_changes.c.finished_at.is_(None)
    stopped = {"finished_at": now, "message": STOPPED, "waits_until": None}
    connection.execute(update(bulk_changes).where(unfinished).values(stopped))


def end_doubtful_steps(connection: Connection, number: int) -> None:
    """Leave doubtful steps with an unknown outcome. Call it in the transaction that ends their bulk change."""
    doubtful = (bulk_steps.c.bulk_change == number) & (bulk_steps.c.state == StepState.DOUBTFUL)
    connection.execute(update(bulk_steps).where(doubtful).values(state=StepState.UNKNOWN))


def apply_outcome_to_step(connection: Connection, entry: int, outcome: Outcome) -> None:
    """Copy an entry's outcome to its step if the bulk change has ended. A run does that by itself.

    Call it in a write transaction.
    """
    if outcome.state is State.CLOSED:  # the bulk change continues without it
        unknown = (bulk_steps.c.entry == entry) & (bulk_steps.c.state == StepState.UNKNOWN)
        going = bulk_steps.c.bulk_change.in_(select(bulk_changes.c.number).where(bulk_changes.c.finished_at.is_(None)))
        connection.execute(update(bulk_steps).where(unknown, going).values(state=StepState.DOUBTFUL))
    found = {State.SAVED: StepState.DONE, State.NOT_SAVED: StepState.FAILED}.get(outcome.state)
    if found is None:
        return
    ended = bulk_steps.c.bulk_change.in_(select(bulk_changes.c.number).where(bulk_changes.c.finished_at.is_not(None)))
    open_ = bulk_steps.c.state.in_([StepState.SENT, StepState.UNKNOWN])
    values = {"state": found, "message": outcome.cause.to_json()}
    connection.execute(update(bulk_steps).where(bulk_steps.c.entry == entry, open_, ended).values(values))


def differences_json(differences: Iterable[Cause]) -> str:
    return json.dumps([each.to_json() for each in differences])


def parse_differences(kept: str) -> list[Cause]:
    return [parse_cause(each) for each in json.loads(kept)]


def is_leased(connection: Connection, number: int, now: float) -> bool:
    held = (bulk_changes.c.number == number) & bulk_changes.c.holder.is_not(None) & (bulk_changes.c.held_until > now)
    return connection.scalar(select(bulk_changes.c.number).where(held)) is not None


def is_step(bulk: int, position: int) -> ColumnElement[bool]:
    return (bulk_steps.c.bulk_change == bulk) & (bulk_steps.c.position == position)


def to_bulk_changes(connection: Connection, rows: Sequence[Row[Any]], now: float) -> list[BulkChange]:
    """Convert rows to bulk changes, and count their steps."""
    counts: dict[int, dict[StepState, int]] = {row.number: {} for row in rows}
    if rows:
        for number, state, count in connection.execute(COUNTS, {"numbers": list(counts)}):
            counts[number][StepState(state)] = count
    return [_to_bulk_change(row, counts[row.number], now) for row in rows]


def _to_bulk_change(row: Row[Any], counts: dict[StepState, int], now: float) -> BulkChange:
    held = row.holder is not None and row.held_until > now
    goes_on = row.finished_at is None and row.continues_until is not None and row.continues_until > now
    purpose = Purpose(**{each.name: getattr(row, each.name) for each in fields(Purpose)})
    return BulkChange(
        **{name: getattr(row, name) for name in ("number", "created_at", "finished_at", "paused_at", "waits_until")},
        purpose=replace(purpose, wanted=json.loads(row.wanted)),
        held=held,
        runs=(held and row.holder != LOOK) or goes_on,
        cause=parse_cause(row.message),
        differences=tuple(parse_differences(row.differences)),
        report=None if row.report is None else json.loads(row.report),
        counts=counts,
    )


def to_step(row: Row[Any], purpose: Purpose) -> Step:
    intent = to_intent(row, purpose.organization, purpose.owner, purpose.reason)
    found = None if row.found is None else json.loads(row.found)
    return Step(row.position, StepState(row.state), intent, row.entry, parse_cause(row.message), found, row.status)
