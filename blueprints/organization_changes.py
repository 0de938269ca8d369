"""What was changed in an organization of late, as far as this person may see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from client import Remembered
from contract.organizations import Organization
from store import Entry, State, Wanted
from web.access import person
from web.organization import may
from web.portal import portal

WEEKS = 4
DAYS = WEEKS * 7
NEWEST = 6
MOST_UNKNOWN = 20


@dataclass(frozen=True, slots=True)
class Changes:
    """The newest entries of the journal, how many have an unknown outcome, and how many each day has, up to today.

    `unknown` is in words, and empty for none; `of_all` says that those of everybody count.
    """

    newest: Sequence[Entry]
    unknown: str
    each_day: Sequence[int]
    since: datetime
    of_all: bool

    @property
    def busiest(self) -> datetime:
        """The day with the most."""
        return self.since + timedelta(days=self.each_day.index(max(self.each_day)))


def read_changes(organization: Remembered[Organization], now: datetime) -> Changes:
    """Everybody's, where the service just said that this person administers the organization; else one's own."""
    of_all = may("admin") and organization.problem is None
    wanted = Wanted(organization.value.id, None if of_all else person().owner)
    unknown = Wanted(wanted.organization, wanted.owner, states=[State.UNKNOWN])
    since = datetime.combine(now.astimezone(UTC).date(), datetime.min.time(), UTC) - timedelta(days=DAYS - 1)
    journal = portal().journal
    return Changes(
        journal.entries(wanted, limit=NEWEST),
        _counted(len(journal.entries(unknown, limit=MOST_UNKNOWN))),
        journal.each_day(wanted, since.timestamp(), DAYS),
        since,
        of_all,
    )


def _counted(unknown: int) -> str:
    if unknown == 1:
        return "One change"
    return f"{unknown}{' or more' if unknown == MOST_UNKNOWN else ''} changes" if unknown else ""
