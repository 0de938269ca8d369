"""Reads spaces and share links site by site, as the API lists them, and finds links that are due for review."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from flask import url_for

from blueprints.organizations.overview import MAX_ITEMS, ListingPart, build_listing_part, build_listing_part_if_visible
from contract.publishing.share_links import LIST_SHARE_LINKS, ShareLink
from contract.publishing.site_spaces import LIST_SITE_SPACES, SiteSpace, SiteSpacesQuery
from contract.publishing.sites import Site
from contract.schema.endpoint import ListQuery
from contract.schema.fields import value_or_none
from masthead.client import CachedRead
from masthead.i18n import gettext, ngettext
from masthead.store.errors import StoreError
from masthead.store.notes import LinkNote, LinkPlace
from masthead.web.descriptions.labels import VISIBILITY
from masthead.web.directory.share_links import BY_LINK, SOON, Review, urgent_review
from masthead.web.frame.alerts import Alert, AlertLink
from masthead.web.frame.organization import has_permission, is_refresh_requested
from masthead.web.person.locale import today
from masthead.web.person.portal import api, portal

SITES = 6
"""The most sites read for one page, with two requests each. Further ones come from the cache."""
AT_ONCE = 3
"""Number of sites that are read in parallel, so that no request of the page has to queue."""


class SiteListings(NamedTuple):
    """A site, its spaces and share links; `links` is None if the person may not see them."""

    site: Site
    spaces: ListingPart[SiteSpace]
    links: ListingPart[ShareLink] | None

    @property
    def has_unreported_links(self) -> bool:
        """True if the API doesn't report the state of at least one link."""
        return any(value_or_none(link.active) is None for link in self.links.items) if self.links else False

    @property
    def active_links(self) -> int:
        return sum(value_or_none(link.active) is True for link in self.links.items) if self.links else 0


def read_site_listings(organization_id: str, sites: Sequence[Site]) -> list[SiteListings]:
    """Read the first SITES sites. The others come from the cache; those not in the cache are left out."""
    some, found = list(sites[:SITES]), list[SiteListings]()
    for begin in range(0, len(some), AT_ONCE):
        found += _read_sites(organization_id, some[begin : begin + AT_ONCE])
    return [*found, *_list_cached_sites(organization_id, sites[SITES:])]


def _site_reads(organization_id: str, site: Site) -> list[CachedRead[Any]]:
    """Build the reads for one site. Without the `createContent` permission, share links aren't requested."""
    ids, anew = (organization_id, site.id), is_refresh_requested()
    spaces: CachedRead[Any] = CachedRead(LIST_SITE_SPACES, ids, SiteSpacesQuery(limit=MAX_ITEMS), anew)
    return (
        [spaces, CachedRead(LIST_SHARE_LINKS, ids, ListQuery(limit=MAX_ITEMS), anew)]
        if has_permission("createContent")
        else [spaces]
    )


def _list_cached_sites(organization_id: str, sites: Sequence[Site]) -> Iterator[SiteListings]:
    """Yield the sites whose responses are all in the cache, at most a day old."""
    asked = [_site_reads(organization_id, site) for site in sites]
    known = iter(api().get_last_responses([each for reads in asked for each in reads]))
    for site, reads in zip(sites, asked, strict=True):
        answers = [found[0] for _ in reads if (found := next(known)) is not None]
        if len(answers) == len(reads):
            yield _build_site_listings(site, answers)


def _read_sites(organization_id: str, sites: Sequence[Site]) -> list[SiteListings]:
    asked = [_site_reads(organization_id, site) for site in sites]
    answers = iter(api().gather(*(each for reads in asked for each in reads)))
    return [
        _build_site_listings(site, [next(answers) for _ in reads]) for site, reads in zip(sites, asked, strict=True)
    ]


def _build_site_listings(site: Site, answers: Sequence[Any]) -> SiteListings:
    links = [build_listing_part_if_visible(each) for each in answers[1:]] or [None]
    return SiteListings(site, build_listing_part(answers[0]), links[0])


