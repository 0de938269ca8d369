"""Entries of others that were under way at the same moment as those of a plan."""

from sqlalchemy import ColumnElement, FromClause, Select, func, select

from masthead.store.journal.finding import UNDER_WAY_SECONDS
from masthead.store.tables import journal, journal_outcomes, plan_steps

MAX_PAIRS = 100


def pairs_beside(plan: int) -> Select[int, int]:
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
        .select_from(plan_steps)
        .join(own, own.c.number == plan_steps.c.entry)
        .join(other, (other.c.organization == own.c.organization) & near & touching)
        .where(plan_steps.c.plan == plan, other.c.owner != own.c.owner)
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
