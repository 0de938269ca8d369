"""Queries for journal entries. They use indexes, so that the size of the journal doesn't matter."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import (
    CTE,
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
    or_,
    select,
    table,
    union,
    union_all,
)

from contract.organization.organizations import UPDATE_ORGANIZATION
from masthead.store.entries import State
from masthead.store.tables.records import bulk_steps, journal, journal_outcomes

Index("journal_by_owner", journal.c.organization, journal.c.owner, journal.c.number)
Index("journal_by_at", journal.c.organization, journal.c.at)
Index("journal_by_ids", journal.c.organization, journal.c.ids)
# A literal instead of a parameter: SQLite uses a partial index only for a value that it knows when it plans.
IS_UNKNOWN = journal_outcomes.c.state == literal_column(f"'{State.UNKNOWN}'")
Index("journal_outcomes_unknown", journal_outcomes.c.entry, journal_outcomes.c.number, sqlite_where=IS_UNKNOWN)
MAX_WORDS, MAX_PAIRS = 8, 500
UNDER_WAY_SECONDS = 20.0
"""Longer than the 8 seconds of a page's calls: an entry without an outcome after this time gets none by itself."""

CLOCKS_APART = 3600.0
"""Maximum difference in seconds between the clocks of portals that share a journal."""

HIGHEST_NUMBER, NEVER = 2**31 - 1, float(2**40)


@dataclass(frozen=True, slots=True)
class JournalQuery:
    """Filters for an organization's entries. A filter that is None isn't applied.

    `owner` limits the entries to one person's, and so does `by`. `since` and `until` are Unix timestamps. `text` has
    words that must each occur in the summary or the reason. `part_of` finds changes to an object and everything below
    its path, such as the structure and share links of a site. `enforcement` finds changes to enforced single sign-on
    in addition to those of `endpoints`.
    """

    organization: str
    owner: str | None = None
    by: str | None = None
    endpoints: Sequence[str] | None = None
    object_id: str | None = None
    part_of: str | None = None
    states: Sequence[State] | None = None
    since: float | None = None
    until: float | None = None
    enforcement: bool = False
    text: str = ""


_ENFORCES = (journal.c.endpoint == UPDATE_ORGANIZATION.name) & journal.c.body.contains('"sso":', autoescape=True)
"""Pattern of a body that changes enforcement. No value in a JSON body can match, since quotes are escaped."""


def _matches_endpoints(endpoints: Sequence[str], *, enforcement: bool) -> ColumnElement[bool]:
    its = journal.c.endpoint.in_(endpoints)
    return its | _ENFORCES if enforcement else its


def build_conditions(wanted: JournalQuery, now: float) -> list[ColumnElement[bool]]:
    """Build the conditions on an entry and its newest outcome. `now` decides which entries are still in progress."""
    columns = journal.c
    if wanted.states == [State.UNDER_WAY]:  # calls under way are all more recent than this
        wanted = replace(wanted, since=max(wanted.since or 0.0, now - UNDER_WAY_SECONDS))
    is_looked_through = wanted.states == [State.UNKNOWN] and wanted.object_id is None and wanted.since is None
    found = [
        columns.organization == wanted.organization,
        None if wanted.owner is None else columns.owner == wanted.owner,
        None if wanted.by is None else columns.owner == wanted.by,
        None if wanted.endpoints is None else _matches_endpoints(wanted.endpoints, enforcement=wanted.enforcement),
        None if wanted.since is None else _since_condition(wanted.organization, wanted.since),
        None if wanted.until is None else _is_until(wanted.organization, wanted.until),
        None if wanted.object_id is None else _matches_object(wanted.organization, wanted.object_id),
        None if wanted.part_of is None else _is_part_of(wanted.organization, wanted.part_of),
        None if wanted.states is None else _matches_states(wanted.states, now),
        _unknown_condition(wanted) if is_looked_through else None,
        *(_has_word(word) for word in _split_words(wanted)),
    ]
    return [condition for condition in found if condition is not None]


def _matches_states(states: Sequence[State], now: float) -> ColumnElement[bool]:
    settled = journal_outcomes.c.state.in_([state.value for state in states])
    open_, old = journal_outcomes.c.state.is_(None), journal.c.at <= now - UNDER_WAY_SECONDS
    also = [open_ & old] if State.UNKNOWN in states else []
    return or_(settled, *also, *([open_ & ~old] if State.UNDER_WAY in states else []))


