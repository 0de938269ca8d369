"""Days on which somebody has to act: on certificates, share links, access reviews and last days of access."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from flask import url_for

from contract.organization.organizations import Organization
from contract.organization.saml import LIST_SAML_PROVIDERS
from contract.publishing.share_links import LIST_SHARE_LINKS, ShareLink
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from contract.schema.fields import value_or_none
from masthead.client import Api, CachedRead, Forbidden, NotFound, Problem
from masthead.i18n import N_, gettext
from masthead.store.notes import LinkPlace
from masthead.web.forms.identity_providers import provider_card
from masthead.web.frame.alerts import AT_ONCE, SOONER, day_label, relative_day_label
from masthead.web.people.access_ends import access_reads, build_end_url, list_current_ends
from masthead.web.people.access_reviews import build_due_url, list_due_dates
from masthead.web.person.portal import portal

ALL = ListQuery(limit=LIMIT_MAX)
OPEN_REVIEW = (
    N_("Review the access of %(name)s (%(organization)s)"),
    N_("Decide who keeps access, then complete the review."),
)
NEXT_REVIEW = (
    N_("Start the next access review of %(name)s (%(organization)s)"),
    N_("The last one was due three months before."),
)


class Reminder(NamedTuple):
    """A day on which to act. People are reminded so many `days` before it. `id` is unique among reminders."""

    kind: str
    id: str
    day: date
    title: str
    advice: str
    organization: Organization
    path: str
    days: tuple[int, ...] = (AT_ONCE, 0)

    def stage(self, today: date) -> int | None:
        """Return the last of `days` that has come, or None if the first is still to come."""
        return min((days for days in self.days if (self.day - today).days <= days), default=None)

    def sentence(self, today: date) -> str:
        when = relative_day_label((self.day - today).days)
        return gettext("%(day)s (%(when)s): %(title)s", day=day_label(self.day), when=when, title=self.title)


class Reminders(NamedTuple):
    """Reminders, the next first, and the organizations that could not be read completely."""

    items: list[Reminder]
    unread: list[Organization]


class _UnreadError(Exception):
    """A part of the organization can't be read now."""


def list_reminders(api: Api, organizations: Sequence[Organization]) -> Reminders:
    """List all reminders in these organizations that the owner of the token may read."""
    items: list[Reminder] = []
    unread: list[Organization] = []
    for organization in organizations:
        try:
            for source in SOURCES:
                items += source(api, organization)
        except _UnreadError:
            unread.append(organization)
    return Reminders(sorted(items, key=lambda each: (each.day, each.title)), unread)


def _list_certificates(api: Api, organization: Organization) -> Iterator[Reminder]:
    (found,) = api.gather(CachedRead(LIST_SAML_PROVIDERS, (organization.id,), ALL))
    if isinstance(found, Problem):
        _check_problem(found)
        return
    coming = portal().store.rotations.next_certificates(organization.id)
    for provider in found.value.items:
        label, where = provider.label, organization.title
        path = url_for("sso_certificate.ask", organization_id=organization.id, provider_id=provider.id)
        if card := provider_card(provider):
            yield Reminder(
                "certificate",
                f"{card.sha256.replace(':', '').lower()}-{provider.id}",
                card.ends.astimezone(UTC).date(),
                gettext(
                    "The certificate of %(provider)s expires (%(organization)s)", provider=label, organization=where
                ),
                gettext(
                    "From %(ends)s UTC sign-in with it may fail. Replace it before then.", ends=f"{card.ends:%H:%M}"
                ),
                organization,
                path,
                (SOONER, AT_ONCE),
            )
        if following := coming.get(provider.id):
            yield Reminder(
                "next-certificate",
                f"next-{following.mark}-{provider.id}",
                following.due,
                gettext(
                    "The next certificate of %(provider)s is due (%(organization)s)", provider=label, organization=where
                ),
                gettext("The identity provider signs with it from this day. Use the next certificate."),
                organization,
                path,
            )


def _list_link_reviews(api: Api, organization: Organization) -> Iterator[Reminder]:
    notes = portal().store.link_notes.for_site(organization.id)
    due = {place: note.due for place, note in notes.items() if note.due is not None}
    sites = sorted({place.site for place in due})
    reads = [CachedRead(LIST_SHARE_LINKS, (organization.id, site), ALL) for site in sites]
    for site, found in zip(sites, api.gather(*reads), strict=True):
        if isinstance(found, Problem):
            _check_problem(found)
            continue
        for link in found.value.items:
            day = due.get(LinkPlace(organization.id, site, link.id))
            if day is not None and value_or_none(link.active) is not False:
                yield _link_review(organization, site, link, day)


def _link_review(organization: Organization, site: str, link: ShareLink, day: date) -> Reminder:
    return Reminder(
        "share-link",
        f"link-{link.id}-{site}",
        day,
        gettext(
            "Review the share link %(link)s (%(organization)s)",
            link=value_or_none(link.name) or link.id,
            organization=organization.title,
        ),
        gettext("Turn it off if nobody needs it any more, or choose a later day."),
        organization,
        url_for("share_links.show", organization_id=organization.id, site_id=site, link_id=link.id),
    )


def _list_access_reviews(_: Api, organization: Organization) -> Iterator[Reminder]:
    if getattr(organization.permissions, "admin", None) is not True:
        return
    for review, day in list_due_dates(portal().store.access_reviews.find(organization.id)):
        title, advice = OPEN_REVIEW if review.completed_at is None else NEXT_REVIEW
        yield Reminder(
            "access-review",
            f"access-{review.number}-{organization.id}",
            day,
            gettext(title, name=review.title, organization=organization.title),
            gettext(advice),
            organization,
            build_due_url(review),
        )


def _list_access_ends(api: Api, organization: Organization) -> Iterator[Reminder]:
    ends = portal().store.access_ends.find(organization.id)
    answers = api.gather(*access_reads(ends))
    for end in list_current_ends(ends, answers):
        yield Reminder(
            "access-end",
            "-".join(end.key),
            end.due,
            gettext(
                "The last day of %(title)s in %(place)s (%(organization)s)",
                title=end.title,
                place=end.place_title,
                organization=organization.title,
            ),
            gettext("Remove the access if nobody needs it any more, or choose a later day."),
            organization,
            build_end_url(end.key),
        )
    for each in answers:
        if isinstance(each, Problem):
            _check_problem(each)


def _check_problem(problem: Problem) -> None:
    """Pass over what this person may not read. Raises _UnreadError if it may be readable later."""
    if not isinstance(problem, (Forbidden, NotFound)):
        raise _UnreadError from problem


SOURCES: tuple[Callable[[Api, Organization], Iterator[Reminder]], ...] = (
    _list_certificates,
    _list_link_reviews,
    _list_access_reviews,
    _list_access_ends,
)
"""Each kind of reminder is a function in this list."""


def reminder_json(reminder: Reminder, today: date, base: str) -> dict[str, object]:
    """Build the JSON of a reminder. `base` is the address of the portal."""
    return {
        "kind": reminder.kind,
        "id": reminder.id,
        "day": reminder.day.isoformat(),
        "daysLeft": (reminder.day - today).days,
        "title": reminder.title,
        "advice": reminder.advice,
        "organization": {"id": reminder.organization.id, "title": reminder.organization.title},
        "url": base + reminder.path,
    }


def current_day() -> date:
    """Return today in UTC, in which certificates expire."""
    return datetime.now(UTC).date()
