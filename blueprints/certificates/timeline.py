"""A chart of certificate expiry: expired ones at the left, then a year from today, then later ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from blueprints.certificates.overview import CertificateRow
from i18n import N_, gettext
from masthead.saml import CertificateSummary
from masthead.web.frame.alerts import SOON, SOONER, in_days, level_of

TODAY, YEAR_END, WIDTH = 16.0, 88.0, 100.0
"""X positions of today and of the day in a year, in units of the chart; templates/macros/charts.html draws them."""
YEAR_DAYS = 365
PAST, LATER = TODAY / 2, (YEAR_END + WIDTH) / 2
MAX_ROWS = 12
PERIODS = (
    (N_("Expired"), float("-inf"), 0),
    (N_("Within %(days)s days"), 0, SOONER),
    (N_("In %(days)s to %(last)s days"), SOONER, SOON),
    (N_("In 2 to 6 months"), SOON, 183),
    (N_("In 6 to 12 months"), 183, YEAR_DAYS + 1),
    (N_("Later"), YEAR_DAYS + 1, float("inf")),
)
"""Label, first day ahead (inclusive) and last (exclusive). Every number of days is in exactly one period."""


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A certificate in the chart. `x` is its position; `level` is how urgent it is, as from `level_of`."""

    row: CertificateRow
    days: int
    x: float
    level: str
    words: str


@dataclass(frozen=True, slots=True)
class TimelinePeriod:
    """The number of certificates that expire in a period, and the table row of the first."""

    name: str
    count: int
    first: CertificateRow


@dataclass(frozen=True, slots=True)
class Timeline:
    """Up to MAX_ROWS certificates have a row each. If there are more, one row has all, and periods count them.

    `unknown` counts providers without a readable certificate.
    """

    marks: Sequence[TimelineMark]
    periods: Sequence[TimelinePeriod]
    unknown: int

    @property
    def by_row(self) -> bool:
        """Whether each certificate has its own row."""
        return len(self.marks) <= MAX_ROWS


def timeline(rows: Sequence[CertificateRow], now: datetime) -> Timeline:
    """Build the chart of these rows, in their order."""
    marks = [_mark(row, row.card, now) for row in rows if row.card is not None]
    return Timeline(marks, _periods(marks), len(rows) - len(marks))


def _mark(row: CertificateRow, card: CertificateSummary, now: datetime) -> TimelineMark:
    days = card.days_left(now)
    words = (
        gettext("Expired %(when)s", when=in_days(days)) if days < 0 else gettext("Expires %(when)s", when=in_days(days))
    )
    return TimelineMark(row, days, _place(days), level_of(days), words)


def _place(days: int) -> float:
    if days < 0:
        return PAST
    return LATER if days > YEAR_DAYS else round(TODAY + days / YEAR_DAYS * (YEAR_END - TODAY), 2)


def _periods(marks: Sequence[TimelineMark]) -> list[TimelinePeriod]:
    inside = {name: [each for each in marks if first <= each.days < end] for name, first, end in PERIODS}
    return [
        TimelinePeriod(gettext(name, days=SOONER, last=SOON - 1), len(found), found[0].row)
        for name, found in inside.items()
        if found
    ]
