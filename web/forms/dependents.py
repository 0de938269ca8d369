"""What depends on something that is about to change: found by reading, each told as checked, untold or not checked."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from flask import url_for
from pydantic import MISSING

from client import Api, Forbidden, Problem, Read
from contract.organization.organizations import Organization
from contract.publishing.section_groups import LIST_SECTION_GROUPS, SiteSectionGroup
from contract.publishing.share_links import LIST_SHARE_LINKS, ShareLink
from contract.publishing.site import Site
from contract.publishing.site_spaces import LIST_SITE_SPACES, SiteSpace, SiteSpacesQuery
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery

T = TypeVar("T")
BETWEEN = re.compile(r"[./:?#]+")
BY_SHARE_LINK = "share-link"
HAVE = ("site has", "sites have")


class Look(StrEnum):
    """How far something could be looked at: FAILED may be over in a moment, UNTOLD stays."""

    CHECKED = "checked now"
    UNTOLD = "can't be checked"
    FAILED = "not checked"


@dataclass(frozen=True, slots=True)
class Dependent:
    """A sentence of what depends, or why that is not known; `links` are labels with addresses.

    `is_affected`: something does depend on it.
    """

    text: str
    look: Look = Look.CHECKED
    links: Sequence[tuple[str, str]] = ()
    is_affected: bool = False


def unchecked_dependents(dependents: Iterable[Dependent]) -> list[Dependent]:
    """Those that could not be looked at just now."""
    return [each for each in dependents if each.look is Look.FAILED]


def hostname_dependents(organization: Organization, sites: Listing[Site] | Problem) -> list[Dependent]:
    """The sites with the organization's hostname in the address at which readers find them."""
    if isinstance(sites, Problem):
        return [_unread_dependent("addresses of the sites", sites)]
    hostname = "" if organization.hostname is MISSING else organization.hostname
    published = [site for site in sites.items if site.published]
    having = [site for site in published if hostname and hostname in BETWEEN.split(_site_url(site))]
    own = [site for site in having if site.hostname is not MISSING or site.proxy is not MISSING]
    changing = [site for site in having if site not in own]
    untold = [site for site in published if not _site_url(site)]
    found = [
        Dependent(
            f"{_count_of(len(changing), *HAVE)} the hostname in the address",
            links=_site_links(organization, changing),
            is_affected=bool(changing),
        )
    ]
    if own:
        whose = "its" if len(own) == 1 else "their"
        text = f"{_count_of(len(own), *HAVE)} it in {whose} own hostname or path, which doesn't change"
        found.append(Dependent(text, links=_site_links(organization, own)))
    if untold:
        text = f"{_count_of(len(untold), *HAVE)} an address that the API doesn't report"
        found.append(Dependent(text, Look.UNTOLD, _site_links(organization, untold)))
    return [*found, *_more_dependents(sites, "sites")]


def landing_content_dependents(organization: Organization, sites: Listing[Site] | Problem) -> list[Dependent]:
    """The site that members see first until now."""
    content = organization.defaultContent
    if content is MISSING or content.site is MISSING:
        return [Dependent("Members currently see no particular site first")]
    titles = {} if isinstance(sites, Problem) else {site.id: site.title for site in sites.items}
    place = url_for("sites.show", organization_id=organization.id, site_id=content.site)
    links = [(titles.get(content.site, content.site), place)]
    return [Dependent("Members currently see this site first", links=links, is_affected=True)]


def site_dependents(api: Api, organization: Organization, site: Site) -> list[Dependent]:
    """All that a site carries, or that names it: read together, a page of each."""
    ids = (organization.id, site.id)
    place = url_for("share_links.index", organization_id=organization.id, site_id=site.id)
    query = ListQuery(limit=LIMIT_MAX)
    links, spaces, groups = api.gather(
        Read(LIST_SHARE_LINKS, ids, query),
        Read(LIST_SITE_SPACES, ids, SiteSpacesQuery(limit=LIMIT_MAX)),
        Read(LIST_SECTION_GROUPS, ids, query),
    )
    return [
        *_site_address_dependents(organization, site),
        *_landing_site_dependents(organization, site),
        *_listing_dependents("share links", links, _describe_active_links, [("Share links", place)], _may_be_on),
        *_listing_dependents("spaces", spaces, _describe_spaces),
        *_listing_dependents(
            "section groups",
            groups,
            lambda found: f"{_count_of(len(found), 'section group is', 'section groups are')} part of this site",
        ),
    ]


