"""What needs attention, by what it is about, and in how much of what there is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from i18n import gettext
from masthead.web.pages.alerts import URGENCY, Alert


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


def count_of(some: int, things: str, *, more: bool = False) -> str:
    """`3 of 38 share links`, of `things` that are `38 share links`; with `more`, those that are not named yet."""
    if more:
        return gettext("%(some)s more of %(things)s", some=some, things=things)
    return gettext("%(some)s of %(things)s", some=some, things=things)


def _urgency(alert: Alert) -> int:
    return URGENCY[alert.level]
