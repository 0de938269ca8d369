"""Which share links need attention: to be reviewed by now or soon, without effect, or on for long."""

from datetime import UTC, date, datetime, timedelta
from enum import Enum, auto

from contract.publishing.share_links import ShareLink
from contract.publishing.sites import Site
from contract.schema.fields import value_or_none
from masthead.web.directory.link_readers import BY_LINK

SOON = timedelta(days=7)
OLD_DAYS = 365


class Review(Enum):
    """How urgent the review of a link is; UNREPORTED is overdue if the link is on, which the API doesn't report."""

    OVERDUE = auto()
    UNREPORTED = auto()
    SOON = auto()


def urgent_review(link: ShareLink, due: date | None, day: date) -> Review | None:
    """How urgent the review of a link that is `due` is on this day; None where it isn't."""
    on = value_or_none(link.active)
    if due is None or on is False:
        return None
    if due < day:
        return Review.OVERDUE if on else Review.UNREPORTED
    return Review.SOON if on and due <= day + SOON else None


def days_since_creation(link: ShareLink) -> int:
    """How many days ago it was created."""
    return (datetime.now(UTC) - link.createdAt).days


def needs_attention(link: ShareLink, site: Site, due: date | None, day: date) -> bool:
    """Whether its review is urgent, or it is on without effect or for more than a year."""
    without_effect = site.visibility != BY_LINK
    return urgent_review(link, due, day) is not None or (
        value_or_none(link.active) is True and (without_effect or days_since_creation(link) > OLD_DAYS)
    )
