"""Rates such as `10/minute` or `5 per 2 hours; 20/day`."""

import re
from typing import NamedTuple

_SECONDS = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 24 * 3600,
    "month": 30 * 24 * 3600,
    "year": 360 * 24 * 3600,
}
_RATE = re.compile(rf"\s*(\d+)\s*(?:/|per\b)\s*(\d*)\s*({'|'.join(_SECONDS)})s?\s*", re.IGNORECASE | re.ASCII)


class Rate(NamedTuple):
    times: int
    seconds: int


def parse_rates(text: str) -> list[Rate]:
    """Parse rates that all apply. Raises ValueError."""
    return [_parse(each) for each in re.split("[,;|]", text)]


def _parse(text: str) -> Rate:
    found = _RATE.fullmatch(text)
    if found is None:
        raise ValueError(text)
    times, multiple, unit = found.groups()
    return Rate(int(times), int(multiple or 1) * _SECONDS[unit.lower()])
