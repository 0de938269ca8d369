"""The demo world: a company with its people, spaces and sites, and a second, unrelated organization."""

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from service.http.request_context import format_time

HERE = Path(__file__).parent

WRITTEN = date(2025, 11, 15)
"""The day after the newest time in the data files."""

_DAY = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}(?=T[0-9:.]+Z)")


@dataclass(frozen=True)
class Moments:
    """Times in the demo world: relative to `now`, or those of the data files, shifted by `days`."""

    now: datetime
    days: int = 0

    def ago(self, days: float) -> datetime:
        return self.now - timedelta(days=days)

    def timestamp_ago(self, days: float) -> str:
        return format_time(self.ago(days))

    def postpone(self, text: str) -> str:
        """Shift each time in a text by whole days, which preserves times of day and the order of events."""
        return _DAY.sub(lambda day: str(date.fromisoformat(day[0]) + timedelta(days=self.days)), text)

    def read(self, name: str) -> Any:  # noqa: ANN401 - whatever JSON the file holds
        """Read a data file. The result is cached, so don't change it."""
        return _read_data(name, self)


def from_today(now: datetime) -> Moments:
    """Return the moments of a demo world whose data files end yesterday."""
    return Moments(now, (now.date() - WRITTEN).days)


@cache
def _read_data(name: str, moments: Moments) -> Any:  # noqa: ANN401 - whatever JSON the file holds
    return from_json(moments.postpone((HERE / f"{name}.json").read_text(encoding="utf-8")))
