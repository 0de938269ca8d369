"""A countdown: single sign-on was enforced, and is switched off again at a moment unless somebody keeps it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, bindparam, exists, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.causes import Cause, parse_cause
from masthead.store.tables.records import people
from masthead.store.tables.sso import enforcements

SETTLED_SECONDS = 60.0
"""A call whose outcome nobody heard may still be carried out for so long; what is read before says nothing."""
GONE_SECONDS = 7 * 86_400.0
"""An organization that has been due for so long, and is not to be seen, is taken for one that exists no more."""


class End(StrEnum):
    """How a countdown ended."""

    KEPT = "kept"
    STOPPED = "stopped"  # somebody switched it off
    REVERTED = "reverted"  # nobody kept it
    OFF = "off"  # it was off already
    NEVER_ON = "never on"
    REPLACED = "replaced"  # it was enforced once more meanwhile
    RESTORED = "restored"  # the records were restored from a backup, and how it ended was not in there
    GONE = "gone"  # there is no such organization any more


@dataclass(frozen=True, slots=True)
class Countdown:
    """One of them; times are seconds since 1970, `now` is when it was read.

    `confirmed` tells that the API said that it is on; until then nobody knows. `cause` is why switching it off failed
    the last of `tries` times; it is tried again from `next_try` on. `stopped_by` is who wanted it off before the time
    was up, or empty; `held` tells that somebody is at it. `name`, `stopped_name` and `ended_name` are those of who
    began, stopped and ended it, which may be empty.
    """

    number: int
    organization: str
    title: str
    owner: str
    name: str
    begun_at: float
    deadline: float
    confirmed: bool
    tries: int
    next_try: float
    cause: Cause
    stopped_by: str
    stopped_name: str
    held: bool
    now: float
    end: End | None = None
    ended_at: float | None = None
    ended_by: str = ""
    ended_name: str = ""

    @property
    def stopped(self) -> bool:
        """Whether somebody wanted it off before the time was up."""
        return bool(self.stopped_by)

    @property
    def left(self) -> float:
        """Seconds until it is switched off again; 0 from then on."""
        return max(0.0, self.deadline - self.now)

    @property
    def due(self) -> bool:
        """Whether it is to be switched off."""
        return self.end is None and self.now >= self.deadline

    @property
    def is_unconfirmed_trial(self) -> bool:
        """Whether its time is not up, and the API has not said that it is on."""
        return self.end is None and not self.due and not self.confirmed

    @property
    def found_off(self) -> bool:
        """Whether it was found off, and is looked at again: switching it on may still be carried out."""
        return self.due and not self.confirmed and self.next_try == self.begun_at + SETTLED_SECONDS

    @property
    def given_up(self) -> bool:
        """Whether it has been due for so long that its organization need not be looked for any more."""
        return self.end is None and self.now >= self.deadline + GONE_SECONDS

    @property
    def may_be_tried(self) -> bool:
        """Whether it is due, nobody is at it, and the last failure is long enough ago."""
        return self.due and not self.held and self.now >= self.next_try


_enders, _stoppers = people.alias("enders"), people.alias("stoppers")
ALL = (
    select(enforcements, people.c.name, _enders.c.name.label("ended_name"), _stoppers.c.name.label("stopped_name"))
    .outerjoin(people, people.c.owner == enforcements.c.owner)
    .outerjoin(_stoppers, _stoppers.c.owner == enforcements.c.stopped_by)
    .outerjoin(_enders, _enders.c.owner == enforcements.c.ended_by)
)
_later = enforcements.alias("later")
_again = (
    exists()
    .where(_later.c.organization == enforcements.c.organization, _later.c.number > enforcements.c.number)
    .where(_later.c.end.is_(None) | (_later.c.end != End.NEVER_ON))
)
_reverted = (enforcements.c.ended_at > bindparam("told_since")) & (enforcements.c.end == End.REVERTED) & ~_again
CURRENT = ALL.where(enforcements.c.ended_at.is_(None) | _reverted).order_by(enforcements.c.deadline)
ANY_CURRENT = CURRENT.with_only_columns(enforcements.c.number).order_by(None).limit(1)
NEWEST = (
    ALL.where(enforcements.c.organization == bindparam("organization"))
    .order_by(enforcements.c.ended_at.is_not(None), enforcements.c.number.desc())
    .limit(1)
)
ONE = ALL.where(enforcements.c.number == bindparam("number"))


def to_countdown(row: Row[Any], now: float) -> Countdown:
    """A row, read."""
    return Countdown(
        row.number,
        row.organization,
        row.title,
        row.owner,
        row.name or "",
        row.begun_at,
        row.deadline,
        row.confirmed,
        row.tries,
        row.next_try,
        parse_cause(row.message),
        row.stopped_by or "",
        row.stopped_name or "",
        row.held_until is not None and row.held_until > now,
        now,
        None if row.end is None else End(row.end),
        row.ended_at,
        row.ended_by or "",
        row.ended_name or "",
    )


def is_open_in(organization: str) -> ColumnElement[bool]:
    """Those of an organization that have not ended."""
    return (enforcements.c.organization == organization) & enforcements.c.ended_at.is_(None)


def end_countdowns(connection: Connection, which: ColumnElement[bool], how: End, *, by: str | None, now: float) -> int:
    """End those that have not ended; how many that were."""
    values = {"ended_at": now, "ended_by": by, "end": how, "holder": None, "held_until": None, "message": ""}
    still = which & enforcements.c.ended_at.is_(None)
    return connection.execute(update(enforcements).where(still).values(values)).rowcount


def end_switched_off(
    connection: Connection, which: ColumnElement[bool], how: End, *, by: str | None, now: float
) -> None:
    """The API says that it is off: end those for which that is certain, and let the others be looked at again.

    Switching on without a known outcome may still be carried out: it is due at once, and looked at a minute after it
    was sent.
    """
    columns = enforcements.c
    certain = columns.confirmed | (columns.begun_at <= now - SETTLED_SECONDS)
    end_countdowns(connection, which & certain, how, by=by, now=now)
    again = {
        "deadline": now,
        "next_try": columns.begun_at + SETTLED_SECONDS,
        "holder": None,
        "held_until": None,
        "message": "",
    }
    connection.execute(update(enforcements).where(which & columns.ended_at.is_(None)).values(again))
