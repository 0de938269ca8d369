"""Filters of the journal, parsed from the query of its URL, and its areas, each with its API calls.

Every call that a page can send has an area. Calls of single sign-on also belong to the organization settings, as they
decide who can sign in. Enforcement is a call of the settings that also belongs to single sign-on.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from flask import request

from contract import ENDPOINTS
from masthead.i18n import N_, format_date, gettext
from masthead.store.entries import State
from masthead.store.journal.queries import JournalQuery
from masthead.web.http.paths import parse_int
from masthead.web.person.locale import time_zone

SETTINGS, SINGLE_SIGN_ON = "Organizations", "SAML and SSO"
# Groups of endpoints in the contract, as used in URLs, and their labels.
LABELS = {
    SETTINGS: N_("Organization settings and single sign-on"),
    SINGLE_SIGN_ON: N_("Single sign-on"),
    "Sites": N_("Sites"),
    "Site spaces": N_("Spaces of sites"),
    "Site section groups": N_("Section groups"),
    "Site share links": N_("Share links"),
    "Team members": N_("Teams"),
    "Collection and space team permissions": N_("Access"),
    "OpenAPI specs": N_("API specs"),
    "Translations": N_("Translations"),
    "Custom fields": N_("Custom fields"),
    "Change requests": N_("Change requests"),
    "Space comments": N_("Comments"),
    "Space content": N_("Content of spaces"),
    "Change request content": N_("Content of change requests"),
}


def list_area_endpoints(area: str) -> list[str]:
    """Return the names of an area's calls; none for an unknown area."""
    if area not in LABELS:
        return []
    groups = {area, SINGLE_SIGN_ON} if area == SETTINGS else {area}
    return [each.name for each in ENDPOINTS if not each.is_read and each.group in groups]


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
    def from_request(cls) -> "JournalFilters":
        """Parse the filters of the current request."""
        given = {name: request.args.get(name, "").strip() for name in NAMES}
        return cls(**given, before=request.args.get("before", type=parse_int))

    @property
    def active_filters(self) -> dict[str, str]:
        """Filters that are set, as query parameters."""
        return {name: getattr(self, name) for name in NAMES if getattr(self, name)}

    def presets(self, today: date) -> list[tuple[str, dict[str, str], bool]]:
        """List the periods to offer, each with label, query parameters, and True if it is selected."""
        others = {name: text for name, text in self.active_filters.items() if name not in {"since", "until"}}
        found = []
        for label, first, last in PRESETS:
            period = {"since": _format_days_ago(today, first), "until": _format_days_ago(today, last)}
            found.append((gettext(label), others | period, period == {"since": self.since, "until": self.until}))
        return found

    @property
    def period_error_message(self) -> str:
        """An error message if the last day is before the first; else empty."""
        since, until = _parse_day(self.since), _parse_day(self.until)
        return gettext(BACKWARDS, date=format_date(since)) if since and until and until < since else ""

    def build_query(self, organization: str, owner: str | None) -> JournalQuery:
        """Build the store's query. Days are whole days in the reader's time zone."""
        until = _parse_day(self.until)
        return JournalQuery(
            organization,
            owner,
            by=self.by or None,
            endpoints=list_area_endpoints(self.area) or None,
            enforcement=self.area == SINGLE_SIGN_ON,
            part_of=self.object or None,
            states=[State(self.state)] if self.state in list(State) else None,
            since=_to_timestamp(_parse_day(self.since)),
            until=_to_timestamp(until + timedelta(days=1)) if until else None,
            text=self.q,
        )


def _format_days_ago(today: date, ago: int) -> str:
    return (today - timedelta(days=ago)).isoformat()


def _parse_day(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=time_zone())
    except ValueError:
        return None


def _to_timestamp(moment: datetime | None) -> float | None:
    return moment.timestamp() if moment else None
