"""Bulk changes and their steps as rows."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields, replace
from typing import Any

from sqlalchemy import Connection, Row, bindparam, case, func, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.bulk.steps import TOO_MANY, BulkChange, Purpose, Step, StepState
from masthead.store.entries import Cause, Intent, Outcome, Reason, State, intent_values, parse_cause, to_intent
from masthead.store.tables.records import bulk_changes, bulk_steps

NOT_SENT, STOPPED = Cause(Reason.NOT_SENT).to_json(), Cause(Reason.STOPPED).to_json()
LOOK = "look"
"""Holds a bulk change that is only looked at, in however many windows: that is no run of it, and gives way to one."""
COUNTS = (
    select(
        bulk_steps.c.bulk_change,
        bulk_steps.c.state,
        func.count(),
        func.count(case((bulk_steps.c.status != TOO_MANY, 1))),
    )
    .where(bulk_steps.c.bulk_change.in_(bindparam("numbers", expanding=True)))
    .group_by(bulk_steps.c.bulk_change, bulk_steps.c.state)
)


def add_bulk_change(
    connection: Connection, purpose: Purpose, steps: Sequence[Intent], now: float, differences: Sequence[Cause] = ()
) -> int:
    """Store a bulk change with its known differences; return its number. Call it within a write."""
    told = {"wanted": json.dumps(purpose.wanted), "differences": differences_json(differences)}
    row = asdict(purpose) | {**told, "created_at": now, "message": ""}
    number: int = connection.scalar(insert(bulk_changes).values(row).returning(bulk_changes.c.number)) or 0
    add_steps(connection, number, steps, after=0)
    return number


def add_steps(connection: Connection, bulk: int, steps: Sequence[Intent], *, after: int) -> None:
    """Append steps behind the last position, `after`. Call it within a write."""
    same = {"bulk_change": bulk, "state": StepState.WAITING, "message": ""}
    rows = [{**same, "position": at, **intent_values(intent)} for at, intent in enumerate(steps, after + 1)]
    if rows:
        connection.execute(insert(bulk_steps), rows)


def stop_bulk_change(connection: Connection, number: int, now: float) -> None:
    """End a bulk change at its current step. Call it within a write."""
    waiting = (bulk_steps.c.bulk_change == number) & (bulk_steps.c.state == StepState.WAITING)
    connection.execute(update(bulk_steps).where(waiting).values(state=StepState.SKIPPED, message=NOT_SENT))
    settle_doubts(connection, number)
    unfinished = (bulk_changes.c.number == number) & bulk_changes.c.finished_at.is_(None)
    stopped = {"finished_at": now, "message": STOPPED, "waits_until": None}
    connection.execute(update(bulk_changes).where(unfinished).values(stopped))


def settle_doubts(connection: Connection, number: int) -> None:
    """Stop looking for the outcomes of its steps. Call it within the write that ends a bulk change."""
    doubtful = (bulk_steps.c.bulk_change == number) & (bulk_steps.c.state == StepState.DOUBTFUL)
    connection.execute(update(bulk_steps).where(doubtful).values(state=StepState.UNKNOWN))


def settle_steps(connection: Connection, entry: int, outcome: Outcome) -> None:
    """Give the entry's outcome to its step if the bulk change has ended; a run does that itself.

    Call it within a write.
    """
    if outcome.state is State.CLOSED:  # the bulk change goes on without it
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


def is_held(connection: Connection, number: int, now: float, *, looks_too: bool = True) -> bool:
    held = (bulk_changes.c.number == number) & bulk_changes.c.holder.is_not(None) & (bulk_changes.c.held_until > now)
    if not looks_too:
        held &= bulk_changes.c.holder != LOOK
    return connection.scalar(select(bulk_changes.c.number).where(held)) is not None


def is_step(bulk: int, position: int) -> ColumnElement[bool]:
    return (bulk_steps.c.bulk_change == bulk) & (bulk_steps.c.position == position)


def to_bulk_changes(connection: Connection, rows: Sequence[Row[Any]], now: float) -> list[BulkChange]:
    """Parse rows and count their steps."""
    counts: dict[int, dict[StepState, int]] = {row.number: {} for row in rows}
    refused: dict[int, int] = {}
    if rows:
        for number, state, count, errors in connection.execute(COUNTS, {"numbers": list(counts)}):
            counts[number][StepState(state)] = count
            if state == StepState.SKIPPED:
                refused[number] = errors
    return [_to_bulk_change(row, counts[row.number], refused.get(row.number, 0), now) for row in rows]


def _to_bulk_change(row: Row[Any], counts: dict[StepState, int], refused: int, now: float) -> BulkChange:
    held = row.holder is not None and row.held_until > now
    goes_on = row.finished_at is None and row.continues_until is not None and row.continues_until > now
    purpose = Purpose(**{each.name: getattr(row, each.name) for each in fields(Purpose)})
    return BulkChange(
        number=row.number,
        purpose=replace(purpose, wanted=json.loads(row.wanted)),
        created_at=row.created_at,
        finished_at=row.finished_at,
        paused_at=row.paused_at,
        held=held,
        runs=(held and row.holder != LOOK) or goes_on,
        waits_until=row.waits_until,
        cause=parse_cause(row.message),
        differences=tuple(parse_differences(row.differences)),
        report=None if row.report is None else json.loads(row.report),
        counts=counts,
        refused=refused,
    )


def to_step(row: Row[Any], purpose: Purpose) -> Step:
    intent = to_intent(row, purpose.organization, purpose.owner, purpose.reason)
    found = None if row.found is None else json.loads(row.found)
    return Step(row.position, StepState(row.state), intent, row.entry, parse_cause(row.message), found, row.status)
