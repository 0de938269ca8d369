"""Lists an organization's problems with advice on each, unfinished bulk changes, and recent changes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import islice
from typing import NamedTuple

from flask import url_for

from blueprints.organizations.overview import Overview
from blueprints.organizations.site_contents import count_label
from contract.organization.organizations import Billing, Organization, OrganizationUrls, Trial
from contract.schema.fields import value_or_none
from masthead.client import Cached
from masthead.i18n import N_, format_number, gettext, join_and, ngettext
from masthead.store.bulk.steps import BulkChange
from masthead.store.entries import State
from masthead.store.journal.queries import JournalQuery
from masthead.web.descriptions.labels import is_failing, spec_error
from masthead.web.forms.identity_providers import list_alerts
from masthead.web.frame.alerts import (
    SOONER,
    Alert,
    AlertLink,
    day_label,
    days_left,
    expiry_level,
    find_disabled_enforcement,
    relative_day_label,
)
from masthead.web.frame.organization import has_permission
from masthead.web.frame.templating import moment_text, web_address
from masthead.web.people.access_ends import end_alerts
from masthead.web.people.access_reviews import review_alerts
from masthead.web.person.locale import in_time_zone
from masthead.web.person.portal import portal
from masthead.web.person.session import person

DAYS = 7
MAX_ITEMS = 2000
"""The most journal entries that are counted, so that a long journal takes no longer than a short one."""
MAX_BULK_CHANGES = 20


class ChangeCounts(NamedTuple):
    """Numbers of journal entries: those with an unknown outcome, and those written on each day.

    The last day is today. `of_all` is true if everybody's entries were counted, not only the person's own. `counted` is
    the number of entries counted; `more_counted` is true if that is the limit, so that the journal may have more.
    """

    unknown: int
    each_day: Sequence[int]
    since: date
    of_all: bool
    counted: int
    more_counted: bool

    @property
    def days(self) -> list[tuple[date, int]]:
        """The number of changes on each day, oldest first."""
        return [(self.since + timedelta(days=number), count) for number, count in enumerate(self.each_day)]


def read_change_counts(organization: Cached[Organization], now: datetime) -> ChangeCounts:
    """Count everybody's changes if a fresh read shows that the person is an administrator; else the person's own."""
    of_all = has_permission("admin") and organization.problem is None
    wanted = JournalQuery(organization.value.id, None if of_all else person().owner)
    moments = portal().store.journal.list_times(wanted, MAX_ITEMS)
    days = [in_time_zone(now).date() - timedelta(days=ago) for ago in reversed(range(DAYS))]
    written = Counter(in_time_zone(at).date() for at, _ in moments)
    return ChangeCounts(
        sum(state is State.UNKNOWN for _, state in moments),
        [written[day] for day in days],
        days[0],
        of_all,
        len(moments),
        len(moments) == MAX_ITEMS,
    )


def checked_changes_label(changes: ChangeCounts) -> str:
    """Return a label for the number of changes that were checked for an unknown outcome."""
    count = changes.counted
    if changes.more_counted:
        return gettext("the last %(count)s recorded changes", count=format_number(count))
    return ngettext("%(n)s recorded change", "%(n)s recorded changes", count)


def read_unfinished(organization_id: str) -> list[BulkChange]:
    """Return the person's unfinished bulk changes that aren't running right now, newest first."""
    found = portal().store.bulk_changes.list_unfinished(organization_id, person().owner, limit=MAX_BULK_CHANGES)
    return [bulk for bulk in found if not bulk.runs]


def progress_label(bulk: BulkChange) -> str:
    """Describe a bulk change's state and progress."""
    if bulk.is_stuck:
        state = gettext("needs your decision")
    elif bulk.cause:
        state = gettext("interrupted")
    else:
        state = gettext("paused") if bulk.paused_at is not None or bulk.finished_steps else gettext("not started")
    if not bulk.steps:
        return state
    done = gettext("%(settled)s of %(n)s done", settled=bulk.finished_steps, n=bulk.steps)
    return f"{state}, {done}"


TRIED_TO_LIFT = N_("Single sign-on is not enforced. %(by)s tried to stop enforcing it on %(date)s.")
FEW = 5
NAMES = 3


def organization_alerts(overview: Overview, changes: ChangeCounts, now: datetime) -> list[Alert]:
    """List what needs the person's attention in the organization. Anything that needs no action is left out."""
    organization, admin = overview.organization.value, has_permission("admin")
    return [
        *(_account_alerts(organization, now) if admin else ()),
        *_sso_alerts(overview, now),
        *_disabled_enforcement_alerts(organization),
        *(review_alerts(organization.id) if admin else ()),
        *end_alerts(organization.id),
        *(_spec_alerts(overview) if has_permission("createContent") else ()),
        *_unknown_change_alerts(organization, changes),
    ]


def service_links(address: object, words: str) -> tuple[AlertLink, ...]:
    """Return a link to a page in the documentation service; empty if the address is unknown."""
    return (AlertLink(words, str(address), outside=True),) if web_address(address) else ()


