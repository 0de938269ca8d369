"""The journal: an entry and its values are written before each call, and the outcome after it."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ColumnElement, Connection, Row, Select, func, insert, select, update

from masthead.resources.values import NOT_KNOWN, WriteRequest, compute_values_after, values_of
from masthead.store.bulk.steps import BulkReference, apply_outcome_to_step
from masthead.store.database import Database
from masthead.store.drafts.drafts import apply_outcome_to_drafts
from masthead.store.entries import (
    MAYBE_SAVED,
    Entry,
    Intent,
    Outcome,
    Reason,
    State,
    intent_values,
    parse_cause,
    to_intent,
)
from masthead.store.journal.queries import (
    UNDER_WAY_SECONDS,
    JournalQuery,
    build_conditions,
    newest_outcome,
    prefix_condition,
    select_concurrent,
    select_end,
    select_newest,
    select_owners,
)
from masthead.store.journal.seals import JournalAnchor, Seals
from masthead.store.keys import Keys
from masthead.store.tables.records import bulk_changes, bulk_steps, journal, journal_outcomes, journal_values, people

KEYS_AT_ONCE = 500
"""Maximum number of keys in one statement."""
_ENTRIES = (
    select(
        journal,
        people.c.name,
        journal_outcomes.c.at.label("settled_at"),
        journal_outcomes.c.state,
        journal_outcomes.c.status,
        journal_outcomes.c.message,
        journal_outcomes.c.text_reason,
        journal_outcomes.c.became,
        journal_outcomes.c.object_id.label("made"),
    )
    .outerjoin(journal_outcomes, journal_outcomes.c.number == newest_outcome)
    .outerjoin(people, people.c.owner == journal.c.owner)
)

_WRITES = (
    select(
        journal_values,
        journal.c.endpoint,
        journal.c.owner,
        journal.c.at,
        journal.c.undoes,
        journal_outcomes.c.state,
        select_end(journal).label("ended_at"),
        bulk_changes.c.number.label("bulk"),
        bulk_changes.c.undoes.label("bulk_undoes"),
    )
    .join(journal, journal.c.number == journal_values.c.entry)
    .outerjoin(journal_outcomes, journal_outcomes.c.number == newest_outcome)
    .outerjoin(bulk_steps, bulk_steps.c.entry == journal.c.number)
    .outerjoin(bulk_changes, bulk_changes.c.number == bulk_steps.c.bulk_change)
    .order_by(journal_values.c.entry)
)


class ValueWrite(NamedTuple):
    """The effect of a journal entry on one value. Values are JSON or NOT_KNOWN, and times are Unix timestamps.

    `ended_at` is the time of the first outcome, if there is one. `bulk` is the number of the bulk change that sent the
    entry. `undoes` and `bulk_undoes` are the numbers of the entry and the bulk change that this write undoes.
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


class JournalHook(Protocol):
    """Interface for writing rows in the same transactions as the journal."""

    def on_intent(self, connection: Connection, entry: int) -> None:
        """Write rows in the transaction of the new entry. An exception prevents the change from being sent."""

    def on_outcome(self, connection: Connection, outcome: Outcome) -> None:
        """Write rows in the transaction of the outcome."""


