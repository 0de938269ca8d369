"""Reads the identity providers of all organizations, with their certificates sorted by expiry."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from contract.organization.organizations import LIST_ORGANIZATIONS, Organization
from contract.organization.saml import LIST_SAML_PROVIDERS, SamlProvider
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem
from masthead.i18n import N_, gettext
from masthead.saml import CertificateSummary
from masthead.store.errors import StoreError
from masthead.store.sso.providers import ReadCertificate
from masthead.web.forms.identity_providers import provider_card
from masthead.web.frame.alerts import SOON, SOONER, expiry_level, relative_day_label
from masthead.web.frame.organization import is_refresh_requested, or_raise, organization_read, set_organization
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

ORGANIZATIONS = 50
"""Organizations read for one page, in parallel."""
TODAY, YEAR_END, WIDTH = 16.0, 88.0, 100.0
"""Chart geometry for templates/macros/charts.html: x of today, x of the day in a year, and the width."""
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
"""Periods: label, first day from today (inclusive), last day (exclusive). Every day is in exactly one of them."""


class CertificateRow(NamedTuple):
    """A provider with its certificate. `card` is None if there is none, or if it can't be parsed.

    `next_due` is the day to install the next certificate, if one is saved.
    """

    organization: Organization
    provider: SamlProvider
    card: CertificateSummary | None
    next_due: date | None


class CertificateOverview(NamedTuple):
    """One page of certificates. `unread` has organizations whose providers could not be read, with reasons.

    `listing` is the paginated response with organizations, or with the providers of one organization.
    """

    listing: Cached[Listing[Organization]] | Cached[Listing[SamlProvider]] | None
    lines: list[CertificateRow]
    unread: list[tuple[Organization, str]]


class TimelineMark(NamedTuple):
    """A certificate in the chart. `x` is its position; `level` is its urgency, from `expiry_level`."""

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


class CertificateTimeline(NamedTuple):
    """A chart with a row per certificate, or, over MAX_ROWS, one row with the number of certificates per period.

    `unknown` counts providers without a readable certificate.
    """

    marks: Sequence[TimelineMark]
    periods: Sequence[TimelinePeriod]
    unknown: int

    @property
    def has_row_for_each(self) -> bool:
        return len(self.marks) <= MAX_ROWS


def read_certificates(page: str | None, came_from: str = "") -> CertificateOverview:
    """Read a page of organizations and their providers, and save the certificates for the person's monitor.

    `came_from` is the id of the organization that the page's layout keeps showing.
    """
    query = ListQuery(limit=ORGANIZATIONS, page=page) if page else ListQuery(limit=ORGANIZATIONS)
    listing = _read_organizations(CachedRead(LIST_ORGANIZATIONS, (), query, is_refresh_requested()), came_from)
    organizations = listing.value.items
    reads = [
        CachedRead(LIST_SAML_PROVIDERS, (each.id,), ListQuery(limit=LIMIT_MAX), is_refresh_requested())
        for each in organizations
    ]
    lines, unread = _read_answers(zip(organizations, api().gather(*reads), strict=True))
    if not page and not value_or_none(listing.value.next):
        _delete_other_records([each.id for each in organizations])
    return CertificateOverview(listing, lines, unread)


def _read_organizations(asked: CachedRead[Listing[Organization]], came_from: str) -> Cached[Listing[Organization]]:
    if not came_from:
        (answer,) = api().gather(asked)
        return or_raise(answer)
    answer, organization = api().gather(asked, organization_read(came_from))
    if not isinstance(organization, Problem):
        set_organization(organization)
    return or_raise(answer)


def read_certificates_of(organization_id: str) -> CertificateOverview:
    """Read the certificates of one organization, and set the organization. Raises a Problem if it can't be shown."""
    providers = CachedRead(LIST_SAML_PROVIDERS, (organization_id,), ListQuery(limit=LIMIT_MAX), is_refresh_requested())
    found, answer = api().gather(organization_read(organization_id), providers)
    lines, unread = _read_answers([(set_organization(found).value, answer)])
    return CertificateOverview(None if isinstance(answer, Problem) else answer, lines, unread)


def _read_answers(
    answers: Iterable[tuple[Organization, Cached[Listing[SamlProvider]] | Problem]],
) -> tuple[list[CertificateRow], list[tuple[Organization, str]]]:
    lines: list[CertificateRow] = []
    unread: list[tuple[Organization, str]] = []
    for organization, answer in answers:
        if isinstance(answer, Problem):
            unread.append((organization, unread_message(answer)))
            if isinstance(answer, (NotFound, Forbidden)):
                _save_certificates(organization, [])
        else:
            own = list(_certificate_rows(organization, answer.value.items))
            _save_certificates(organization, own, answer.age)
            lines += own
    return sorted(lines, key=_urgency_key), unread


def _certificate_rows(organization: Organization, providers: Sequence[SamlProvider]) -> Iterator[CertificateRow]:
    coming: Mapping[str, date] = {}
    with suppress(StoreError):  # show the table without due dates rather than fail
        coming = {name: each.due for name, each in portal().store.rotations.next_certificates(organization.id).items()}
    return (CertificateRow(organization, each, provider_card(each), coming.get(each.id)) for each in providers)


def _urgency_key(line: CertificateRow) -> tuple[bool, float, str]:
    return (line.card is None, line.card.ends.timestamp() if line.card else 0.0, line.provider.label)


def _save_certificates(organization: Organization, lines: Sequence[CertificateRow], age: float = 0.0) -> None:
    seen = [
        ReadCertificate(
            organization.id,
            organization.title,
            line.provider.id,
            line.provider.label,
            line.card.subject if line.card else "",
            line.card.sha256 if line.card else "",
            line.card.ends.timestamp() if line.card else None,
        )
        for line in lines
    ]
    with suppress(StoreError):  # a monitor sees from the age that values are old
        portal().store.monitoring.record_certificates(person().owner, organization.id, seen, age)


def _delete_other_records(organizations: Sequence[str]) -> None:
    with suppress(StoreError):
        portal().store.monitoring.delete_other_organizations(person().owner, organizations)


def build_timeline(rows: Sequence[CertificateRow], now: datetime) -> CertificateTimeline:
    marks = [_build_mark(row, row.card, now) for row in rows if row.card is not None]
    return CertificateTimeline(marks, _build_periods(marks), len(rows) - len(marks))


def _build_mark(row: CertificateRow, card: CertificateSummary, now: datetime) -> TimelineMark:
    days = card.days_left(now)
    words = (
        gettext("Expired %(when)s", when=relative_day_label(days))
        if days < 0
        else gettext("Expires %(when)s", when=relative_day_label(days))
    )
    return TimelineMark(row, days, _mark_position(days), expiry_level(days), words)


def _mark_position(days: int) -> float:
    if days < 0:
        return PAST
    return LATER if days > YEAR_DAYS else round(TODAY + days / YEAR_DAYS * (YEAR_END - TODAY), 2)


def _build_periods(marks: Sequence[TimelineMark]) -> list[TimelinePeriod]:
    inside = {name: [each for each in marks if first <= each.days < end] for name, first, end in PERIODS}
    return [
        TimelinePeriod(gettext(name, days=SOONER, last=SOON - 1), len(found), found[0].row)
        for name, found in inside.items()
        if found
    ]
