"""Trial enforcement of single sign-on: it is disabled again after a countdown unless somebody keeps it."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, exists, insert, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.database import Database, Records
from masthead.store.entries import Cause, Outcome, Reason, State, parse_cause
from masthead.store.errors import LeaseLostError
from masthead.store.tables.records import people
from masthead.store.tables.sso import enforcements

SETTLED_SECONDS = 60.0
"""How long a call whose outcome is unknown may still take effect."""
GONE_SECONDS = 7 * 86_400.0
"""If a countdown has been due for this long, and its organization can't be read, the latter counts as deleted."""
KEEP_SECONDS = 600.0
LEASE_SECONDS = 20.0
"""Longer than the 8 seconds of a page's calls, so that no call outlives its lease."""
FIRST_WAIT_SECONDS, MAX_WAIT_SECONDS = 15.0, 60.0
OF_ONE_PERSON = frozenset({401, 403, 404, 429})
"""Statuses that refuse one person's token, while another person's may be accepted."""
TOLD_SECONDS = 600.0
"""How long pages report that enforcement was disabled."""


class End(StrEnum):
    KEPT = "kept"
    STOPPED = "stopped"  # somebody switched it off
    REVERTED = "reverted"  # nobody kept it
    OFF = "off"  # it was already disabled
    NEVER_ON = "never on"
    REPLACED = "replaced"  # it was enforced again in the meantime
    RESTORED = "restored"  # the database was restored from a backup that lacks the end
    GONE = "gone"  # the organization no longer exists


class Countdown(NamedTuple):
    """A countdown of trial enforcement. Times are Unix timestamps. `now` is when the countdown was read.

    `confirmed` means that the API has reported enforcement. `cause` explains why the last of `tries` attempts to
    disable it failed; the next attempt is at `next_try`. `stopped_by` is the owner id of the person who disabled it
    early, or empty. `held` means that it is being disabled right now. All names may be empty.
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
    def is_stopped(self) -> bool:
        return bool(self.stopped_by)

    @property
    def seconds_left(self) -> float:
        """Return the number of seconds until enforcement is disabled."""
        return max(0.0, self.deadline - self.now)

    @property
    def is_due(self) -> bool:
        """Return whether the countdown is over, so that enforcement has to be disabled."""
        return self.end is None and self.now >= self.deadline

    @property
    def is_unconfirmed_trial(self) -> bool:
        """Return whether the deadline hasn't passed and the API hasn't reported enforcement."""
        return self.end is None and not self.is_due and not self.confirmed

    @property
    def is_found_disabled(self) -> bool:
        """Return whether enforcement was found disabled, but has to be checked again: it may still be enabled."""
        return self.is_due and not self.confirmed and self.next_try == self.begun_at + SETTLED_SECONDS

    @property
    def is_given_up(self) -> bool:
        """Return whether it has been due for so long that there is no point in reading its organization any more."""
        return self.end is None and self.now >= self.deadline + GONE_SECONDS

    @property
    def is_ready_to_revert(self) -> bool:
        """Return whether it is due, nobody is disabling enforcement, and the last failure was long enough ago."""
        return self.is_due and not self.held and self.now >= self.next_try


columns = enforcements.c
_enders, _stoppers = people.alias("enders"), people.alias("stoppers")
ALL_COUNTDOWNS = (
    select(enforcements, people.c.name, _enders.c.name.label("ended_name"), _stoppers.c.name.label("stopped_name"))
    .outerjoin(people, people.c.owner == columns.owner)
    .outerjoin(_stoppers, _stoppers.c.owner == columns.stopped_by)
    .outerjoin(_enders, _enders.c.owner == columns.ended_by)
)
_later = enforcements.alias("later")
_again = (
    exists()
    .where(_later.c.organization == columns.organization, _later.c.number > columns.number)
    .where(_later.c.end.is_(None) | (_later.c.end != End.NEVER_ON))
)
_reverted = (columns.ended_at > bindparam("told_since")) & (columns.end == End.REVERTED) & ~_again
CURRENT = ALL_COUNTDOWNS.where(columns.ended_at.is_(None) | _reverted).order_by(columns.deadline)
ANY_CURRENT = CURRENT.with_only_columns(columns.number).order_by(None).limit(1)
NEWEST = (
    ALL_COUNTDOWNS.where(columns.organization == bindparam("organization"))
    .order_by(columns.ended_at.is_not(None), columns.number.desc())
    .limit(1)
)
ONE = ALL_COUNTDOWNS.where(columns.number == bindparam("number"))
NAMES = ("name", "stopped_by", "stopped_name", "ended_by", "ended_name")
FREE = {"holder": None, "held_until": None, "message": ""}


def to_countdown(row: Row[Any], now: float) -> Countdown:
    known = {name: getattr(row, name) for name in Countdown._fields if name not in {"cause", "end", "held", "now"}}
    return Countdown(
        **known | {name: known[name] or "" for name in NAMES},
        cause=parse_cause(row.message),
        end=None if row.end is None else End(row.end),
        held=row.held_until is not None and row.held_until > now,
        now=now,
    )


def is_open_countdown(organization: str) -> ColumnElement[bool]:
    """Match an organization's open countdowns."""
    return (columns.organization == organization) & columns.ended_at.is_(None)