class Journal:
    """The permanent record of changes. If it raises StoreError, nothing may be sent."""

    def __init__(
        self,
        database: Database,
        keys: Keys,
        clock: Callable[[], float] = time.time,
        anchor: JournalAnchor | None = None,
    ) -> None:
        self._database, self._clock, self._anchor = database, clock, anchor
        self._seals = Seals(keys)

    def begin(self, intent: Intent, *hooks: JournalHook) -> int:
        """Write an entry before its call is sent. Returns the entry's number."""
        row = {
            "organization": intent.organization,
            "owner": intent.owner,
            "at": self._clock(),
            **intent_values(intent),
            "reason": intent.reason,
            "request_id": intent.request_id,
        }
        with self._database.writing() as connection:
            number: int = connection.scalar(insert(journal).values(row).returning(journal.c.number)) or 0
            _write_values(connection, number, intent)
            self._seals.add(connection, entry=number)
            for each in hooks:
                each.on_intent(connection, number)
        self._advance_anchor()
        return number

    def write_outcome(self, number: int, outcome: Outcome, *hooks: JournalHook) -> None:
        """Write the outcome of an entry."""
        with self._database.writing() as connection:
            self._insert_outcome(connection, number, outcome, *hooks)
        self._advance_anchor()

    def write_outcome_if_more_certain(self, number: int, outcome: Outcome) -> bool:
        """Write an outcome if it is more certain than the current one. Returns whether it was written."""
        states = select(journal_outcomes.c.state).where(journal_outcomes.c.entry == number)
        with self._database.writing() as connection:
            state = connection.scalar(states.order_by(journal_outcomes.c.number.desc()).limit(1))
            is_found = state == State.CLOSED and outcome.state not in MAYBE_SAVED
            is_late = state == State.NOT_SAVED and outcome.state is State.SAVED
            is_open = state in {None, State.UNKNOWN} or is_found or is_late
            if is_open:
                self._insert_outcome(connection, number, outcome)
        if is_open:
            self._advance_anchor()
        return is_open

    def _advance_anchor(self) -> None:
        if self._anchor is not None:
            self._anchor.advance()

    def _insert_outcome(self, connection: Connection, number: int, outcome: Outcome, *hooks: JournalHook) -> None:
        row = {
            "entry": number,
            "at": self._clock(),
            "state": outcome.state,
            "status": outcome.status,
            "message": outcome.cause.to_json(),
            "became": json.dumps(dict(outcome.became)),
            "object_id": outcome.made,
        }
        line = connection.scalar(insert(journal_outcomes).values(row).returning(journal_outcomes.c.number)) or 0
        _complete_values(connection, number, line, outcome)
        self._seals.add(connection, outcome=line)
        apply_outcome_to_drafts(connection, number, outcome)
        for each in hooks:
            each.on_outcome(connection, outcome)
        if not hooks:  # the outcome was found later, or the entry has no bulk change
            apply_outcome_to_step(connection, number, outcome)

    def entries(self, wanted: JournalQuery, *, before: int | None = None, limit: int = 100) -> list[Entry]:
        """List entries that match a query, newest first. With `before`, only those with lower numbers."""
        now, rows = self._clock(), _ENTRIES.order_by(journal.c.number.desc()).limit(limit)
        numbers = select_newest(wanted, now, before, limit, on_sqlite=self._database.file is not None)
        if numbers is not None:
            return self._to_entries(rows.where(journal.c.number.in_(numbers)))
        earlier = [] if before is None else [journal.c.number < before]
        return self._to_entries(rows.where(*build_conditions(wanted, now), *earlier))

    def entry(self, organization: str, number: int, owner: str | None = None) -> Entry | None:
        """Return an entry, or None if it doesn't exist or, with `owner`, is somebody else's."""
        found = self._to_entries(
            _ENTRIES.where(
                journal.c.number == number, *build_conditions(JournalQuery(organization, owner), self._clock())
            )
        )
        return found[0] if found else None

    def by_numbers(self, organization: str, owner: str, numbers: Sequence[int]) -> list[Entry]:
        """List a person's entries with these numbers, newest first."""
        own = (journal.c.organization == organization) & (journal.c.owner == owner)
        return self._to_entries(_ENTRIES.where(own, journal.c.number.in_(numbers)).order_by(journal.c.number.desc()))

    def list_since(self, organization: str, first: int, endpoints: Sequence[str], ids: Sequence[str]) -> list[Entry]:
        """List, in order, calls of these endpoints whose ids start with `ids`, beginning with the entry `first`."""
        about = build_conditions(JournalQuery(organization, endpoints=endpoints), self._clock())
        its = prefix_condition(journal.c.ids, ids) & (journal.c.number >= first)
        return self._to_entries(_ENTRIES.where(*about, its).order_by(journal.c.number))

    def list_concurrent_pairs(self, organization: str, bulk: int) -> list[tuple[Entry, Entry]]:
        """Pair a bulk change's entries with concurrent entries by other people."""
        pairs, own = self._rows(select_concurrent(bulk)), journal.c.organization == organization
        numbers = {number for pair in pairs for number in pair}
        entries = self._to_entries(_ENTRIES.where(own, journal.c.number.in_(numbers)))
        by_number = {each.number: each for each in entries}
        return [(by_number[one], by_number[other]) for one, other in pairs]

    def find_end(self, entry: Entry) -> float:
        """Return the time of an entry's first outcome. If there is none, return that of the entry."""
        ((first,),) = self._rows(
            select(func.min(journal_outcomes.c.at)).where(journal_outcomes.c.entry == entry.number)
        )
        return first or entry.at

    def bulk_changes_by_entry(self, organization: str, numbers: Sequence[int]) -> dict[int, BulkReference]:
        """Return the bulk changes, of any person, that sent these entries, by entry number."""
        columns = bulk_changes.c
        rows = (
            select(bulk_steps.c.entry, columns.number, columns.title, columns.owner, columns.undoes)
            .join(bulk_changes, columns.number == bulk_steps.c.bulk_change)
            .where(columns.organization == organization, bulk_steps.c.entry.in_(numbers))
        )
        return {row.entry: BulkReference(row.number, row.title, row.owner, row.undoes) for row in self._rows(rows)}

    def list_writes(self, organization: str, keys: Sequence[str]) -> list[ValueWrite]:
        """List writes, by anybody, to the values with these keys, oldest first."""
        parts = [keys[at : at + KEYS_AT_ONCE] for at in range(0, len(keys), KEYS_AT_ONCE)]
        found = [each for part in parts for each in self._list_writes(organization, journal_values.c.key.in_(part))]
        return sorted(found, key=lambda each: each.entry)

    def list_values_below(self, organization: str, prefix: str) -> list[ValueWrite]:
        """List writes, by anybody, to values whose keys start with this prefix, oldest first."""
        key = journal_values.c.key
        return self._list_writes(organization, (key >= prefix) & (key < f"{prefix}\U0010ffff"))

    def _list_writes(self, organization: str, keys: ColumnElement[bool]) -> list[ValueWrite]:
        rows = self._rows(_WRITES.where(keys, journal.c.organization == organization))
        return [_to_write(row, self._effective_state(row.at, row.state)) for row in rows]

    def list_reasons(self, entry: Entry) -> set[Reason]:
        """Return the reason codes of all outcomes of an entry."""
        columns = journal_outcomes.c
        kept = select(columns.message, columns.text_reason).where(columns.entry == entry.number)
        return {parse_cause(*row).reason for row in self._rows(kept)}

    def list_undos(self, number: int) -> list[Entry]:
        """List the undos of this entry, newest first."""
        return self._to_entries(_ENTRIES.where(journal.c.undoes == number).order_by(journal.c.number.desc()))

    def find_undos(self, numbers: Sequence[int]) -> dict[int, Entry]:
        """Return the newest undo in effect for each of these entries, by entry number. Omits entries not undone now."""
        if not numbers:
            return {}
        saved = journal.c.undoes.in_(numbers) & (journal_outcomes.c.state == State.SAVED)
        undoings = self._to_entries(_ENTRIES.where(saved).order_by(journal.c.number))
        redone = self.find_undos([each.number for each in undoings])
        return {each.intent.undoes: each for each in undoings if each.intent.undoes and each.number not in redone}

    def list_people(self, organization: str) -> dict[str, str]:
        """Return the names of all people with entries, by owner. Unknown names are empty."""
        owners = select_owners(organization)
        rows = (
            select(owners.c.owner, func.coalesce(people.c.name, ""))
            .outerjoin(people, people.c.owner == owners.c.owner)
            .where(owners.c.owner.is_not(None))
        )
        return {row[0]: row[1] for row in self._rows(rows)}

    def list_times(self, wanted: JournalQuery, limit: int) -> list[tuple[float, State]]:
        """List the Unix timestamps and states of the newest entries, newest first."""
        entries = (
            _ENTRIES.where(*build_conditions(wanted, self._clock())).order_by(journal.c.number.desc()).limit(limit)
        )
        rows = self._rows(entries.with_only_columns(journal.c.at, journal_outcomes.c.state))
        return [(at, self._effective_state(at, state)) for at, state in rows]

    def verify_chain(self) -> tuple[int, str | None]:
        """Return the number of valid seals, and what is wrong with the next one, if anything."""
        with self._database.reading() as connection:
            return self._seals.verify_chain(connection)

    def _rows(self, rows: Select[*tuple[Any, ...]]) -> Sequence[Row[*tuple[Any, ...]]]:
        with self._database.reading() as connection:
            return connection.execute(rows).all()

    def _to_entries(self, rows: Select[Any]) -> list[Entry]:
        return [self._to_entry(row) for row in self._rows(rows)]

    def _to_entry(self, row: Row[Any]) -> Entry:
        intent = to_intent(row, row.organization, row.owner, row.reason, row.request_id)
        return Entry(row.number, row.at, row.name or "", intent, self._to_outcome(row), row.settled_at)

    def _to_outcome(self, row: Row[Any]) -> Outcome:
        if row.state is None:
            return Outcome(self._effective_state(row.at, None))
        return Outcome(
            State(row.state), parse_cause(row.message, row.text_reason), row.status, json.loads(row.became), row.made
        )

    def _effective_state(self, at: float, state: str | None) -> State:
        if state is not None:
            return State(state)
        return State.UNKNOWN if at <= self._clock() - UNDER_WAY_SECONDS else State.UNDER_WAY