def _unknown_condition(wanted: JournalQuery) -> ColumnElement[bool]:
    """Match entries with an unknown outcome or none. Both are few, and an index finds them."""
    entry, outcome = journal.alias(), journal_outcomes.alias()
    without = select(entry.c.number).where(
        entry.c.organization == wanted.organization,
        *(entry.c.owner == owner for owner in {wanted.owner, wanted.by} if owner is not None),
        ~select(outcome.c.number).where(outcome.c.entry == entry.c.number).exists(),
    )
    return journal.c.number.in_(select(journal_outcomes.c.entry).where(IS_UNKNOWN).union(without))


def select_owners(organization: str) -> CTE:
    """Select each owner once, and finally NULL, by skipping from one owner to the next in the index."""
    first = select(func.min(journal.c.owner).label("owner")).where(journal.c.organization == organization)
    found = first.cte("owners", recursive=True)
    following = select(func.min(journal.c.owner)).where(
        journal.c.organization == organization, journal.c.owner > found.c.owner
    )
    return found.union_all(select(following.correlate(found).scalar_subquery()).where(found.c.owner.is_not(None)))


def _split_words(wanted: JournalQuery) -> Sequence[str]:
    return wanted.text.split()[:MAX_WORDS]


def _has_word(word: str) -> ColumnElement[bool]:
    return journal.c.summary.icontains(word, autoescape=True) | journal.c.reason.icontains(word, autoescape=True)


# Adding 0 rules out the index of times, by which SQLite would skip all newer entries; the numbers bound the period.
_moment = journal.c.at + 0.0


def _since_condition(organization: str, since: float) -> ColumnElement[bool]:
    entry = journal.alias()
    earlier = select(entry.c.number).where(entry.c.organization == organization, entry.c.at < since - CLOCKS_APART)
    last = earlier.order_by(entry.c.at.desc()).limit(1).scalar_subquery()
    return (_moment >= since) & (journal.c.number >= func.coalesce(last, 0))


def _is_until(organization: str, until: float) -> ColumnElement[bool]:
    """Match entries before a time. To read fewer rows, limit their numbers, too, since these increase with time."""
    entry = journal.alias()
    later = select(entry.c.number).where(entry.c.organization == organization, entry.c.at >= until + CLOCKS_APART)
    first = later.order_by(entry.c.at).limit(1).scalar_subquery()
    return (_moment < until) & (journal.c.number <= func.coalesce(first, HIGHEST_NUMBER))


def _matches_object(organization: str, object_id: str) -> ColumnElement[bool]:
    return journal.c.number.in_(union(*_select_own_entries(organization, object_id)))


def _is_part_of(organization: str, object_id: str) -> ColumnElement[bool]:
    """Match changes to an object and below it. For an organization, only match its settings: all paths are below it."""
    if object_id == organization:
        return _matches_object(organization, object_id)
    entry = journal.alias()
    own = select(entry.c.number).where(entry.c.organization == organization)
    within = [own.where(prefix_condition(entry.c.ids, ids)) for ids in ([organization, object_id], [object_id])]
    return journal.c.number.in_(union(*_select_own_entries(organization, object_id), *within))


def _select_own_entries(organization: str, object_id: str) -> tuple[Select[tuple[int]], Select[tuple[int]]]:
    """Select an object's entries with one query per index: with an OR, the database would read the whole journal."""
    entry = journal.alias()
    own = select(entry.c.number).where(entry.c.organization == organization, entry.c.object_id == object_id)
    return own, select(journal_outcomes.c.entry).where(journal_outcomes.c.object_id == object_id)


def prefix_condition(column: ColumnElement[str], ids: Sequence[str]) -> ColumnElement[bool]:
    """Match JSON lists that start with these ids. The last is followed by `,` or `]`, which both sort before `~`."""
    beginning = json.dumps(list(ids))[:-1]
    return (column >= beginning) & (column < f"{beginning}~")


def select_concurrent(bulk: int) -> Select[int, int]:
    """Select pairs of an entry of a bulk change and a concurrent entry by somebody else: their calls overlapped."""
    own, other = journal.alias(), journal.alias()
    near = other.c.at.between(own.c.at - UNDER_WAY_SECONDS, own.c.at + UNDER_WAY_SECONDS)
    rows = (
        select(own.c.number, other.c.number)
        .select_from(bulk_steps)
        .join(own, own.c.number == bulk_steps.c.entry)
        .join(other, (other.c.organization == own.c.organization) & near)
        .where(bulk_steps.c.bulk_change == bulk, other.c.owner != own.c.owner)
        .where(func.coalesce(select_end(other), NEVER) > own.c.at, func.coalesce(select_end(own), NEVER) > other.c.at)
    )
    return rows.order_by(own.c.number, other.c.number).limit(MAX_PAIRS)