def end_countdowns(connection: Connection, which: ColumnElement[bool], how: End, *, by: str | None, now: float) -> int:
    """End open countdowns. Returns their number."""
    ended = update(enforcements).where(which & columns.ended_at.is_(None))
    return connection.execute(ended.values(**FREE, ended_at=now, ended_by=by, end=how)).rowcount


def end_disabled_countdowns(
    connection: Connection, which: ColumnElement[bool], how: End, *, by: str | None, now: float
) -> None:
    """End countdowns after the API has reported enforcement as disabled. Uncertain ones are checked again.

    A call that enables enforcement, and whose outcome is unknown, may still take effect. Its countdown becomes due at
    once, and is checked a minute after the call was sent.
    """
    certain = columns.confirmed | (columns.begun_at <= now - SETTLED_SECONDS)
    end_countdowns(connection, which & certain, how, by=by, now=now)
    again = update(enforcements).where(which & columns.ended_at.is_(None))
    connection.execute(again.values(**FREE, deadline=now, next_try=columns.begun_at + SETTLED_SECONDS))


class Enforcements(Records):
    """Stores the countdowns of all organizations. Raises StoreError.

    `keep_seconds` is how long people have to decide to keep enforcement. The clocks of portals on several machines
    must agree within a few seconds.
    """

    def __init__(
        self, database: Database, clock: Callable[[], float] = time.time, *, keep_seconds: float = KEEP_SECONDS
    ) -> None:
        super().__init__(database, clock)
        self.keep_seconds = keep_seconds

    def build_start_hook(self, organization: str, title: str, owner: str) -> "StartCountdownHook":
        """Create the journal hook for a call that enables enforcement."""
        row = {"organization": organization, "title": title, "owner": owner}
        return StartCountdownHook(self._clock, self.keep_seconds, row)

    def build_stop_hook(self, organization: str, owner: str) -> "StopCountdownHook":
        """Create the journal hook for a call by which a person disables enforcement."""
        return StopCountdownHook(self._clock, organization, owner)

    def list_current(self, connection: Connection | None = None) -> list[Countdown]:
        """List open countdowns, and those whose enforcement was disabled a few minutes ago, earliest deadline first."""
        now = self._clock()
        since = {"told_since": now - TOLD_SECONDS}
        # Each page runs this query, and usually there is no countdown.
        if connection is None and self._database.first_row(ANY_CURRENT, since) is None:
            return []
        with self._database.reading(connection) as reading:
            rows = reading.execute(CURRENT, since).all()
        return [to_countdown(row, now) for row in rows]

    def newest(self, organization: str) -> Countdown | None:
        """Return the organization's newest open countdown. If none is open, return its newest one."""
        row = self._first(NEWEST, {"organization": organization})
        return None if row is None else to_countdown(row, self._clock())

    def get(self, number: int) -> Countdown:
        with self._database.reading() as connection:
            row = connection.execute(ONE, {"number": number}).one()
        return to_countdown(row, self._clock())

    def keep(self, organization: str, owner: str) -> bool:
        """Keep single sign-on enforced. Returns False if it is too late or there is no countdown.

        It is also too late if somebody has stopped the countdown, or enforcement is already being disabled: the clock
        of another portal may be ahead.
        """
        with self._database.writing() as connection:
            now = self._clock()
            ends = (columns.deadline <= now) | (columns.held_until > now) | (columns.tries > 0)
            late = select(columns.number).where(is_open_countdown(organization), ends | columns.stopped_by.is_not(None))
            if connection.execute(late).first() is not None:
                return False
            return end_countdowns(connection, is_open_countdown(organization), End.KEPT, by=owner, now=now) > 0

    def confirm(self, countdown: Countdown) -> None:
        """Record that the API reported enforcement."""
        self._write(update(enforcements).where(columns.number == countdown.number).values(confirmed=True))

    def record_disabled(self, countdown: Countdown) -> None:
        """Record that the API reported enforcement as disabled."""
        with self._database.writing() as connection:
            end_disabled_countdowns(connection, columns.number == countdown.number, End.OFF, by=None, now=self._clock())

    def take(self, countdown: Countdown, *, at_once: bool = False) -> "RevertLease | None":
        """Lease a countdown to disable enforcement. None if it isn't due, has ended, or somebody has the lease.

        With `at_once`, don't wait after an earlier failure.
        """
        now, holder = self._clock(), secrets.token_hex(16)
        free = or_(columns.held_until.is_(None), columns.held_until <= now)
        due = (columns.number == countdown.number) & columns.ended_at.is_(None) & (columns.deadline <= now) & free
        if not at_once:
            due &= columns.next_try <= now
        taken = {"holder": holder, "held_until": now + LEASE_SECONDS}
        if self._write(update(enforcements).where(due).values(taken)) != 1:
            return None
        return RevertLease(self._database, self._clock, countdown, holder)


