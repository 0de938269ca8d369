"""Finds share links that are due for review, from colleagues' notes and the API's state of each link."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from flask import url_for

from blueprints.organizations.site_contents import Inside
from contract.publishing.share_links import ShareLink
from masthead.i18n import gettext, ngettext
from masthead.store.errors import StoreError
from masthead.store.notes import LinkNote, LinkPlace
from masthead.web.directory.share_links import SOON, Review, urgent_review
from masthead.web.frame.alerts import URGENCY, Alert, AlertLink
from masthead.web.person.locale import today
from masthead.web.person.portal import portal

Notes = Mapping[LinkPlace, LinkNote]


class DueLinks(NamedTuple):
    """The number of links on the sites that were read, and of those due for review."""

    links: int
    overdue: int
    soon: int


class AlertGroup(NamedTuple):
    """Alerts about one subject, most urgent first."""

    title: str
    alerts: Sequence[Alert]


class CheckedPart(NamedTuple):
    """The result of a check. `checked` says in words how much was checked, `unread` what could not be read.

    `age` is that of the oldest response, in seconds.
    """

    title: str
    alerts: Sequence[Alert] = ()
    checked: str = ""
    unread: Sequence[str] = ()
    age: float = 0.0


def read_notes(organization_id: str) -> Notes | None:
    """Notes on all links of an organization; None if they can't be read."""
    try:
        return portal().store.link_notes.for_site(organization_id)
    except StoreError:
        return None


def check_links(organization_id: str, sites: Sequence[Inside], notes: Notes | None) -> CheckedPart:
    """Check for links due for review, on sites whose links this person may see."""
    shown = [each for each in sites if each.links is not None]
    found = _count(organization_id, shown, notes or {})
    unread = [each.site.title for each in shown if each.links is None or not each.links.known or each.links.more]
    return CheckedPart(
        gettext("Share links"),
        list(_alerts(organization_id, found)),
        ngettext("%(n)s share link", "%(n)s share links", found.links) if shown else "",
        [
            *(gettext("all share links of %(title)s", title=title) for title in unread),
            *([gettext("review dates of share links")] if notes is None else []),
        ],
        max((each.links.age for each in shown if each.links), default=0.0),
    )


def _count(organization_id: str, sites: Sequence[Inside], notes: Notes) -> DueLinks:
    listed = [(each.site.id, link) for each in sites if each.links for link in each.links.items]
    day = today()
    found = Counter(urgent_review(link, _due(organization_id, site, link, notes), day) for site, link in listed)
    return DueLinks(len(listed), found[Review.OVERDUE], found[Review.SOON])


def _due(organization_id: str, site: str, link: ShareLink, notes: Notes) -> date | None:
    note = notes.get(LinkPlace(organization_id, site, link.id))
    return note.due if note else None


def _alerts(organization_id: str, found: DueLinks) -> Iterator[Alert]:
    links = ngettext("%(n)s share link", "%(n)s share links", found.links)
    if found.overdue:
        review = AlertLink(
            gettext("Review overdue links"), url_for("link_register.ask_switch_off", organization_id=organization_id)
        )
        advice = gettext("Anyone with such a link can still read the site.")
        text = ngettext(
            "%(of)s is overdue for review and still on.",
            "%(of)s are overdue for review and still on.",
            found.overdue,
            of=count_label(found.overdue, links),
        )
        yield Alert("bad", text, advice, (review,))
    if found.soon:
        text = ngettext(
            "%(of)s has a review date within %(days)s days.",
            "%(of)s have a review date within %(days)s days.",
            found.soon,
            of=count_label(found.soon, links),
            days=SOON.days,
        )
        yield Alert("warn", text, "", (_register(organization_id, state="on", due="soon"),))


def _register(organization_id: str, *, due: str, state: str | None = None) -> AlertLink:
    at = url_for("link_register.index", organization_id=organization_id, state=state, due=due)
    return AlertLink(gettext("View share links"), at)


def alert_groups(found: Mapping[str, Iterable[Alert]]) -> list[AlertGroup]:
    """Build the groups that have alerts, most urgent first, from alerts by title."""
    groups = [AlertGroup(title, sorted(alerts, key=_urgency)) for title, alerts in found.items()]
    return sorted((each for each in groups if each.alerts), key=lambda group: _urgency(group.alerts[0]))


def count_label(some: int, things: str, *, more: bool = False) -> str:
    """`3 of 38 share links`, for `things` like `38 share links`. `more`: some were already listed."""
    if more:
        return gettext("%(some)s more of %(things)s", some=some, things=things)
    return gettext("%(some)s of %(things)s", some=some, things=things)


def _urgency(alert: Alert) -> int:
    return URGENCY[alert.level]
