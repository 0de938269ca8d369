"""Recent changes in an organization, as far as this person may see them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from flask import url_for

from contract.organization.organizations import Organization
from masthead.client import Cached
from masthead.i18n import format_number, gettext, ngettext
from masthead.store.bulk.steps import BulkChange
from masthead.store.entries import Entry, State
from masthead.store.journal.queries import JournalQuery
from masthead.web.frame.alerts import Alert, AlertLink
from masthead.web.frame.organization import has_permission
from masthead.web.person.locale import in_time_zone
from masthead.web.person.portal import portal
from masthead.web.person.session import person

DAYS = 30
SHOWN = 6
MAX_ITEMS = 2000
"""The most entries that are counted, so that a long journal costs no more than a short one."""
MAX_BULK_CHANGES = 20


class Changes(NamedTuple):
    """The newest journal entries, the number with an unknown outcome, and the number on each day.

    Days end with today. `more`: these days have more entries than were counted. `of_all`: entries of everybody count,
    not only this person's. `counted` is the number of entries counted; `more_counted`: the journal has more.
    """

    newest: Sequence[Entry]
    unknown: int
    each_day: Sequence[int]
    since: date
    more: bool
    of_all: bool
    counted: int
    more_counted: bool

    @property
    def days(self) -> list[tuple[date, int]]:
        """Days with their numbers of changes, oldest first."""
        return [(self.since + timedelta(days=number), count) for number, count in enumerate(self.each_day)]

    @property
    def busiest(self) -> date:
        return max(self.days, key=lambda day: day[1])[0]


def read_changes(organization: Cached[Organization], now: datetime) -> Changes:
    """Read everybody's changes if a fresh read says that this person is an administrator; else their own."""
    of_all = has_permission("admin") and organization.problem is None
    wanted = JournalQuery(organization.value.id, None if of_all else person().owner)
    moments = portal().store.journal.moments(wanted, MAX_ITEMS)
    days = [in_time_zone(now).date() - timedelta(days=ago) for ago in reversed(range(DAYS))]
    written = Counter(in_time_zone(at).date() for at, _ in moments)
    return Changes(
        portal().store.journal.entries(wanted, limit=SHOWN) if moments else (),
        sum(state is State.UNKNOWN for _, state in moments),
        [written[day] for day in days],
        days[0],
        len(moments) == MAX_ITEMS and in_time_zone(moments[-1][0]).date() >= days[0],
        of_all,
        len(moments),
        len(moments) == MAX_ITEMS,
    )


def checked_changes(changes: Changes) -> str:
    """The number of changes whose outcome was checked, in words."""
    count = changes.counted
    if changes.more_counted:
        return gettext("the last %(count)s recorded changes", count=format_number(count))
    return ngettext("%(n)s recorded change", "%(n)s recorded changes", count)


def read_unfinished(organization_id: str) -> list[BulkChange]:
    """Unfinished bulk changes that are not running right now, newest first."""
    found = portal().store.bulk_changes.all_unfinished(organization_id, person().owner, limit=MAX_BULK_CHANGES)
    return [bulk for bulk in found if not bulk.runs]


def bulk_change_alerts(bulk_changes: Sequence[BulkChange]) -> Iterator[Alert]:
    """An alert for each bulk change, with its state and progress."""
    for bulk in bulk_changes:
        link = AlertLink(
            gettext("View bulk change"),
            url_for("bulk_changes.show", organization_id=bulk.purpose.organization, number=bulk.number),
        )
        level, state = _state_badge(bulk)
        yield Alert(level, f"“{bulk.purpose.title}” {state}.", _progress(bulk), (link,))


def _state_badge(bulk: BulkChange) -> tuple[str, str]:
    if bulk.stuck:
        return "warn", gettext("needs your decision")
    if bulk.cause:
        return "warn", gettext("was interrupted")
    if bulk.paused_at is not None:
        return "quiet", gettext("is paused")
    return "quiet", gettext("is waiting") if bulk.finished_steps else gettext("has not started")


def _progress(bulk: BulkChange) -> str:
    if not bulk.steps:
        return gettext("Its steps are not worked out yet.")
    return ngettext(
        "%(settled)s of %(n)s step completed.",
        "%(settled)s of %(n)s steps completed.",
        bulk.steps,
        settled=bulk.finished_steps,
    )