def invite_dependents(organization: Organization) -> list[Dependent]:
    """What the service tells of those who use an invite link: nothing but the switch for all of them."""
    settings = [("Settings", url_for("settings.show", organization_id=organization.id, _anchor="part-access"))]
    switch = "on" if organization.inviteLinks else "off"
    return [
        Dependent(f"Invite links are switched {switch} in the organization", links=settings),
        Dependent("Who has the link, and who joined with it", Look.UNTOLD),
    ]


def _site_address_dependents(organization: Organization, site: Site) -> list[Dependent]:
    if not site.published:
        return [Dependent("The site isn't published, so readers have no address for it")]
    address = _site_url(site)
    if not address and site.visibility == BY_SHARE_LINK:
        links = url_for("share_links.index", organization_id=organization.id, site_id=site.id)
        text = "Readers can open the site with share links only"
        return [Dependent(text, links=[("Share links", links)], is_affected=True)]
    if not address:
        return [Dependent("The address at which the site is published", Look.UNTOLD)]
    return [Dependent("The site is published at this address", links=[(address, address)], is_affected=True)]


def _landing_site_dependents(organization: Organization, site: Site) -> list[Dependent]:
    content = organization.defaultContent
    if content is MISSING or content.site != site.id:
        return [Dependent("Members of the organization don't see this site first")]
    place = url_for("settings.show", organization_id=organization.id, _anchor="part-content")
    links = [("Landing content", place)]
    return [Dependent("Members of the organization see this site first", links=links, is_affected=True)]


def _may_be_on(links: Sequence[ShareLink]) -> bool:
    return any(link.active is not False for link in links)


def _describe_active_links(links: Sequence[ShareLink]) -> str:
    number = sum(1 for link in links if link.active is True)
    unreported = sum(1 for link in links if link.active is MISSING)
    told = f"{_count_of(number, 'share link is', 'share links are')} switched on"
    return f"{told}. The API doesn't report it for {unreported} more" if unreported else told


def _describe_spaces(spaces: Sequence[SiteSpace]) -> str:
    for_some = sum(1 for space in spaces if space.condition is not MISSING)
    told = f"{_count_of(len(spaces), 'space is', 'spaces are')} on this site"
    return f"{told}, {for_some} of them only for some readers" if for_some else told


def _describe_groups(groups: Sequence[SiteSectionGroup]) -> str:
    return f"{_count_of(len(groups), 'section group is', 'section groups are')} part of this site"


def _listing_dependents(
    what: str,
    listing: Listing[T] | Problem,
    sentence: Callable[[Sequence[T]], str],
    links: Sequence[tuple[str, str]] = (),
    affected: Callable[[Sequence[T]], object] = bool,
) -> list[Dependent]:
    if isinstance(listing, Problem):
        return [_unread_dependent(what, listing)]
    found = Dependent(sentence(listing.items), links=links, is_affected=bool(affected(listing.items)))
    return [found, *_more_dependents(listing, what)]


def _more_dependents(listing: Listing[T], what: str) -> list[Dependent]:
    if listing.next is MISSING:
        return []
    return [Dependent(f"There are more {what} than the {len(listing.items)} that Masthead read", Look.UNTOLD)]


def _unread_dependent(what: str, problem: Problem) -> Dependent:
    look = Look.UNTOLD if isinstance(problem, Forbidden) else Look.FAILED
    return Dependent(f"{what[:1].upper()}{what[1:]}: {problem.words}", look)


def _count_of(number: int, one: str, several: str) -> str:
    return f"{number or 'No'} {one if number == 1 else several}"


def _site_links(organization: Organization, sites: Iterable[Site]) -> list[tuple[str, str]]:
    return [(site.title, url_for("sites.show", organization_id=organization.id, site_id=site.id)) for site in sites]


def _site_url(site: Site) -> str:
    urls = site.urls
    return "" if urls is MISSING or urls.published is MISSING else urls.published
