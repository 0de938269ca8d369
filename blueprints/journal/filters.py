"""Filters of the journal, parsed from the query of its URL."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from flask import request

from blueprints.journal.areas import SINGLE_SIGN_ON, endpoints_of
from masthead.i18n import N_, format_date, gettext
from masthead.store.entries import State
from masthead.store.journal.queries import JournalQuery
from masthead.web.http.paths import parse_int
from masthead.web.person.locale import time_zone

NAMES = ("q", "by", "area", "state", "since", "until", "object")
PRESETS = ((N_("Today"), 0, 0), (N_("Yesterday"), 1, 1), (N_("Last 7 days"), 6, 0))
"""Periods by name: how many days ago they begin and end."""
BACKWARDS = N_("“To” is before “From”, so no change can match. Choose a day on or after %(date)s.")


@dataclass(frozen=True, slots=True)
class JournalFilters:
    """Filters as text from the query. Invalid values filter nothing."""

    q: str
    by: str
    area: str
    state: str
    since: str
    until: str
    object: str
    before: int | None

    @classmethod
    def asked(cls) -> "JournalFilters":
        """Parse the filters of the current request."""
        given = {name: request.args.get(name, "").strip() for name in NAMES}
        return cls(**given, before=request.args.get("before", type=parse_int))

    @property
    def given(self) -> dict[str, str]:
        """Filters that are set, as query parameters."""
        return {name: getattr(self, name) for name in NAMES if getattr(self, name)}

    def presets(self, today: date) -> list[tuple[str, dict[str, str], bool]]:
        """List the periods to offer: label, query parameters, and True if selected."""
        others = {name: text for name, text in self.given.items() if name not in {"since", "until"}}
        found = []
        for label, first, last in PRESETS:
            period = {"since": _iso(today, first), "until": _iso(today, last)}
            found.append((gettext(label), others | period, period == {"since": self.since, "until": self.until}))
        return found

    @property
    def wrong_period(self) -> str:
        """An error message if the last day is before the first; else empty."""
        since, until = _day(self.since), _day(self.until)
        return gettext(BACKWARDS, date=format_date(since)) if since and until and until < since else ""

    def wanted(self, organization: str, owner: str | None) -> JournalQuery:
        """Build the store's query. Days are whole days in the reader's time zone."""
        until = _day(self.until)
        return JournalQuery(
            organization,
            owner,
            by=self.by or None,
            endpoints=endpoints_of(self.area) or None,
            enforcement=self.area == SINGLE_SIGN_ON,
            part_of=self.object or None,
            states=[State(self.state)] if self.state in list(State) else None,
            since=_seconds(_day(self.since)),
            until=_seconds(until + timedelta(days=1)) if until else None,
            text=self.q,
        )


def _iso(today: date, ago: int) -> str:
    return (today - timedelta(days=ago)).isoformat()


def _day(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=time_zone())
    except ValueError:
        return None


def _seconds(moment: datetime | None) -> float | None:
    return moment.timestamp() if moment else None
