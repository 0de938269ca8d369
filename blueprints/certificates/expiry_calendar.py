"""An iCalendar file with the days on which certificates expire."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from icalendar import Alarm, Calendar, Event

from blueprints.certificates.overview import CertificateRow
from masthead.i18n import gettext
from masthead.saml import CertificateSummary
from masthead.web.frame.alerts import AT_ONCE, SOONER

REMINDERS = (SOONER, AT_ONCE)
"""Days before expiry at which a calendar reminds."""


def build_calendar(lines: Sequence[CertificateRow]) -> bytes:
    """An iCalendar file with an event for each certificate's expiry, and reminders."""
    calendar = Calendar()
    calendar.add("prodid", "-//Masthead//Certificates//EN")
    calendar.add("version", "2.0")
    for line in lines:
        if line.card is not None:
            calendar.add_component(_certificate_event(line, line.card))
    return bytes(calendar.to_ical())


def _certificate_event(line: CertificateRow, card: CertificateSummary) -> Event:
    event = Event()
    event.add("uid", f"{card.sha256.replace(':', '').lower()}-{line.provider.id}@masthead")
    event.add("dtstamp", datetime.now(UTC))
    event.add("dtstart", card.ends.date())
    event.add(
        "summary",
        gettext(
            "The certificate of %(provider)s expires (%(organization)s)",
            provider=line.provider.label,
            organization=line.organization.title,
        ),
    )
    event.add(
        "description",
        gettext("From %(ends)s UTC sign-in with it may fail. Replace it before then.", ends=f"{card.ends:%H:%M}"),
    )
    for days in REMINDERS:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("trigger", -timedelta(days=days))
        alarm.add(
            "description",
            gettext(
                "The certificate of %(provider)s expires in %(days)s days", provider=line.provider.label, days=days
            ),
        )
        event.add_component(alarm)
    return event