def select_end(entry: FromClause) -> ColumnElement[float | None]:
    """Select the time of an entry's first outcome, or NULL if there is none."""
    first = select(func.min(journal_outcomes.c.at)).where(journal_outcomes.c.entry == entry.c.number)
    return first.correlate(entry).scalar_subquery()


Index("journal_by_endpoint", journal.c.organization, journal.c.endpoint, journal.c.number)
# Literals instead of parameters: SQLite uses a partial index only if the statement repeats its condition exactly.
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
"""SQLite's trigram index of summaries and reasons."""

# A new database gets the index without a migration, since it has no entries.
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
    ddl = DDL(_statement)  # type: ignore[no-untyped-call] # untyped in SQLAlchemy
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


def select_newest(
    wanted: JournalQuery, now: float, before: int | None, limit: int, *, on_sqlite: bool
) -> Select[Any] | None:
    """Select the numbers of the newest entries. None if a scan from the newest entry is faster for these filters."""
    page = _Page(wanted, now, before, limit)
    of_some = (wanted.object_id, wanted.part_of, wanted.owner, wanted.by)
    if any(each is not None for each in of_some) or wanted.states == [State.UNKNOWN]:
        return None
    if wanted.states and len(wanted.states) == 1 and wanted.states[0] in RARE:
        return page.select_by_outcome(wanted.states[0])
    if wanted.endpoints or (wanted.enforcement and wanted.endpoints is not None):
        return page.select_by_calls(wanted.endpoints)
    # Within a period, the index would return all newer entries with a frequent word first.
    is_of_all_times = wanted.since is None and wanted.until is None and wanted.states in (None, [State.SAVED])
    indexed = [word for word in _split_words(wanted) if len(word) >= SIGNS_OF_AN_INDEX and "\0" not in word]
    return page.select_by_words(indexed) if on_sqlite and indexed and is_of_all_times else None


@dataclass(frozen=True, slots=True)
class _Page:
    wanted: JournalQuery
    now: float
    before: int | None
    limit: int

    def select_by_outcome(self, state: State) -> Select[Any]:
        """Select the newest entries with this state, using the index of outcomes."""
        its = (IS_NOT_SAVED, journal_outcomes.c.state == state.value, ~_LATER)
        about = build_conditions(self.wanted, self.now)
        entry = select(journal.c.number).where(journal.c.number == journal_outcomes.c.entry, *about)
        # No join, since SQLite might begin it with all entries of the organization.
        rows = select(journal_outcomes.c.entry.label("number")).where(*its, entry.correlate(journal_outcomes).exists())
        return self._limit_rows(rows, journal_outcomes.c.entry)

    def select_by_words(self, words: Sequence[str]) -> Select[Any]:
        """Select the newest entries with these words, using the trigram index. LIKE filters out its inexact matches."""
        sought = " AND ".join('"{}"'.format(word.replace('"', '""')) for word in words)
        matches = literal_column("journal_words").op("MATCH")(bindparam("sought", sought, unique=True))
        tables = journal_words.join(_WITH_OUTCOMES, journal.c.number == journal_words.c.rowid)
        return self._rows(tables, journal_words.c.rowid, matches)

    def select_by_calls(self, endpoints: Sequence[str]) -> Select[Any]:
        """Select the newest entries of each endpoint separately, since the index is ordered only within an endpoint."""
        each = [replace(self.wanted, endpoints=[endpoint], enforcement=False) for endpoint in endpoints]
        parts = [replace(self, wanted=part).select_by_call() for part in each]
        if self.wanted.enforcement:
            parts.append(replace(self, wanted=replace(self.wanted, endpoints=[])).select_by_call(_SETTINGS))
        found = union_all(*(select(part.subquery()) for part in parts)).subquery()
        # An entry may be found twice, since `endpoints` may contain calls that enforce single sign-on.
        return select(found.c.number).distinct().order_by(found.c.number.desc()).limit(self.limit)

    def select_by_call(self, *its: ColumnElement[bool]) -> Select[Any]:
        return self._rows(_WITH_OUTCOMES, journal.c.number, *its)

    def _rows(self, tables: FromClause, number: ColumnElement[int], *its: ColumnElement[bool]) -> Select[Any]:
        about = build_conditions(self.wanted, self.now)
        return self._limit_rows(select(number.label("number")).select_from(tables).where(*its, *about), number)

    def _limit_rows(self, rows: Select[Any], number: ColumnElement[int]) -> Select[Any]:
        later = [] if self.before is None else [number < self.before]
        return rows.where(*later).order_by(number.desc()).limit(self.limit)
