"""The journal: what is about to be sent is written before the call, and what came of it after."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Connection, Row, Select, func, insert, or_, select
from sqlalchemy.sql.elements import ColumnElement

from contract.organization.organizations import UPDATE_ORGANIZATION
from store.database import Database
from store.drafts.inputs import settle_drafts
from store.entries import MAYBE_SAVED, Entry, Intent, Outcome, State
from store.intents import intent_of, intent_values
from store.journal.anchor import JournalAnchor
from store.journal.seals import Seals
from store.keys import Keys
from store.plans.rows import settle_steps
from store.tables import journal, journal_outcomes, people

MAX_WORDS = 8
UNDER_WAY_SECONDS = 20.0
"""A page gives all its calls 8 seconds; an entry that has no outcome after that never gets one by itself."""

_newest = (
    select(func.max(journal_outcomes.c.number))
    .where(journal_outcomes.c.entry == journal.c.number)
    .correlate(journal)
    .scalar_subquery()
)
_ENTRIES = (
    select(
        journal,
        people.c.name,
        journal_outcomes.c.at.label("settled_at"),
        journal_outcomes.c.state,
        journal_outcomes.c.status,
        journal_outcomes.c.message,
        journal_outcomes.c.became,
        journal_outcomes.c.object_id.label("made"),
    )
    .outerjoin(journal_outcomes, journal_outcomes.c.number == _newest)
    .outerjoin(people, people.c.owner == journal.c.owner)
)

_MOMENTS = select(journal.c.at, journal_outcomes.c.state).outerjoin(
    journal_outcomes, journal_outcomes.c.number == _newest
)


@dataclass(frozen=True, slots=True)
class JournalQuery:
    """Entries of an organization, those of `owner` alone where only one's own may be seen. None filters nothing.

    `by` is an owner too, `since` and `until` are seconds since 1970, `text` are words that all have to be in the
    summary or the reason. With `enforcement` True, what enforces single
    sign-on or lifts it is found besides the `endpoints`; with False it is left out.
    """

    organization: str
    owner: str | None = None
    by: str | None = None
    endpoints: Sequence[str] | None = None
    object_id: str | None = None
    states: Sequence[State] | None = None
    since: float | None = None
    until: float | None = None
    enforcement: bool | None = None
    text: str = ""


class JournalHook(Protocol):
    """Something of one's own that is written in the same transaction as the journal's lines, or not at all."""

    def begun(self, connection: Connection, entry: int) -> None:
        """Along with what is about to be sent; an exception from here keeps it from being sent."""

    def settled(self, connection: Connection, outcome: Outcome) -> None:
        """Along with what came of it."""


_ENFORCES = (journal.c.endpoint == UPDATE_ORGANIZATION.name) & journal.c.body.contains('"sso":', autoescape=True)
"""In the JSON of a body no value can have this in it: quotes are escaped there."""


def _matches_endpoints(endpoints: Sequence[str], *, enforcement: bool | None) -> ColumnElement[bool]:
    its = journal.c.endpoint.in_(endpoints)
    if enforcement is None:
        return its
    return its | _ENFORCES if enforcement else its & ~_ENFORCES


class Journal:
    """Keeps entries for good. Raises StoreError where it cannot write: then nothing may be sent."""

    def __init__(
        self,
        database: Database,
        keys: Keys,
        clock: Callable[[], float] = time.time,
        anchor: JournalAnchor | None = None,
    ) -> None:
        self._database, self._clock, self._anchor = database, clock, anchor
        self._seals = Seals(keys)

    def begin(self, intent: Intent, beside: JournalHook | None = None) -> int:
        """Write what is about to be sent; gives the number of the entry."""
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
            self._seals.add(connection, entry=number)
            if beside is not None:
                beside.begun(connection, number)
        self._note_end()
        return number

    def settle(self, number: int, outcome: Outcome, beside: JournalHook | None = None) -> None:
        """Write what came of it, or what was found out later."""
        with self._database.writing() as connection:
            self._settle(connection, number, outcome, beside)
        self._note_end()

    def settle_open(self, number: int, outcome: Outcome) -> bool:
        """Write what was found out, or that nobody is to look any more, where that is new; answers whether it is."""
        newest = select(journal_outcomes.c.state).where(journal_outcomes.c.entry == number)
        with self._database.writing() as connection:
            state = connection.scalar(newest.order_by(journal_outcomes.c.number.desc()).limit(1))
            is_found = state == State.CLOSED and outcome.state not in MAYBE_SAVED
            is_late = state == State.NOT_SAVED and outcome.state is State.SAVED
            is_open = state in {None, State.UNKNOWN} or is_found or is_late
            if is_open:
                self._settle(connection, number, outcome)
        if is_open:
            self._note_end()
        return is_open

    def _note_end(self) -> None:
        if self._anchor is not None:
            self._anchor.advance()

    def _settle(self, connection: Connection, number: int, outcome: Outcome, beside: JournalHook | None = None) -> None:
        row = {
            "entry": number,
            "at": self._clock(),
            "state": outcome.state,
            "status": outcome.status,
            "message": outcome.message,
            "became": json.dumps(dict(outcome.became)),
            "object_id": outcome.made,
        }
        line = connection.scalar(insert(journal_outcomes).values(row).returning(journal_outcomes.c.number)) or 0
        self._seals.add(connection, outcome=line)
        settle_drafts(connection, number, outcome)
        if beside is not None:
            beside.settled(connection, outcome)
        else:  # found out later, or of no plan
            settle_steps(connection, number, outcome)

    def entries(self, wanted: JournalQuery, *, before: int | None = None, limit: int = 100) -> list[Entry]:
        """The newest first, from below the number `before`."""
        rows = _ENTRIES.where(*self._conditions(wanted)).order_by(journal.c.number.desc()).limit(limit)
        if before is not None:
            rows = rows.where(journal.c.number < before)
        return self._to_entries(rows)

    def entry(self, organization: str, number: int, owner: str | None = None) -> Entry | None:
        """One entry, where it is there and may be seen."""
        found = self._to_entries(
            _ENTRIES.where(journal.c.number == number, *self._conditions(JournalQuery(organization, owner)))
        )
        return found[0] if found else None

    def numbered(self, organization: str, owner: str, numbers: Sequence[int]) -> list[Entry]:
        """A person's entries that have these numbers, the newest first."""
        own = (journal.c.organization == organization) & (journal.c.owner == owner)
        return self._to_entries(_ENTRIES.where(own, journal.c.number.in_(numbers)).order_by(journal.c.number.desc()))

    def newest(self, organization: str) -> int:
        """The number of its newest entry; 0 without one."""
        own = journal.c.organization == organization
        with self._database.reading() as connection:
            return connection.scalar(select(func.max(journal.c.number)).where(own)) or 0

    def since(self, organization: str, first: int, endpoints: Sequence[str], ids: Sequence[str]) -> list[Entry]:
        """Everybody's entries from the number `first` on, of these endpoints, with ids that begin so; in order."""
        about = self._conditions(JournalQuery(organization, endpoints=endpoints))
        begin_so = journal.c.ids.startswith(json.dumps(ids)[:-1], autoescape=True)
        rows = _ENTRIES.where(*about, begin_so, journal.c.number >= first).order_by(journal.c.number)
        return [each for each in self._to_entries(rows) if each.intent.ids[: len(ids)] == tuple(ids)]

    def ended(self, entry: Entry) -> float:
        """When its call had ended, whatever was found out later."""
        first = select(func.min(journal_outcomes.c.at)).where(journal_outcomes.c.entry == entry.number)
        with self._database.reading() as connection:
            return connection.scalar(first) or entry.at

    def messages(self, entry: Entry) -> list[str]:
        """What was told of its outcome, at each look, in order."""
        told = select(journal_outcomes.c.message).where(journal_outcomes.c.entry == entry.number)
        with self._database.reading() as connection:
            return list(connection.scalars(told.order_by(journal_outcomes.c.number)))

    def undoings(self, number: int) -> list[Entry]:
        """The entries that were to undo this one, the newest first."""
        return self._to_entries(_ENTRIES.where(journal.c.undoes == number).order_by(journal.c.number.desc()))

    def undone(self, numbers: Sequence[int]) -> set[int]:
        """Those of these entries that were taken back, and not redone since."""
        if not numbers:
            return set()
        rows = (
            select(journal.c.number, journal.c.undoes)
            .join(journal_outcomes, journal_outcomes.c.number == _newest)
            .where(journal.c.undoes.in_(numbers), journal_outcomes.c.state == State.SAVED)
        )
        with self._database.reading() as connection:
            undoings = {row.number: row.undoes for row in connection.execute(rows)}
        redone = self.undone([*undoings])
        return {undone for number, undone in undoings.items() if number not in redone}

    def people(self, organization: str) -> dict[str, str]:
        """Who has changed something: owners with their names, which may be empty."""
        rows = (
            select(journal.c.owner, func.coalesce(people.c.name, ""))
            .outerjoin(people, people.c.owner == journal.c.owner)
            .where(journal.c.organization == organization)
            .distinct()
        )
        with self._database.reading() as connection:
            return {row[0]: row[1] for row in connection.execute(rows)}

    def moments(self, wanted: JournalQuery, limit: int) -> list[tuple[float, State]]:
        """When the newest entries were written, in seconds since 1970, and what came of them; the newest first."""
        rows = _MOMENTS.where(*self._conditions(wanted)).order_by(journal.c.number.desc()).limit(limit)
        with self._database.reading() as connection:
            return [(at, self._state(at, state)) for at, state in connection.execute(rows)]

    def first_broken(self) -> tuple[int, str | None]:
        """How many seals hold, and what is wrong with the next; None where all hold."""
        with self._database.reading() as connection:
            return self._seals.first_broken(connection)

    def _conditions(self, wanted: JournalQuery) -> list[ColumnElement[bool]]:
        columns = journal.c
        conditions = [
            columns.organization == wanted.organization,
            None if wanted.owner is None else columns.owner == wanted.owner,
            None if wanted.by is None else columns.owner == wanted.by,
            None if wanted.endpoints is None else _matches_endpoints(wanted.endpoints, enforcement=wanted.enforcement),
            None if wanted.since is None else columns.at >= wanted.since,
            None if wanted.until is None else columns.at < wanted.until,
            None if wanted.object_id is None else _matches_object(wanted.object_id),
            None if wanted.states is None else self._matches_states(wanted.states),
            *(_has_word(word) for word in wanted.text.split()[:MAX_WORDS]),
        ]
        return [condition for condition in conditions if condition is not None]

    def _matches_states(self, states: Sequence[State]) -> ColumnElement[bool]:
        settled = journal_outcomes.c.state.in_([state.value for state in states])
        open_, old = journal_outcomes.c.state.is_(None), journal.c.at <= self._clock() - UNDER_WAY_SECONDS
        also = [open_ & old] if State.UNKNOWN in states else []
        return or_(settled, *also, *([open_ & ~old] if State.UNDER_WAY in states else []))

    def _to_entries(self, rows: Select[Any]) -> list[Entry]:
        with self._database.reading() as connection:
            return [self._to_entry(row) for row in connection.execute(rows)]

    def _to_entry(self, row: Row[Any]) -> Entry:
        intent = intent_of(row, row.organization, row.owner, row.reason, row.request_id)
        return Entry(row.number, row.at, row.name or "", intent, self._to_outcome(row), row.settled_at)

    def _to_outcome(self, row: Row[Any]) -> Outcome:
        if row.state is None:
            return Outcome(self._state(row.at, None))
        return Outcome(State(row.state), row.message, row.status, json.loads(row.became), row.made)

    def _state(self, at: float, state: str | None) -> State:
        if state is not None:
            return State(state)
        return State.UNKNOWN if at <= self._clock() - UNDER_WAY_SECONDS else State.UNDER_WAY


def _has_word(word: str) -> ColumnElement[bool]:
    return journal.c.summary.icontains(word, autoescape=True) | journal.c.reason.icontains(word, autoescape=True)


def _matches_object(object_id: str) -> ColumnElement[bool]:
    made = select(journal_outcomes.c.entry).where(journal_outcomes.c.object_id == object_id)
    return or_(journal.c.object_id == object_id, journal.c.number.in_(made))
