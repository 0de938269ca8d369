"""The deadlines of access reviews."""

import calendar
from datetime import date

MONTHS = 3
"""Months between the deadlines of two reviews."""


def next_due(due: date) -> date:
    """Return the same day three months later, or the last day of that month if it is shorter."""
    year, month = divmod(due.year * 12 + due.month - 1 + MONTHS, 12)
    return date(year, month + 1, min(due.day, calendar.monthrange(year, month + 1)[1]))
