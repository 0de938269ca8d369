"""Moments and spans of time as XML Schema writes them."""

import re
from datetime import UTC, datetime

from i18n import gettext, ngettext

_SPAN = re.compile(
    r"P(?=[\dT])(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,9})D)?"
    r"(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12})(?:\.\d{1,9})?S)?)?"
)


def parse_datetime(text: str) -> datetime:
    """An xs:dateTime in UTC; one without a zone is taken as UTC. Raises ValueError."""
    read = datetime.fromisoformat(text.strip())
    # fromisoformat takes a day alone for its midnight; an xs:dateTime has a time.
    if len(text.strip()) <= len("2026-01-01"):
        raise ValueError("a day, no moment")
    try:
        return read.astimezone(UTC) if read.tzinfo else read.replace(tzinfo=UTC)
    except OverflowError:
        raise ValueError("no moment of the calendar") from None


def describe_duration(text: str) -> str:
    """An xs:duration in words, such as `1 day, 12 hours`; empty for anything else."""
    found = _SPAN.fullmatch(text.strip())
    if not found:
        return ""
    years, months, days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    left = days * 86400 + hours * 3600 + minutes * 60 + seconds
    told = [
        ngettext("%(n)s year", "%(n)s years", years) if years else "",
        ngettext("%(n)s month", "%(n)s months", months) if months else "",
        ngettext("%(n)s day", "%(n)s days", left // 86400) if left // 86400 else "",
        ngettext("%(n)s hour", "%(n)s hours", left % 86400 // 3600) if left % 86400 // 3600 else "",
        ngettext("%(n)s minute", "%(n)s minutes", left % 3600 // 60) if left % 3600 // 60 else "",
        ngettext("%(n)s second", "%(n)s seconds", left % 60) if left % 60 else "",
    ]
    return ", ".join(filter(None, told)) or gettext("0 seconds")