class StartCountdownHook:
    """Starts a countdown in the transaction of the journal entry that enables enforcement: both exist, or neither."""

    def __init__(self, clock: Callable[[], float], keep_seconds: float, row: dict[str, str]) -> None:
        self._clock = clock
        self._keep_seconds = keep_seconds
        self._row = row
        self._number: int | None = None

    def on_intent(self, connection: Connection, entry: int) -> None:  # noqa: ARG002 - as the journal calls it
        now = self._clock()
        still = {"confirmed": False, "tries": 0, "next_try": 0.0, "message": ""}
        values = {**self._row, **still, "begun_at": now, "deadline": now + self._keep_seconds}
        self._number = connection.scalar(insert(enforcements).values(values).returning(columns.number))

    def on_outcome(self, connection: Connection, outcome: Outcome) -> None:
        """Confirm the countdown if enforcement was enabled, keep it if that is unknown, and end it if not."""
        this, now = columns.number == self._number, self._clock()
        if outcome.state is State.SAVED and outcome.became.get("sso") is True:
            # If two concurrent calls both report enforcement, keep the newer countdown, whichever call ends first.
            earlier = is_open_countdown(self._row["organization"]) & (columns.number < self._number)
            end_countdowns(connection, earlier, End.REPLACED, by=self._row["owner"], now=now)
            connection.execute(update(enforcements).where(this).values(confirmed=True))
        elif outcome.state is not State.UNKNOWN:
            end_countdowns(connection, this, End.NEVER_ON, by=None, now=now)


@dataclass(frozen=True, slots=True)
class StopCountdownHook:
    """Ends an organization's countdowns once a person has disabled enforcement.

    The countdowns become due as soon as the call begins, so that a failed call is retried.
    """

    _clock: Callable[[], float]
    _organization: str
    _owner: str

    def on_intent(self, connection: Connection, entry: int) -> None:  # noqa: ARG002 - as the journal calls it
        now = self._clock()
        values = {"deadline": now, "next_try": now + FIRST_WAIT_SECONDS, "stopped_by": self._owner}
        later = is_open_countdown(self._organization) & (columns.deadline > now)
        connection.execute(update(enforcements).where(later).values(values))

    def on_outcome(self, connection: Connection, outcome: Outcome) -> None:
        if outcome.state is State.SAVED and outcome.became.get("sso") is False:
            which = is_open_countdown(self._organization)
            end_disabled_countdowns(connection, which, End.STOPPED, by=self._owner, now=self._clock())


class RevertLease:
    """A lease to disable enforcement, and the journal hook for it: journal and countdown change in one transaction."""

    def __init__(self, database: Database, clock: Callable[[], float], countdown: Countdown, holder: str) -> None:
        self.countdown = countdown
        self._database = database
        self._clock = clock
        self._this = (columns.number == countdown.number) & (columns.holder == holder)

    def on_intent(self, connection: Connection, entry: int) -> None:  # noqa: ARG002 - as the journal calls it
        """Check and extend the lease. Raises LeaseLostError if the countdown has ended, or somebody else has it."""
        still = self._this & columns.ended_at.is_(None)
        held = update(enforcements).where(still).values(held_until=self._clock() + LEASE_SECONDS)
        if connection.execute(held).rowcount != 1:
            raise LeaseLostError(f"countdown {self.countdown.number}")

    def on_outcome(self, connection: Connection, outcome: Outcome) -> None:
        if outcome.state is State.SAVED and outcome.became.get("sso") is False:
            end_disabled_countdowns(connection, self._this, End.REVERTED, by=None, now=self._clock())
        elif outcome.state is State.REFUSED and outcome.status in OF_ONE_PERSON:
            self.release(outcome.cause, within=connection)
        else:
            self.release_after_failure(outcome.cause or Cause(Reason.AS_BEFORE), within=connection)

    def record_disabled(self) -> None:
        """Record that the API reported enforcement as disabled."""
        with self._database.writing() as connection:
            end_disabled_countdowns(connection, self._this, End.OFF, by=None, now=self._clock())

    def release_after_failure(
        self, cause: Cause, wait: float | None = None, *, within: Connection | None = None
    ) -> None:
        """Release the lease and store the cause. The next attempt is `wait` seconds later, within limits."""
        with self._database.writing(within=within) as connection:
            tries = connection.scalar(select(columns.tries).where(self._this)) or 0
            own = min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** min(tries, 10))
            next_try = self._clock() + max(own, min(wait or 0.0, MAX_WAIT_SECONDS))
            values = FREE | {"tries": tries + 1, "next_try": next_try, "message": cause.to_json()}
            connection.execute(update(enforcements).where(self._this).values(values))

    def mark_missing(self) -> None:
        """Record that the organization no longer exists."""
        with self._database.writing() as connection:
            end_countdowns(connection, self._this, End.GONE, by=None, now=self._clock())

    def release(self, cause: Cause, *, within: Connection | None = None) -> None:
        """Release the lease, so that somebody else can try immediately."""
        with self._database.writing(within=within) as connection:
            free = FREE | {"message": cause.to_json()}
            connection.execute(update(enforcements).where(self._this).values(free))
