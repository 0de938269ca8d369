"""The numbers of the newest entries that a page asks for, in the order of the index that finds them.

So they are found as soon as the page is full, whether many entries are as it asks or few.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import (
    DDL,
    ColumnElement,
    FromClause,
    Index,
    Select,
    bindparam,
    column,
    event,
    exists,
    func,
    literal_column,
    select,
    table,
    union_all,
)

from contract.organization.organizations import UPDATE_ORGANIZATION
from masthead.store.entries import State
from masthead.store.journal.finding import JournalQuery, conditions, words_of
from masthead.store.tables.records import journal, journal_outcomes

Index("journal_by_endpoint", journal.c.organization, journal.c.endpoint, journal.c.number)
# Written into the statement: SQLite takes an index of some rows where its condition is there word by word.
IS_NOT_SAVED = journal_outcomes.c.state != literal_column(f"'{State.SAVED}'")
Index(
    "journal_outcomes_not_saved",
    journal_outcomes.c.state,
    journal_outcomes.c.entry,
    sqlite_where=IS_NOT_SAVED,
)
RARE = (State.REFUSED, State.NOT_SENT, State.NOT_SAVED, State.CLOSED)
SIGNS_OF_AN_INDEX = 3

journal_words = table("journal_words", column("rowid"))
"""SQLite's index of each three signs in a row of the summaries and reasons."""

# A new file has it without a migration, and no entries yet.
_WORDS = """
CREATE VIRTUAL TABLE journal_words USING fts5(
    summary, reason, content='journal', content_rowid='number', columnsize=0, tokenize='trigram')
"""
_ADDED = """
CREATE TRIGGER journal_words_added AFTER INSERT ON journal BEGIN
    INSERT INTO journal_words (rowid, summary, reason) VALUES (new.number, new.summary, new.reason);
END
"""
for _statement in (_WORDS, _ADDED):
    ddl = DDL(_statement)  # type: ignore[no-untyped-call] # SQLAlchemy tells no type of it
    event.listen(journal, "after_create", ddl.execute_if(dialect="sqlite"))

newest_outcome = (
    select(func.max(journal_outcomes.c.number))
    .where(journal_outcomes.c.entry == journal.c.number)
    .correlate(journal)
    .scalar_subquery()
)
_later = journal_outcomes.alias()
_LATER = exists().where(_later.c.entry == journal_outcomes.c.entry, _later.c.number > journal_outcomes.c.number)
_SETTINGS = journal.c.endpoint == UPDATE_ORGANIZATION.name
_WITH_OUTCOMES = journal.outerjoin(journal_outcomes, journal_outcomes.c.number == newest_outcome)


def newest(wanted: JournalQuery, now: float, before: int | None, limit: int, *, on_sqlite: bool) -> Select[Any] | None:
    """Numbers of the newest entries; None where what the filters leave is looked through, the newest first."""
    page = _Page(wanted, now, before, limit)
    of_some = (wanted.object_id, wanted.part_of, wanted.owner, wanted.by)
    if any(each is not None for each in of_some) or wanted.states == [State.UNKNOWN]:
        return None
    if wanted.states and len(wanted.states) == 1 and wanted.states[0] in RARE:
        return page.of_outcome(wanted.states[0])
    if wanted.endpoints or (wanted.enforcement and wanted.endpoints is not None):
        return page.of_calls(wanted.endpoints)
    # Of a period, words that many have would be passed over, one after the other, until it begins.
    is_of_all_times = wanted.since is None and wanted.until is None and wanted.states in (None, [State.SAVED])
    indexed = [word for word in words_of(wanted) if len(word) >= SIGNS_OF_AN_INDEX and "\0" not in word]
    return page.of_words(indexed) if on_sqlite and indexed and is_of_all_times else None


@dataclass(frozen=True, slots=True)
class _Page:
    wanted: JournalQuery
    now: float
    before: int | None
    limit: int

    def of_outcome(self, state: State) -> Select[Any]:
        """By the index of outcomes."""
        its = (IS_NOT_SAVED, journal_outcomes.c.state == state.value, ~_LATER)
        entry = select(journal.c.number).where(journal.c.number == journal_outcomes.c.entry, *self._conditions())
        # Not by a join, which SQLite might begin with all entries of the organization.
        rows = select(journal_outcomes.c.entry.label("number")).where(*its, entry.correlate(journal_outcomes).exists())
        return self._cut(rows, journal_outcomes.c.entry)

    def of_words(self, words: Sequence[str]) -> Select[Any]:
        """By the index of the words. It knows more letters in both cases than LIKE, which has the last word."""
        sought = " AND ".join('"{}"'.format(word.replace('"', '""')) for word in words)
        matches = literal_column("journal_words").op("MATCH")(bindparam("sought", sought, unique=True))
        tables = journal_words.join(_WITH_OUTCOMES, journal.c.number == journal_words.c.rowid)
        return self._rows(tables, journal_words.c.rowid, matches)

    def of_calls(self, endpoints: Sequence[str]) -> Select[Any]:
        """The newest of each call: an index has the entries of one in order, not those of several."""
        each = [replace(self.wanted, endpoints=[endpoint], enforcement=False) for endpoint in endpoints]
        parts = [replace(self, wanted=part).of_call() for part in each]
        if self.wanted.enforcement:
            parts.append(replace(self, wanted=replace(self.wanted, endpoints=[])).of_call(_SETTINGS))
        found = union_all(*(select(part.subquery()) for part in parts)).subquery()
        # Each once: enforcement may be among the calls, too.
        return select(found.c.number).distinct().order_by(found.c.number.desc()).limit(self.limit)

    def of_call(self, *its: ColumnElement[bool]) -> Select[Any]:
        return self._rows(_WITH_OUTCOMES, journal.c.number, *its)

    def _rows(self, tables: FromClause, number: ColumnElement[int], *its: ColumnElement[bool]) -> Select[Any]:
        return self._cut(select(number.label("number")).select_from(tables).where(*its, *self._conditions()), number)

    def _conditions(self) -> Sequence[ColumnElement[bool]]:
        return conditions(self.wanted, self.now)

    def _cut(self, rows: Select[Any], number: ColumnElement[int]) -> Select[Any]:
        later = [] if self.before is None else [number < self.before]
        return rows.where(*later).order_by(number.desc()).limit(self.limit)
