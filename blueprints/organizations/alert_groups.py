"""Groups of alerts by subject, and counts of what was checked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from i18n import gettext
from masthead.web.frame.alerts import URGENCY, Alert


@dataclass(frozen=True, slots=True)
class AlertGroup:
    """Alerts about one subject, most urgent first."""

    title: str
    alerts: Sequence[Alert]


@dataclass(frozen=True, slots=True)
class CheckedPart:
    """The result of a check. `checked` says in words how much was checked, `unread` what could not be read.

    `age` is that of the oldest response, in seconds.
    """

    title: str
    alerts: Sequence[Alert] = ()
    checked: str = ""
    unread: Sequence[str] = ()
    age: float = 0.0


def alert_groups(found: Mapping[str, Iterable[Alert]]) -> list[AlertGroup]:
    """Build the groups that have alerts, most urgent first, from alerts by title."""
    groups = [AlertGroup(title, sorted(alerts, key=_urgency)) for title, alerts in found.items()]
    return sorted((each for each in groups if each.alerts), key=lambda group: _urgency(group.alerts[0]))


def count_of(some: int, things: str, *, more: bool = False) -> str:
    """`3 of 38 share links`, for `things` like `38 share links`. `more`: some were already listed."""
    if more:
        return gettext("%(some)s more of %(things)s", some=some, things=things)
    return gettext("%(some)s of %(things)s", some=some, things=things)


def _urgency(alert: Alert) -> int:
    return URGENCY[alert.level]
