"""The values that entries set, by key: written with the entry, completed with its first outcome."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, func, insert, select, update

from masthead.resources.values import NOT_KNOWN, WriteRequest, values_left, values_of
from masthead.store.entries import Intent, Outcome, State
from masthead.store.journal.queries import newest_outcome
from masthead.store.tables.records import bulk_changes, bulk_steps, journal, journal_outcomes, journal_values


class ValueWrite(NamedTuple):
    """A value as one entry of the journal set it: JSON or NOT_KNOWN; times are seconds since 1970.

    `ended_at` is the time of its first outcome, if it has one. `bulk` is the
    number of the bulk change that sent it, `undoes` and `bulk_undoes` those of what entry and bulk change take back.
    """

    key: str
    entry: int
    endpoint: str
    owner: str
    at: float
    ended_at: float | None
    state: State
    before: Any
    sent: Any
    after: Any = NOT_KNOWN
    undoes: int | None = None
    bulk: int | None = None
    bulk_undoes: int | None = None

    @property
    def ended(self) -> float:
        return self.at if self.ended_at is None else self.ended_at


_ENDED = (
    select(func.min(journal_outcomes.c.at))
    .where(journal_outcomes.c.entry == journal.c.number)
    .correlate(journal)
    .scalar_subquery()
)
_WRITES = (
    select(
        journal_values,
        journal.c.endpoint,
        journal.c.owner,
        journal.c.at,
        journal.c.undoes,
        journal_outcomes.c.state,
        _ENDED.label("ended_at"),
        bulk_changes.c.number.label("bulk"),
        bulk_changes.c.undoes.label("bulk_undoes"),
    )
    .join(journal, journal.c.number == journal_values.c.entry)
    .outerjoin(journal_outcomes, journal_outcomes.c.number == newest_outcome)
    .outerjoin(bulk_steps, bulk_steps.c.entry == journal.c.number)
    .outerjoin(bulk_changes, bulk_changes.c.number == bulk_steps.c.bulk_change)
    .order_by(journal_values.c.entry)
)


def select_writes(organization: str, keys: ColumnElement[bool]) -> Select[Any]:
    """Select the writes of these keys in an organization, the oldest first."""
    return _WRITES.where(keys, journal.c.organization == organization)


def to_write(row: Row[Any], state: State) -> ValueWrite:
    told = (row.key, row.entry, row.endpoint, row.owner, row.at, row.ended_at, state)
    before, sent, after = map(from_json, (row.before, row.sent, row.after))
    return ValueWrite(*told, before, sent, after, row.undoes, row.bulk, row.bulk_undoes)


def write_values(connection: Connection, entry: int, intent: Intent) -> None:
    """Write the values of an entry. Call it in the entry's transaction, before its seal."""
    sent = values_of(request_of(intent))
    rows = [_row(entry, key, value.before, value.sent, sealed=1) for key, value in sent.items()]
    if rows:
        connection.execute(insert(journal_values), rows)


def write_values_left(connection: Connection, entry: int, line: int, outcome: Outcome) -> None:
    """Complete the values of a saved entry. Call it in the transaction of the outcome, before its seal."""
    if outcome.state is not State.SAVED:
        return
    columns = (journal.c.endpoint, journal.c.ids, journal.c.body, journal.c.was)
    row = connection.execute(select(*columns).where(journal.c.number == entry)).one()
    body, was = json.loads(row.body or "{}"), json.loads(row.was)
    request = WriteRequest(row.endpoint, tuple(json.loads(row.ids)), body, was, outcome.made)
    left, sent = values_left(request, outcome.became), values_of(request)
    own = select(journal_values.c.key, journal_values.c.after).where(journal_values.c.entry == entry)
    there = {row.key: row.after for row in connection.execute(own)}
    for key in left.keys() & there.keys():
        if there[key] is None:
            this = (journal_values.c.entry == entry) & (journal_values.c.key == key)
            told = update(journal_values).where(this).values(after=to_json(left[key]), outcome=line)
            connection.execute(told)
    new = [
        _row(entry, key, *sent[key], after=left[key], outcome=line) for key in left.keys() - there.keys() & sent.keys()
    ]
    if new:  # of what was created, whose id only the answer told
        connection.execute(insert(journal_values), new)


def sealed_values(connection: Connection, entry: int | None, outcome: int | None) -> list[list[str | None]]:
    """Return the values under the seal of an entry or outcome; none from before revision 0043."""
    columns = journal_values.c
    told = (columns.key, columns.before, columns.sent)
    rows = (
        select(*told).where(columns.entry == entry, columns.sealed == 1)
        if entry is not None
        else select(*told, columns.after).where(columns.outcome == outcome)
    )
    return sorted([list(row) for row in connection.execute(rows)], key=lambda row: row[0] or "")


def request_of(intent: Intent, made: str = "") -> WriteRequest:
    """Convert an intent to the request that the map of values takes."""
    return WriteRequest(intent.endpoint, intent.ids, json.loads(intent.body or "{}"), intent.was, made)


def _row(
    entry: int,
    key: str,
    before: Any,  # noqa: ANN401 - JSON, or NOT_KNOWN
    sent: Any,  # noqa: ANN401
    *,
    after: Any = NOT_KNOWN,  # noqa: ANN401
    outcome: int | None = None,
    sealed: int = 0,
) -> Mapping[str, Any]:
    values = {"before": to_json(before), "sent": to_json(sent), "after": to_json(after)}
    return {"key": key, "entry": entry, **values, "outcome": outcome, "sealed": sealed}


def to_json(value: Any) -> str | None:  # noqa: ANN401 - JSON, or NOT_KNOWN
    return None if value is NOT_KNOWN else json.dumps(value)


def from_json(text: str | None) -> Any:  # noqa: ANN401 - JSON, or NOT_KNOWN
    return NOT_KNOWN if text is None else json.loads(text)
