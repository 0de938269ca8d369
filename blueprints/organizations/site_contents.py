"""Reads open change requests and share links. The API lists them site by site, so reads are limited."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from flask import url_for

from blueprints.organizations.overview import MAX_ITEMS, ListingPart, build_part, visible_part
from contract.publishing.share_links import LIST_SHARE_LINKS, ShareLink
from contract.publishing.site_spaces import LIST_SITE_SPACES, SiteSpace, SiteSpacesQuery
from contract.publishing.sites import Site
from contract.schema.fields import value_or_none
from contract.schema.listing import ListQuery
from masthead.client import CachedRead
from masthead.i18n import gettext, ngettext
from masthead.web.descriptions.visibility import VISIBILITY
from masthead.web.frame.alerts import Alert, AlertLink
from masthead.web.frame.organization import has_permission, is_refresh_requested
from masthead.web.person.portal import api

SITES = 6
"""The most sites read for one page, with two requests each. A longer page shows earlier sites from the cache."""
AT_ONCE = 3
"""Sites read in parallel: their requests stay below the number that a page sends without queueing."""
BY_LINK = "share-link"


class Inside(NamedTuple):
    """A site, its spaces and share links; `links` is None if this person may not see them."""

    site: Site
    spaces: ListingPart[SiteSpace]
    links: ListingPart[ShareLink] | None

    @property
    def parts(self) -> list[ListingPart[Any]]:
        return [part for part in (self.spaces, self.links) if part is not None]

    @property
    def open_requests(self) -> int:
        return sum(open_requests(self.spaces.items).values())

    @property
    def some_requests_unreported(self) -> bool:
        """True if the API omits the number of open change requests for any of its spaces."""
        spaces = [value_or_none(each.space) for each in self.spaces.items]
        return any(each is None or value_or_none(each.changeRequestsOpen) is None for each in spaces)

    @property
    def some_links_unreported(self) -> bool:
        """True if the API omits the state of any of its links."""
        return any(value_or_none(link.active) is None for link in self.links.items) if self.links else False

    @property
    def active_links(self) -> int:
        return sum(value_or_none(link.active) is True for link in self.links.items) if self.links else 0


class Insides(NamedTuple):
    """Several sites. A space that is on two of them counts once."""

    sites: Sequence[Inside]

    @property
    def requests(self) -> dict[str, int]:
        return {space: count for each in self.sites for space, count in open_requests(each.spaces.items).items()}

    @property
    def active_links(self) -> int:
        return sum(each.active_links for each in self.sites)

    @property
    def some_requests_unreported(self) -> bool:
        """True if more change requests may be open than are counted."""
        return any(each.some_requests_unreported for each in self.sites)

    @property
    def some_links_unreported(self) -> bool:
        """True if more links may be on than are counted."""
        return any(each.some_links_unreported for each in self.sites)

    @property
    def shows_links(self) -> bool:
        return any(each.links is not None for each in self.sites)

    @property
    def age(self) -> float:
        return max((part.age for each in self.sites for part in each.parts), default=0.0)

    @property
    def unread(self) -> list[str]:
        """Titles of sites with parts that could not be read."""
        return [each.site.title for each in self.sites if any(not part.known for part in each.parts)]

    @property
    def longer(self) -> list[str]:
        """Titles of sites with more spaces or share links than one request lists."""
        return [each.site.title for each in self.sites if any(part.more for part in each.parts)]


def read_inside(organization_id: str, sites: Sequence[Site], wanted: int = SITES) -> Insides:
    """Read the first SITES sites. Up to `wanted`, take further ones from the cache, and read at most SITES others."""
    some = list(sites[:SITES])
    found: list[Inside] = []
    for begin in range(0, len(some), AT_ONCE):
        found += _read_sites(organization_id, some[begin : begin + AT_ONCE])
    left = SITES
    for site in sites[SITES : max(SITES, wanted)]:
        known = _cached_inside(organization_id, site)
        if known is None and not left:
            break
        left -= known is None
        found += [known] if known else _read_sites(organization_id, [site])
    return Insides(found)


def read_for_today(organization_id: str, sites: Sequence[Site]) -> Insides:
    """Read the first SITES sites, and take the others from the cache if they are there."""
    known = (_cached_inside(organization_id, site) for site in sites[SITES:])
    return Insides([*read_inside(organization_id, sites[:SITES]).sites, *(each for each in known if each)])


def _site_reads(organization_id: str, site: Site) -> list[CachedRead[Any]]:
    """The reads of one site. Share links need the right to create content, so they aren't requested without it."""
    ids, anew = (organization_id, site.id), is_refresh_requested()
    spaces: CachedRead[Any] = CachedRead(LIST_SITE_SPACES, ids, SiteSpacesQuery(limit=MAX_ITEMS), anew)
    return (
        [spaces, CachedRead(LIST_SHARE_LINKS, ids, ListQuery(limit=MAX_ITEMS), anew)]
        if has_permission("createContent")
        else [spaces]
    )


def _cached_inside(organization_id: str, site: Site) -> Inside | None:
    """A site as read within the last day; None if any of its reads is not cached."""
    known = [api().last_known(each) for each in _site_reads(organization_id, site)]
    answers = [each[0] for each in known if each is not None]
    return _build_inside(site, answers) if len(answers) == len(known) else None


def _read_sites(organization_id: str, sites: Sequence[Site]) -> list[Inside]:
    asked = [_site_reads(organization_id, site) for site in sites]
    answers = iter(api().gather(*(each for reads in asked for each in reads)))
    return [_build_inside(site, [next(answers) for _ in reads]) for site, reads in zip(sites, asked, strict=True)]


def _build_inside(site: Site, answers: Sequence[Any]) -> Inside:
    links = [visible_part(each) for each in answers[1:]] or [None]
    return Inside(site, build_part(answers[0]), links[0])


def open_requests(spaces: Sequence[SiteSpace]) -> dict[str, int]:
    """Numbers of open change requests by space id, 0 if the API omits it."""
    known = [space for each in spaces if (space := value_or_none(each.space))]
    return {space.id: value_or_none(space.changeRequestsOpen) or 0 for space in known}


def site_alerts(organization_id: str, sites: Sequence[Inside]) -> Iterator[Alert]:
    """Alerts about links without effect, and about sites that need a link to be read and have none."""
    for each in sites:
        if each.links is None or not each.links.known:
            continue
        by_link = each.site.visibility == BY_LINK
        if each.active_links and not by_link:
            yield _ineffective_links_alert(organization_id, each)
        if by_link and not each.active_links and not each.links.more and not each.some_links_unreported:
            text = gettext(
                "Nobody can read %(site)s. Readers need a share link, and no share link is active.",
                site=each.site.title,
            )
            yield Alert("warn", text, "", (_site_link(organization_id, each.site),))


def _ineffective_links_alert(organization_id: str, each: Inside) -> Alert:
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
