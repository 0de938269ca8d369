"""Countdowns: enforced single sign-on is switched off again unless somebody keeps it."""

from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, exists, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.entries import Cause, parse_cause
from masthead.store.tables.records import people
from masthead.store.tables.sso import enforcements

SETTLED_SECONDS = 60.0
"""A call without an outcome may still be carried out for so long."""
GONE_SECONDS = 7 * 86_400.0
"""An organization that is due for so long and can't be read is taken for deleted."""


class End(StrEnum):
    KEPT = "kept"
    STOPPED = "stopped"  # somebody switched it off
    REVERTED = "reverted"  # nobody kept it
    OFF = "off"  # it was off already
    NEVER_ON = "never on"
    REPLACED = "replaced"  # it was enforced once more meanwhile
    RESTORED = "restored"  # the records were restored from a backup, and how it ended was not in there
    GONE = "gone"  # there is no such organization any more


class Countdown(NamedTuple):
    """A countdown. Moments are seconds since 1970; `now` is when it was read.

    `confirmed`: the API reported it on. `cause` is why switching it off failed the last of `tries` times; the next
    try is at `next_try`. `stopped_by` wanted it off early, or is empty; `held`: somebody is switching it off.
    `name`, `stopped_name` and `ended_name` may be empty.
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
        return bool(self.stopped_by)

    @property
    def left(self) -> float:
        """Return the seconds until it is switched off."""
        return max(0.0, self.deadline - self.now)

    @property
    def due(self) -> bool:
        """Return whether it has to be switched off."""
        return self.end is None and self.now >= self.deadline

    @property
    def is_unconfirmed_trial(self) -> bool:
        """Return whether its time is not up, and the API has not reported it on."""
        return self.end is None and not self.due and not self.confirmed

    @property
    def found_off(self) -> bool:
        """Return whether it was found off and is checked again: switching it on may still be carried out."""
        return self.due and not self.confirmed and self.next_try == self.begun_at + SETTLED_SECONDS

    @property
    def given_up(self) -> bool:
        """Return whether it has been due so long that its organization need not be looked for."""
        return self.end is None and self.now >= self.deadline + GONE_SECONDS

    @property
    def may_be_tried(self) -> bool:
        """Return whether it is due, unclaimed, and the last failure is long enough ago."""
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
    """Match open countdowns of an organization."""
    return (enforcements.c.organization == organization) & enforcements.c.ended_at.is_(None)


def end_countdowns(connection: Connection, which: ColumnElement[bool], how: End, *, by: str | None, now: float) -> int:
    """End open countdowns. Returns their number."""
    values = {"ended_at": now, "ended_by": by, "end": how, "holder": None, "held_until": None, "message": ""}
    still = which & enforcements.c.ended_at.is_(None)
    return connection.execute(update(enforcements).where(still).values(values)).rowcount


def end_switched_off(
    connection: Connection, which: ColumnElement[bool], how: End, *, by: str | None, now: float
) -> None:
    """End countdowns that the API reports off if that is certain; check the others again.

    Switching on without a known outcome may still be carried out: it is due at once, and checked a minute after it
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