def site_alerts(organization_id: str, sites: Sequence[SiteListings]) -> Iterator[Alert]:
    """Yield alerts about links that have no effect, and about sites that are read by link but have no active one."""
    for each in sites:
        if each.links is None or not each.links.known:
            continue
        by_link = each.site.visibility == BY_LINK
        if each.active_links and not by_link:
            yield _ineffective_links_alert(organization_id, each)
        if by_link and not each.active_links and not each.links.more and not each.has_unreported_links:
            text = gettext(
                "Nobody can read %(site)s. Readers need a share link, and no share link is active.",
                site=each.site.title,
            )
            yield Alert("warn", text, "", (_site_link(organization_id, each.site),))


def _ineffective_links_alert(organization_id: str, each: SiteListings) -> Alert:
    label = gettext(VISIBILITY.get(each.site.visibility, (each.site.visibility,))[0])
    text = ngettext(
        "%(n)s active share link of %(site)s has no effect because the site's visibility is “%(visibility)s”.",
        "%(n)s active share links of %(site)s have no effect because the site's visibility is “%(visibility)s”.",
        each.active_links,
        site=each.site.title,
        visibility=label,
    )
    return Alert("warn", text, "", (_site_link(organization_id, each.site),))


def _site_link(organization_id: str, site: Site) -> AlertLink:
    view = "sites.edit" if has_permission("createContent") else "sites.show"
    return AlertLink(gettext("View who can read it"), url_for(view, organization_id=organization_id, site_id=site.id))


Notes = Mapping[LinkPlace, LinkNote]


class DueLinks(NamedTuple):
    """Numbers of share links: all, those overdue for review, and those due soon."""

    links: int
    overdue: int
    soon: int


class CheckedPart(NamedTuple):
    """The result of a check. `checked` describes how much was checked, `unread` what could not be read.

    `age` is the age of the oldest response, in seconds.
    """

    alerts: Sequence[Alert] = ()
    checked: str = ""
    unread: Sequence[str] = ()
    age: float = 0.0


def read_notes(organization_id: str) -> Notes | None:
    """Read the notes on all of an organization's links; None if they can't be read."""
    try:
        return portal().store.link_notes.for_site(organization_id)
    except StoreError:
        return None


def check_links(organization_id: str, sites: Sequence[SiteListings], notes: Notes | None) -> CheckedPart:
    """Check for links due for review, on sites whose links this person may see."""
    shown = [each for each in sites if each.links is not None]
    found = _count_due_links(organization_id, shown, notes or {})
    unread = [each.site.title for each in shown if each.links is None or not each.links.known or each.links.more]
    return CheckedPart(
        list(_due_link_alerts(organization_id, found)),
        ngettext("%(n)s share link", "%(n)s share links", found.links) if shown else "",
        [
            *(gettext("all share links of %(title)s", title=title) for title in unread),
            *([gettext("review dates of share links")] if notes is None else []),
        ],
        max((each.links.age for each in shown if each.links), default=0.0),
    )


def _count_due_links(organization_id: str, sites: Sequence[SiteListings], notes: Notes) -> DueLinks:
    listed = [(each.site.id, link) for each in sites if each.links for link in each.links.items]
    day = today()
    found = Counter(urgent_review(link, _due_date(organization_id, site, link, notes), day) for site, link in listed)
    return DueLinks(len(listed), found[Review.OVERDUE], found[Review.SOON])


def _due_date(organization_id: str, site: str, link: ShareLink, notes: Notes) -> date | None:
    note = notes.get(LinkPlace(organization_id, site, link.id))
    return note.due if note else None


def _due_link_alerts(organization_id: str, found: DueLinks) -> Iterator[Alert]:
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
        yield Alert("warn", text, "", (_register_link(organization_id, state="on", due="soon"),))


def _register_link(organization_id: str, *, due: str, state: str | None = None) -> AlertLink:
    at = url_for("link_register.index", organization_id=organization_id, state=state, due=due)
    return AlertLink(gettext("View share links"), at)


def count_label(some: int, things: str, *, more: bool = False) -> str:
    """Return `3 of 38 share links` for `38 share links`. `more` adds “more”, for when others were already listed."""
    if more:
        return gettext("%(some)s more of %(things)s", some=some, things=things)
    return gettext("%(some)s of %(things)s", some=some, things=things)
