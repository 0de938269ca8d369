"""Entries of the journal that a page asks for, found so that their number doesn't matter where an index can help."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import CTE, FromClause, Index, Select, func, literal_column, or_, select, union
from sqlalchemy.sql.elements import ColumnElement

from contract.organization.organizations import UPDATE_ORGANIZATION
from masthead.store.entries import State
from masthead.store.tables.records import bulk_steps, journal, journal_outcomes

Index("journal_by_owner", journal.c.organization, journal.c.owner, journal.c.number)
Index("journal_by_at", journal.c.organization, journal.c.at)
Index("journal_by_ids", journal.c.organization, journal.c.ids)
# Written into the statement: SQLite takes the index of some rows for no value that it learns later.
IS_UNKNOWN = journal_outcomes.c.state == literal_column(f"'{State.UNKNOWN}'")
Index("journal_outcomes_unknown", journal_outcomes.c.entry, journal_outcomes.c.number, sqlite_where=IS_UNKNOWN)
MAX_WORDS, MAX_PAIRS = 8, 100
UNDER_WAY_SECONDS = 20.0
"""A page gives all its calls 8 seconds; an entry that has no outcome after that never gets one by itself."""

CLOCKS_APART = 3600.0
"""Seconds: the clocks of portals that write one journal differ by less."""

HIGHEST_NUMBER = 2**31 - 1


@dataclass(frozen=True, slots=True)
class JournalQuery:
    """Entries of an organization, those of `owner` alone where only one's own may be seen. None filters nothing.

    `by` is an owner too, `since` and `until` are seconds since 1970, `text` are words that all have to be in the
    summary or the reason. With `part_of`, the changes to that object are found, and to all that its path holds: of a
    site, its structure and share links too. With `enforcement`, what enforces single sign-on or lifts it is found
    besides the `endpoints`.
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
"""In the JSON of a body no value can have this in it: quotes are escaped there."""


def _matches_endpoints(endpoints: Sequence[str], *, enforcement: bool) -> ColumnElement[bool]:
    its = journal.c.endpoint.in_(endpoints)
    return its | _ENFORCES if enforcement else its


def conditions(wanted: JournalQuery, now: float) -> list[ColumnElement[bool]]:
    """What the entries and their newest outcome have to fulfil, at the moment `now`."""
    columns = journal.c
    if wanted.states == [State.UNDER_WAY]:  # all of them are as new as that
        wanted = replace(wanted, since=max(wanted.since or 0.0, now - UNDER_WAY_SECONDS))
    found = [
        columns.organization == wanted.organization,
        None if wanted.owner is None else columns.owner == wanted.owner,
        None if wanted.by is None else columns.owner == wanted.by,
        None if wanted.endpoints is None else _matches_endpoints(wanted.endpoints, enforcement=wanted.enforcement),
        None if wanted.since is None else _is_since(wanted.organization, wanted.since),
        None if wanted.until is None else _is_until(wanted.organization, wanted.until),
        None if wanted.object_id is None else _matches_object(wanted.organization, wanted.object_id),
        None if wanted.part_of is None else _is_part_of(wanted.organization, wanted.part_of),
        None if wanted.states is None else _matches_states(wanted.states, now),
        _may_be_unknown(wanted) if _is_looked_through_for_unknown(wanted) else None,
        *(_has_word(word) for word in words_of(wanted)),
    ]
    return [condition for condition in found if condition is not None]


def _matches_states(states: Sequence[State], now: float) -> ColumnElement[bool]:
    settled = journal_outcomes.c.state.in_([state.value for state in states])
    open_, old = journal_outcomes.c.state.is_(None), journal.c.at <= now - UNDER_WAY_SECONDS
    also = [open_ & old] if State.UNKNOWN in states else []
    return or_(settled, *also, *([open_ & ~old] if State.UNDER_WAY in states else []))


def _is_looked_through_for_unknown(wanted: JournalQuery) -> bool:
    return wanted.states == [State.UNKNOWN] and wanted.object_id is None and wanted.since is None


def _may_be_unknown(wanted: JournalQuery) -> ColumnElement[bool]:
    """What has an outcome of its own for it, or none: both are few, and found without reading any entry."""
    entry, outcome = journal.alias(), journal_outcomes.alias()
    without = select(entry.c.number).where(
        entry.c.organization == wanted.organization,
        *(entry.c.owner == owner for owner in {wanted.owner, wanted.by} if owner is not None),
        ~select(outcome.c.number).where(outcome.c.entry == entry.c.number).exists(),
    )
    return journal.c.number.in_(select(journal_outcomes.c.entry).where(IS_UNKNOWN).union(without))


