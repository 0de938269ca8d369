"""An iCalendar file of reminders."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from icalendar import Alarm, Calendar, Event

from masthead.web.reminders import Reminder


def build_calendar(reminders: Sequence[Reminder], base: str, today: date) -> bytes:
    """Build a file with an event for each reminder, and alarms from `today` on. `base` is the address of the portal."""
    calendar = Calendar()
    calendar.add("prodid", "-//Masthead//Reminders//EN")
    calendar.add("version", "2.0")
    for reminder in reminders:
        calendar.add_component(_build_event(reminder, base, today))
    return bytes(calendar.to_ical())


def _build_event(reminder: Reminder, base: str, today: date) -> Event:
    event = Event()
    event.add("uid", f"{reminder.id}@masthead")
    event.add("dtstamp", datetime.now(UTC))
    event.add("dtstart", reminder.day)
    event.add("summary", reminder.title)
    event.add("description", reminder.advice)
    event.add("url", base + reminder.path)
    for before in map(timedelta, reminder.days):
        if reminder.day - before < today:
            continue
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("trigger", -before)
        alarm.add("description", reminder.sentence(reminder.day - before))
        event.add_component(alarm)
    return event
