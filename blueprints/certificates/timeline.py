"""When certificates expire, as a picture: at its left those that have expired, then a year from today, then later."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from blueprints.certificates.overview import CertificateRow
from i18n import N_, gettext
from masthead.saml import Card
from masthead.web.pages.alerts import SOON, SOONER, in_days, level_of

TODAY, YEAR_END, WIDTH = 16.0, 88.0, 100.0
"""Where today and the day in a year stand, in units of the picture; templates/macros/charts.html draws them."""
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
"""By name, from and up to how many days ahead; each day belongs to one of them."""


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A certificate in the picture: where it stands, and how urgent it is, as `level_of` says."""

    row: CertificateRow
    days: int
    x: float
    level: str
    words: str


@dataclass(frozen=True, slots=True)
class TimelinePeriod:
    """How many certificates expire in a period, and the first of them in the table."""

    name: str
    count: int
    first: CertificateRow


@dataclass(frozen=True, slots=True)
class Timeline:
    """Up to MAX_ROWS certificates stand in a row each; of more, all stand in one row, and periods count them.

    `unknown` have no certificate, or one that cannot be read.
    """

    marks: Sequence[TimelineMark]
    periods: Sequence[TimelinePeriod]
    unknown: int

    @property
    def by_row(self) -> bool:
        """Whether each has a row of its own."""
        return len(self.marks) <= MAX_ROWS


def timeline(rows: Sequence[CertificateRow], now: datetime) -> Timeline:
    """The picture of these rows, in their order."""
    marks = [_mark(row, row.card, now) for row in rows if row.card is not None]
    return Timeline(marks, _periods(marks), len(rows) - len(marks))


def _mark(row: CertificateRow, card: Card, now: datetime) -> TimelineMark:
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
