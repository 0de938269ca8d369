"""Alerts with an urgency and fixes, and the reminder to enforce single sign-on again."""

from contextlib import suppress
from datetime import date, datetime
from functools import partial
from hashlib import blake2b
from typing import NamedTuple

from flask import url_for

from contract.organization.organizations import Organization
from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from masthead.i18n import N_, format_date, gettext, join_and, ngettext
from masthead.saml import CertificateSummary
from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.store.errors import StoreError
from masthead.store.journal.queries import JournalQuery
from masthead.store.sso.providers import DisabledEnforcement
from masthead.web.frame.organization import has_permission
from masthead.web.person.locale import in_time_zone
from masthead.web.person.portal import portal
from masthead.writes.send import sent_values

URGENCY = {"bad": 0, "warn": 1, "quiet": 2}
SOON, SOONER, AT_ONCE = 60, 30, 7
"""Days before expiry at which we warn: quietly, as a warning, urgently."""
ASK_FOR_NEXT = N_("It expires on %(date)s. Ask the administrator of your identity provider for the next certificate.")
NEXT_SAVED = N_("It expires on %(date)s. The next certificate is saved, to replace it.")


class AlertLink(NamedTuple):
    """A link in an alert. An `outside` link leads to the documentation service."""

    words: str
    address: str
    outside: bool = False


class Alert(NamedTuple):
    """An alert. `level` is bad, warn or quiet. The first of its links leads to the fix.

    `need` identifies an alert whose text changes from day to day.
    """

    level: str
    text: str
    advice: str = ""
    links: tuple[AlertLink, ...] = ()
    need: str = ""

    @property
    def key(self) -> str:
        """Return the key for snoozing. It changes if the alert becomes more urgent or concerns more objects."""
        parts = (self.level, self.need or self.text, *(each.address for each in self.links[:1]))
        return blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()


def days_left(until: datetime, now: datetime) -> int:
    """Count calendar days in the reader's time zone: 0 for today, negative in the past."""
    return (in_time_zone(until).date() - in_time_zone(now).date()).days


def expiry_level(days: int) -> str:
    """Return the alert level if something expires in this many days. Empty for no alert."""
    if days < AT_ONCE:
        return "bad"
    if days < SOONER:
        return "warn"
    return "quiet" if days < SOON else ""


def relative_day_label(days: int) -> str:
    """Describe a day relative to today: `today`, `in 5 days`, `yesterday`, `12 days ago`."""
    words = {0: gettext("today"), 1: gettext("tomorrow"), -1: gettext("yesterday")}
    return words.get(days) or (
        ngettext("in %(n)s day", "in %(n)s days", days)
        if days > 0
        else ngettext("%(n)s day ago", "%(n)s days ago", -days)
    )


def day_label(day: date) -> str:
    """Format a day for a sentence: `5 Mar 2026`."""
    return format_date(day)


def provider_alert_links(organization_id: str, provider: SamlProvider) -> tuple[AlertLink, ...]:
    """Return links to an identity provider's page and to the page for replacing its certificate."""
    here = partial(url_for, organization_id=organization_id, provider_id=provider.id)
    return (
        AlertLink(gettext("View provider"), here("sso.show")),
        AlertLink(gettext("Replace certificate"), here("sso_certificate.ask")),
    )


def expiry_alert(
    label: str, card: CertificateSummary, now: datetime, ways: tuple[AlertLink, ...], *, has_next: bool = False
) -> Alert:
    """Build the alert for an expiring or expired certificate. `has_next` means that its successor is saved."""
    days = card.days_left(now)
    if card.ends <= now:
        advice = gettext(
            "It expired on %(date)s. Sign-in with it may fail. Replace it with your identity provider's new "
            "certificate.",
            date=day_label(card.ends),
        )
        return Alert(
            "bad",
            gettext("The certificate of %(label)s expired %(when)s.", label=label, when=relative_day_label(days)),
            advice,
            ways,
            f"expired:{label}",
        )
    words = NEXT_SAVED if has_next else ASK_FOR_NEXT
    return Alert(
        expiry_level(days),
        gettext("The certificate of %(label)s expires %(when)s.", label=label, when=relative_day_label(days)),
        gettext(words, date=day_label(card.ends)),
        ways,
        f"expires:{label}",
    )


ADDRESSES = (("entityID", N_("the entity ID")), ("ssoURL", N_("the sign-on address")))
PARTS = (*ADDRESSES, ("certificate", N_("the certificate")))


def missing_settings(provider: SamlProvider) -> str:
    """Name the missing settings in a sentence. Empty if none are missing."""
    missing = [gettext(words) for name, words in PARTS if not value_or_none(getattr(provider, name))]
    if not missing:
        return ""
    return ngettext(
        "%(label)s: %(missing)s is missing.",
        "%(label)s: %(missing)s are missing.",
        len(missing),
        label=provider.label,
        missing=join_and(missing),
    )


MAX_ENTRIES = 100


def find_disabled_enforcement(organization: Organization) -> DisabledEnforcement | None:
    """Return the note for administrators if enforcement is disabled and hasn't been changed since."""
    if not has_permission("admin") or value_or_none(organization.sso) is not False:
        return None
    with suppress(StoreError):
        note = portal().store.rotations.get_disabled_enforcement(organization.id)
        return None if note is None else _check_disabled_enforcement(organization.id, note)
    return None


def _check_disabled_enforcement(organization_id: str, note: DisabledEnforcement) -> DisabledEnforcement | None:
    """Check the note against the journal: the call may have failed, or enforcement may be enabled again."""
    wanted = JournalQuery(organization_id, endpoints=(), since=note.at, enforcement=True)
    entries = portal().store.journal.entries(wanted, limit=MAX_ENTRIES)
    own = next(
        (each for each in reversed(entries) if each.intent.owner == note.owner and _disables_enforcement(each)), None
    )
    if own is None or any(each.number > own.number and each.outcome.state is State.SAVED for each in entries):
        return None
    if own.outcome.state in MAYBE_SAVED:
        return note._replace(is_certain=False)
    return note if own.outcome.state is State.SAVED else None


def _disables_enforcement(entry: Entry) -> bool:
    return sent_values(entry.intent).get("sso") is False


def clear_if_enforced(organization: Organization) -> None:
    """Delete the note if the organization was just read with enforcement enabled."""
    if value_or_none(organization.sso) is True and has_permission("admin"):
        dismiss_disabled_enforcement(organization.id)


def dismiss_disabled_enforcement(organization_id: str) -> None:
    """Delete the note after somebody has decided what to do."""
    with suppress(StoreError):
        portal().store.rotations.delete_disabled_enforcement(organization_id)