def owners_of(organization: str) -> CTE:
    """Each owner once, and a null: from one to the next in the index, whatever number of entries each of them has."""
    first = select(func.min(journal.c.owner).label("owner")).where(journal.c.organization == organization)
    found = first.cte("owners", recursive=True)
    following = select(func.min(journal.c.owner)).where(
        journal.c.organization == organization, journal.c.owner > found.c.owner
    )
    return found.union_all(select(following.correlate(found).scalar_subquery()).where(found.c.owner.is_not(None)))


def words_of(wanted: JournalQuery) -> Sequence[str]:
    return wanted.text.split()[:MAX_WORDS]


def _has_word(word: str) -> ColumnElement[bool]:
    return journal.c.summary.icontains(word, autoescape=True) | journal.c.reason.icontains(word, autoescape=True)


# A sum, since the numbers bound the period: by the index of times SQLite would pass over all that are newer.
_moment = journal.c.at + 0.0


def _is_since(organization: str, since: float) -> ColumnElement[bool]:
    entry = journal.alias()
    earlier = select(entry.c.number).where(entry.c.organization == organization, entry.c.at < since - CLOCKS_APART)
    last = earlier.order_by(entry.c.at.desc()).limit(1).scalar_subquery()
    return (_moment >= since) & (journal.c.number >= func.coalesce(last, 0))


def _is_until(organization: str, until: float) -> ColumnElement[bool]:
    """Numbers count up with time, so a database that knows the last one need not look at all that are newer."""
    entry = journal.alias()
    later = select(entry.c.number).where(entry.c.organization == organization, entry.c.at >= until + CLOCKS_APART)
    first = later.order_by(entry.c.at).limit(1).scalar_subquery()
    return (_moment < until) & (journal.c.number <= func.coalesce(first, HIGHEST_NUMBER))


def _matches_object(organization: str, object_id: str) -> ColumnElement[bool]:
    return journal.c.number.in_(union(*_about_itself(organization, object_id)))


def _is_part_of(organization: str, object_id: str) -> ColumnElement[bool]:
    """An organization has all of its entries in its path: of it, only its own settings are meant."""
    if object_id == organization:
        return _matches_object(organization, object_id)
    entry = journal.alias()
    own = select(entry.c.number).where(entry.c.organization == organization)
    within = [own.where(begins_with(entry.c.ids, ids)) for ids in ([organization, object_id], [object_id])]
    return journal.c.number.in_(union(*_about_itself(organization, object_id), *within))


def _about_itself(organization: str, object_id: str) -> tuple[Select[tuple[int]], Select[tuple[int]]]:
    """By an index each: with an OR between them the database would look through the whole journal."""
    entry = journal.alias()
    own = select(entry.c.number).where(entry.c.organization == organization, entry.c.object_id == object_id)
    return own, select(journal_outcomes.c.entry).where(journal_outcomes.c.object_id == object_id)


def begins_with(column: ColumnElement[str], ids: Sequence[str]) -> ColumnElement[bool]:
    """Whether a path begins with these ids. After the last of them comes a comma or a bracket, both before `~`."""
    beginning = json.dumps(list(ids))[:-1]
    return (column >= beginning) & (column < f"{beginning}~")


def pairs_beside(bulk: int) -> Select[int, int]:
    """The numbers of entries of a plan, each with that of somebody else's beside it that touches the same object.

    Two are beside one another where each began before the other ended. They touch the same where they are the same
    call, or where one names what the other is about, in its path or in its body.
    """
    own, other = journal.alias(), journal.alias()
    same_call = (other.c.endpoint == own.c.endpoint) & (other.c.ids == own.c.ids)
    touching = same_call | _names_object_of(own, other) | _names_object_of(other, own)
    near = other.c.at.between(own.c.at - UNDER_WAY_SECONDS, own.c.at + UNDER_WAY_SECONDS)
    rows = (
        select(own.c.number, other.c.number)
        .select_from(bulk_steps)
        .join(own, own.c.number == bulk_steps.c.entry)
        .join(other, (other.c.organization == own.c.organization) & near & touching)
        .where(bulk_steps.c.bulk_change == bulk, other.c.owner != own.c.owner)
        .where(_ended(other) > own.c.at, _ended(own) > other.c.at)
    )
    return rows.order_by(own.c.number, other.c.number).limit(MAX_PAIRS)


def _names_object_of(entry: FromClause, other: FromClause) -> ColumnElement[bool]:
    quoted = '"' + other.c.object_id + '"'
    return (other.c.object_id != "") & (_contains(entry.c.ids, quoted) | _contains(entry.c.body, quoted))


def _contains(text: ColumnElement[str], part: ColumnElement[str]) -> ColumnElement[bool]:
    """LIKE would take the `_` of an id for any character."""
    return func.replace(text, part, "") != text


def _ended(entry: FromClause) -> ColumnElement[float]:
    """When its call had ended, whatever was found out later; one that hasn't ends after all others."""
    first = select(func.min(journal_outcomes.c.at)).where(journal_outcomes.c.entry == entry.c.number)
    return func.coalesce(first.scalar_subquery(), float(2**40))