def _to_write(row: Row[Any], state: State) -> ValueWrite:
    told = (row.key, row.entry, row.endpoint, row.owner, row.at, row.ended_at, state)
    before, sent, after = map(_from_json, (row.before, row.sent, row.after))
    return ValueWrite(*told, before, sent, after, row.undoes, row.bulk, row.bulk_undoes)


def _write_values(connection: Connection, entry: int, intent: Intent) -> None:
    """Write the values of an entry. Call it in the entry's transaction, before its seal."""
    sent = values_of(build_request(intent))
    rows = [_build_row(entry, key, value.before, value.sent, sealed=1) for key, value in sent.items()]
    if rows:
        connection.execute(insert(journal_values), rows)


def _complete_values(connection: Connection, entry: int, line: int, outcome: Outcome) -> None:
    """Complete the values of a saved entry. Call it in the transaction of the outcome, before its seal."""
    if outcome.state is not State.SAVED:
        return
    row = connection.execute(select(journal).where(journal.c.number == entry)).one()
    request = build_request(to_intent(row, row.organization, row.owner, row.reason), outcome.made)
    left, sent = compute_values_after(request, outcome.became), values_of(request)
    own = select(journal_values.c.key, journal_values.c.after).where(journal_values.c.entry == entry)
    there = {row.key: row.after for row in connection.execute(own)}
    for key in left.keys() & there.keys():
        if there[key] is None:
            this = (journal_values.c.entry == entry) & (journal_values.c.key == key)
            connection.execute(update(journal_values).where(this).values(after=_to_json(left[key]), outcome=line))
    new = [
        _build_row(entry, key, *sent[key], after=left[key], outcome=line)
        for key in left.keys() - there.keys() & sent.keys()
    ]
    if new:  # the values of a created object, whose id only the answer has
        connection.execute(insert(journal_values), new)


def build_request(intent: Intent, made: str = "") -> WriteRequest:
    """Convert an intent to a `WriteRequest` for masthead/resources/values.py."""
    return WriteRequest(intent.endpoint, intent.ids, json.loads(intent.body or "{}"), intent.was, made)


def _build_row(
    entry: int,
    key: str,
    before: Any,  # noqa: ANN401 - JSON, or NOT_KNOWN
    sent: Any,  # noqa: ANN401
    *,
    after: Any = NOT_KNOWN,  # noqa: ANN401
    outcome: int | None = None,
    sealed: int = 0,
) -> Mapping[str, Any]:
    values = {"before": _to_json(before), "sent": _to_json(sent), "after": _to_json(after)}
    return {"key": key, "entry": entry, **values, "outcome": outcome, "sealed": sealed}


def _to_json(value: Any) -> str | None:  # noqa: ANN401 - JSON, or NOT_KNOWN
    return None if value is NOT_KNOWN else json.dumps(value)


def _from_json(text: str | None) -> Any:  # noqa: ANN401 - JSON, or NOT_KNOWN
    return NOT_KNOWN if text is None else json.loads(text)
