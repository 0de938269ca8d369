"""What needs attention, by what it is about, and in how much of what there is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from web.pages.alerts import URGENCY, Alert


@dataclass(frozen=True, slots=True)
class AlertGroup:
    """Alerts about one thing, the most urgent first."""

    title: str
    alerts: Sequence[Alert]


@dataclass(frozen=True, slots=True)
class CheckedPart:
    """What came of looking at something: `checked` says in words at how much, `unread` what could not be read.

    `age` in seconds is that of the oldest answer.
    """

    title: str
    alerts: Sequence[Alert] = ()
    checked: str = ""
    unread: Sequence[str] = ()
    age: float = 0.0


def alert_groups(found: Mapping[str, Iterable[Alert]]) -> list[AlertGroup]:
    """Those with an alert, the group with the most urgent one first."""
    groups = [AlertGroup(title, sorted(alerts, key=_urgency)) for title, alerts in found.items()]
    return sorted((each for each in groups if each.alerts), key=lambda group: _urgency(group.alerts[0]))


def count_of(some: int, all_: int, one: str, many: str, among: str = "", *, more: bool = False) -> str:
    """`3 of 38 share links`; with `among`, `3 of the first 100 sites`; with `more`, those that are not named yet."""
    return f"{some}{' more' if more else ''} of {among}{all_:,} {one if all_ == 1 else many}"


def _urgency(alert: Alert) -> int:
    return URGENCY[alert.level]