def _organization_links(organization: Organization) -> tuple[AlertLink, ...]:
    address = value_or_none((value_or_none(organization.urls) or OrganizationUrls()).app)
    return service_links(address, gettext("Open in the app"))


def _account_alerts(organization: Organization, now: datetime) -> Iterator[Alert]:
    billing, trial = value_or_none(organization.billing) or Billing(), value_or_none(organization.trial) or Trial()
    ways = _organization_links(organization)
    if blocked := value_or_none(organization.blocked):
        why = value_or_none(blocked.reason)
        text = (
            gettext("This organization is blocked (reason: %(why)s).", why=why)
            if why
            else gettext("This organization is blocked.")
        )
        yield Alert("bad", text, gettext("Ask the people who run the documentation service why."), ways)
    if value_or_none(billing.hasPaymentFailed):
        yield Alert(
            "bad",
            gettext("The last payment failed."),
            gettext("Check the payment details in the documentation service."),
            ways,
        )
    if value_or_none(billing.isScheduledToCancel):
        ends = value_or_none(billing.endDate)
        text = (
            gettext("The organization's plan will be cancelled on %(date)s.", date=day_label(ends))
            if ends
            else gettext("The organization's plan will be cancelled.")
        )
        yield Alert("warn", text, gettext("You can keep it in the documentation service."), ways)
    if value_or_none(trial.status) == "active" and (ends := value_or_none(trial.endDate)):
        days = days_left(ends, now)
        if 0 <= days < SOONER:
            advice = gettext("It ends on %(date)s. Select a plan in the documentation service.", date=day_label(ends))
            yield Alert(
                expiry_level(days), gettext("The trial ends %(when)s.", when=relative_day_label(days)), advice, ways
            )


def _sso_alerts(overview: Overview, now: datetime) -> list[Alert]:
    part, organization = overview.providers, overview.organization.value
    if part is None or not part.known:
        return []
    coming = portal().store.rotations.next_certificates(organization.id) if part.items else {}
    found = list_alerts(organization, part.items, coming, now, is_whole=not part.more)
    if not (rest := found[FEW:]):
        return found
    text = ngettext("%(n)s more alert about single sign-on.", "%(n)s more alerts about single sign-on.", len(rest))
    desk = url_for("sso.index", organization_id=organization.id)
    return [*found[:FEW], Alert(rest[0].level, text, "", (AlertLink(gettext("View all"), desk),))]


def _disabled_enforcement_alerts(organization: Organization) -> Iterator[Alert]:
    if (note := find_disabled_enforcement(organization)) is not None:
        by, at = note.by or gettext("Somebody"), moment_text(note.at)
        text = (
            gettext("%(by)s stopped enforcing single sign-on on %(date)s.", by=by, date=at)
            if note.is_certain
            else gettext(TRIED_TO_LIFT, by=by, date=at)
        )
        advice = gettext(
            "This was to replace the certificate of %(note)s. Until you enforce it again, people can sign in "
            "another way.",
            note=note.label,
        )
        again = AlertLink(
            gettext("Enforce single sign-on"), url_for("enforcement.show", organization_id=organization.id)
        )
        yield Alert(
            "warn",
            text,
            advice,
            (again, AlertLink(gettext("Single sign-on"), url_for("sso.index", organization_id=organization.id))),
        )


def _spec_alerts(overview: Overview) -> Iterator[Alert]:
    failing = list(filter(is_failing, overview.specs.items)) if overview.specs else []
    if not failing:
        return
    organization = overview.organization.value.id
    whys = {each.slug: spec_error(str(each.lastProcessErrorCode)) for each in failing}
    page = (
        url_for("specs.index", organization_id=organization, state="failing")
        if len(failing) > 1
        else url_for("specs.show", organization_id=organization, slug=failing[0].slug)
    )
    yield Alert(
        "warn",
        ngettext(
            "%(n)s API spec is failing: %(names)s.",
            "%(n)s API specs are failing: %(names)s.",
            len(failing),
            names=join_titles([*whys]),
        ),
        " ".join(f"{slug}: {why.text} {why.remedy}" for slug, why in islice(whys.items(), FEW)),
        (AlertLink(gettext("View failing specs") if len(failing) > 1 else gettext("View spec"), page),),
        f"specs:{' '.join(sorted(whys))}",
    )


def _unknown_change_alerts(organization: Organization, changes: ChangeCounts) -> Iterator[Alert]:
    if changes.unknown:
        address = url_for("journal.index", organization_id=organization.id, state="unknown")
        advice = gettext("No answer confirmed the outcome. Select “Check now” on the change to see what is saved.")
        text = ngettext(
            "It isn't known whether %(of)s was saved.",
            "It isn't known whether %(of)s were saved.",
            changes.unknown,
            of=count_label(changes.unknown, checked_changes_label(changes)),
        )
        yield Alert("warn", text, advice, (AlertLink(gettext("View changes"), address),))


def join_titles(titles: Sequence[str]) -> str:
    """Join the first few titles, followed by the number of remaining ones."""
    rest = len(titles) - NAMES
    shown = [*titles[:NAMES], *([gettext("%(rest)s more", rest=rest)] if rest > 0 else [])]
    return join_and(shown)
