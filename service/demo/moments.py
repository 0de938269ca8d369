"""Times in the demo world, relative to when it is created, so that it never looks old."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from service.http.request_context import format_time

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Moments:
    """`now` is when the demo world is written."""

    now: datetime

    def ago(self, days: float) -> datetime:
        return self.now - timedelta(days=days)

    def timestamp_ago(self, days: float) -> str:
        return format_time(self.ago(days))


@cache
def read_by_organization(name: str) -> dict[str, Any]:
    """A data file, by organization id."""
    told: dict[str, Any] = from_json((HERE / f"{name}.json").read_bytes())
    return told
