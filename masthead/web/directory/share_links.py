"""Share links: which of them need attention, and whether a site can be read without them."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from enum import Enum, auto

from contract.publishing.share_links import ShareLink
from contract.publishing.sites import Site
from contract.schema.endpoint import Listing
from contract.schema.fields import value_or_none
from masthead.i18n import gettext
from masthead.store.errors import StoreError
from masthead.store.notes import LinkNote, LinkPlace
from masthead.web.frame.pages import Feedback, Report
from masthead.web.person.portal import portal

BY_LINK = "share-link"


def is_open_by_link_only(site: Site) -> bool:
    """Return whether the site is published and can only be read through share links."""
    return site.published is True and site.visibility == BY_LINK


def is_unreadable(site: Site, links: Sequence[ShareLink]) -> bool:
    """Return whether nobody can read the site. `links` must contain all of its share links."""
    return is_open_by_link_only(site) and are_all_inactive(links)


def are_all_inactive(links: Sequence[ShareLink]) -> bool:
    """Return whether all links are known to be off. A link with an unknown state may be on."""
    return all(value_or_none(link.active) is False for link in links)


def is_unreadable_by_listing(site: Site, listing: Listing[ShareLink]) -> bool:
    """Return whether nobody can read the site, given one page of links. False if there are more pages."""
    return not value_or_none(listing.next) and is_unreadable(site, listing.items)


def report_unreadable(report: Report, site: Site, others: Sequence[ShareLink]) -> Report:
    """Add a sentence to the report if nobody can read the site now that this link is closed."""
    if report.outcome is not Feedback.SAVED or not is_unreadable(site, others):
        return report
    return report.followed_by(
        gettext(" Nobody can read %(site)s now, because no share link is active.", site=site.title)
    )


SOON = timedelta(days=7)
OLD_DAYS = 365


class Review(Enum):
    """The urgency of a link's review. UNREPORTED: overdue if the link is on, which the API doesn't report."""

    OVERDUE = auto()
    UNREPORTED = auto()
    SOON = auto()


def urgent_review(link: ShareLink, due: date | None, day: date) -> Review | None:
    """Return how urgent the link's review, `due` on a given date, is on `day`. None if it isn't urgent."""
    on = value_or_none(link.active)
    if due is None or on is False:
        return None
    if due < day:
        return Review.OVERDUE if on else Review.UNREPORTED
    return Review.SOON if on and due <= day + SOON else None


def days_since_creation(link: ShareLink) -> int:
    return (datetime.now(UTC) - link.createdAt).days


def attention_rank(link: ShareLink, site: Site, due: date | None, day: date) -> tuple[int, datetime]:
    """Return a sort key: the most urgent links come first, links that are off come last."""
    review = urgent_review(link, due, day)
    if review is not None:
        return list(Review).index(review), link.createdAt
    is_off = value_or_none(link.active) is False
    return len(Review) + (0 if needs_attention(link, site, due, day) else 2 if is_off else 1), link.createdAt


def needs_attention(link: ShareLink, site: Site, due: date | None, day: date) -> bool:
    """Return whether the review is urgent, or the link is on but has no effect or is over a year old."""
    without_effect = site.visibility != BY_LINK
    return urgent_review(link, due, day) is not None or (
        value_or_none(link.active) is True and (without_effect or days_since_creation(link) > OLD_DAYS)
    )


def list_notes(organization_id: str, site_id: str | None = None) -> dict[LinkPlace, LinkNote]:
    """Return the notes by link. Empty if they can't be read, so that a page shows just the links."""
    with suppress(StoreError):
        return portal().store.link_notes.for_site(organization_id, site_id)
    return {}
