"""Formats numbers, dates, times, ages and lists in the current language, with Babel."""

from collections.abc import Sequence
from datetime import date, datetime, time
from functools import lru_cache

from babel import dates, lists, numbers

from i18n.languages import ENGLISH, language, locale_of

ENGLISH_DATE, ENGLISH_TIME = "d MMM y", {"short": "HH:mm", "medium": "HH:mm:ss"}
"""English formats of docs/guide/style.md. Babel's would be American."""
WEEK_IS_LONG = 1.5
"""An age below 1.5 units is given in the next smaller unit, so that "1 year" doesn't follow "15 months"."""
KEPT = 4096
"""Cache size: Babel takes longer than the rest of a row, and rows share many values."""


def format_number(number: float, decimals: int = 0) -> str:
    """Format a number: `1,000`, `1,234.5`."""
    return _number(number, decimals, language())


def format_date(day: date) -> str:
    """Format a date: `3 Apr 2023`."""
    return _date(day.year, day.month, day.day, language())


def format_time(at: datetime, *, seconds: bool = False) -> str:
    """Format a time: `14:05`, `14:05:30`."""
    return _time(at.hour, at.minute, at.second if seconds else None, language())


def format_moment(at: datetime) -> str:
    """Format a date and time: `3 Apr 2023, 14:05`."""
    together = str(locale_of(language()).datetime_formats["medium"])
    return together.format(format_time(at), format_date(at))


def format_age(seconds: float) -> str:
    """Format an age: `40 seconds ago`, `3 hours ago`."""
    return _age(round(seconds), language())


def join_and(words: Sequence[str]) -> str:
    """Join all items: `Ada, Grace, and Lin`; empty for none."""
    return str(lists.format_list(words, locale=locale_of(language())))


def join_or(words: Sequence[str]) -> str:
    """Join alternatives: `Admin or Creator`; empty for none."""
    return str(lists.format_list(words, "or", locale=locale_of(language())))


@lru_cache(KEPT)
def _age(seconds: int, tag: str) -> str:
    locale = locale_of(tag)
    return str(dates.format_timedelta(-seconds, add_direction=True, locale=locale, threshold=WEEK_IS_LONG))


@lru_cache(KEPT)
def _number(number: float, decimals: int, tag: str) -> str:
    pattern = "#,##0." + decimals * "0" if decimals else None
    return str(numbers.format_decimal(number, pattern, locale=locale_of(tag)))


@lru_cache(KEPT)
def _date(year: int, month: int, day: int, tag: str) -> str:
    locale = locale_of(tag)
    pattern = ENGLISH_DATE if locale.language == ENGLISH else "medium"
    return str(dates.format_date(date(year, month, day), pattern, locale=locale))


@lru_cache(KEPT)
def _time(hour: int, minute: int, second: int | None, tag: str) -> str:
    locale = locale_of(tag)
    length = "short" if second is None else "medium"
    pattern = ENGLISH_TIME[length] if locale.language == ENGLISH else length
    return str(dates.format_time(time(hour, minute, second or 0), pattern, locale=locale))
