"""What depends on something that is about to change: found by reading, each told as checked, untold or not checked."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from flask import url_for
from pydantic import MISSING

from contract.organization.organizations import Organization
from contract.publishing.section_groups import LIST_SECTION_GROUPS, SiteSectionGroup
from contract.publishing.share_links import LIST_SHARE_LINKS, ShareLink
from contract.publishing.site import Site
from contract.publishing.site_spaces import LIST_SITE_SPACES, SiteSpace, SiteSpacesQuery
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from i18n import gettext, ngettext
from masthead.client import Api, Forbidden, Problem, Read
from masthead.web.directory.link_readers import is_unreadable_by, opens_by_link_alone
from masthead.web.forms.consequences import Consequence, Look, serious

T = TypeVar("T")
BETWEEN = re.compile(r"[./:?#]+")
BY_SHARE_LINK = "share-link"


def unread_consequence(what: str, problem: Problem, *, is_affected: bool = False) -> Consequence:
    """Say that something could not be read, and why."""
    look = Look.UNTOLD if isinstance(problem, Forbidden) else Look.FAILED
    return Consequence(f"{what[:1].upper()}{what[1:]}: {gettext(problem.words)}", look, is_affected=is_affected)


def hostname_dependents(organization: Organization, sites: Listing[Site] | Problem) -> list[Consequence]:
    """List the sites with the organization's hostname in the address for readers."""
    if isinstance(sites, Problem):
        return [unread_consequence(gettext("addresses of the sites"), sites)]
    hostname = "" if organization.hostname is MISSING else organization.hostname
    published = [site for site in sites.items if site.published]
    having = [site for site in published if hostname and hostname in BETWEEN.split(_site_url(site))]
    own = [site for site in having if site.hostname is not MISSING or site.proxy is not MISSING]
    changing = [site for site in having if site not in own]
    untold = [site for site in published if not _site_url(site)]
    found = [
        Consequence(
            ngettext(
                "%(n)s site has the hostname in the address", "%(n)s sites have the hostname in the address", changes
            )
            if (changes := len(changing))
            else gettext("No sites have the hostname in the address"),
            links=_site_links(organization, changing),
            is_affected=bool(changing),
        )
    ]
    if own:
        text = ngettext(
            "%(n)s site has it in its own hostname or path, which doesn't change",
            "%(n)s sites have it in their own hostname or path, which doesn't change",
            len(own),
        )
        found.append(Consequence(text, links=_site_links(organization, own)))
    if untold:
        text = ngettext(
            "%(n)s site has an address that the API doesn't report",
            "%(n)s sites have an address that the API doesn't report",
            len(untold),
        )
        found.append(Consequence(text, Look.UNTOLD, _site_links(organization, untold)))
    return [*found, *_more_dependents(sites, "sites")]


def landing_content_dependents(organization: Organization, sites: Listing[Site] | Problem) -> list[Consequence]:
    """Name the site that members see first now."""
    content = organization.defaultContent
    if content is MISSING or content.site is MISSING:
        return [Consequence(gettext("Members currently see no particular site first"))]
    titles = {} if isinstance(sites, Problem) else {site.id: site.title for site in sites.items}
    place = url_for("sites.show", organization_id=organization.id, site_id=content.site)
    links = [(titles.get(content.site, content.site), place)]
    return [Consequence(gettext("Members currently see this site first"), links=links, is_affected=True)]


def site_dependents(api: Api, organization: Organization, site: Site, visibility: str = "") -> list[Consequence]:
    """List what belongs to a site or names it: up to a page of each. `visibility` is the new one, if it changes."""
    ids = (organization.id, site.id)
    query = ListQuery(limit=LIMIT_MAX)
    links, spaces, groups = api.gather(
        Read(LIST_SHARE_LINKS, ids, query),
        Read(LIST_SITE_SPACES, ids, SiteSpacesQuery(limit=LIMIT_MAX)),
        Read(LIST_SECTION_GROUPS, ids, query),
    )
    return [
        *link_dependents(organization.id, site, links, visibility),
        *_site_address_dependents(organization, site),
        *_landing_site_dependents(organization, site),
        *_listing_dependents(gettext("spaces"), spaces, _describe_spaces),
        *_listing_dependents(
            gettext("section groups"),
            groups,
            _describe_groups,
        ),
    ]


def link_dependents(
    organization_id: str, site: Site, links: Listing[ShareLink] | Problem, visibility: str = ""
) -> list[Consequence]:
    """Describe the share links of a site. It is serious if a new `visibility` leaves no readers."""
    what = gettext("share links")
    way = [(gettext("Share links"), url_for("share_links.index", organization_id=organization_id, site_id=site.id))]
    then = site.model_copy(update={"visibility": visibility or site.visibility})
    if not visibility or not opens_by_link_alone(then):
        return _listing_dependents(what, links, _describe_active_links, way, _may_be_on)
    if isinstance(links, Problem):
        return [unread_consequence(what, links, is_affected=True)]
    if is_unreadable_by(then, links):
        return [
            serious(gettext("Nobody can read %(site)s then, because no share link is active", site=site.title), way)
        ]
    return _listing_dependents(what, links, _describe_active_links, way, _may_be_on)


def invite_dependents(organization: Organization) -> list[Consequence]:
    """Describe the invite links: the API reports only the switch for all of them."""
    settings = [(gettext("Settings"), url_for("settings.show", organization_id=organization.id, _anchor="part-access"))]
    text = (
        gettext("Invite links are switched on in the organization")
        if organization.inviteLinks
        else gettext("Invite links are switched off in the organization")
    )
    return [
        Consequence(text, links=settings),
        Consequence(gettext("Who has the link, and who joined with it"), Look.UNTOLD),
    ]


def _site_address_dependents(organization: Organization, site: Site) -> list[Consequence]:
    if not site.published:
        return [Consequence(gettext("The site isn't published, so readers have no address for it"))]
    address = _site_url(site)
    if not address and site.visibility == BY_SHARE_LINK:
        links = url_for("share_links.index", organization_id=organization.id, site_id=site.id)
        text = gettext("Readers can open the site with share links only")
        return [Consequence(text, links=[(gettext("Share links"), links)], is_affected=True)]
    if not address:
        return [Consequence(gettext("The address at which the site is published"), Look.UNTOLD)]
    return [Consequence(gettext("The site is published at this address"), links=[(address, address)], is_affected=True)]


def _landing_site_dependents(organization: Organization, site: Site) -> list[Consequence]:
    content = organization.defaultContent
    if content is MISSING or content.site != site.id:
        return [Consequence(gettext("Members of the organization don't see this site first"))]
    place = url_for("settings.show", organization_id=organization.id, _anchor="part-content")
    links = [(gettext("Landing content"), place)]
    return [Consequence(gettext("Members of the organization see this site first"), links=links, is_affected=True)]


def _may_be_on(links: Sequence[ShareLink]) -> bool:
    return any(link.active is not False for link in links)


def _describe_active_links(links: Sequence[ShareLink]) -> str:
    number = sum(1 for link in links if link.active is True)
    unreported = sum(1 for link in links if link.active is MISSING)
    told = (
        ngettext("%(n)s share link is switched on", "%(n)s share links are switched on", number)
        if number
        else gettext("No share links are switched on")
    )
    return (
        gettext("%(told)s. The API doesn't report it for %(unreported)s more", told=told, unreported=unreported)
        if unreported
        else told
    )


def _describe_spaces(spaces: Sequence[SiteSpace]) -> str:
    for_some = sum(1 for space in spaces if space.condition is not MISSING)
    told = (
        ngettext("%(n)s space is on this site", "%(n)s spaces are on this site", len(spaces))
        if spaces
        else gettext("No spaces are on this site")
    )
    return (
        gettext("%(told)s, %(for_some)s of them only for some readers", told=told, for_some=for_some)
        if for_some
        else told
    )


def _describe_groups(groups: Sequence[SiteSectionGroup]) -> str:
    if not groups:
        return gettext("No section groups are part of this site")
    return ngettext(
        "%(n)s section group is part of this site", "%(n)s section groups are part of this site", len(groups)
    )


def _listing_dependents(
    what: str,
    listing: Listing[T] | Problem,
    sentence: Callable[[Sequence[T]], str],
    links: Sequence[tuple[str, str]] = (),
    affected: Callable[[Sequence[T]], object] = bool,
) -> list[Consequence]:
    if isinstance(listing, Problem):
        return [unread_consequence(what, listing)]
    found = Consequence(sentence(listing.items), links=links, is_affected=bool(affected(listing.items)))
    return [found, *_more_dependents(listing, what)]


def _more_dependents(listing: Listing[T], what: str) -> list[Consequence]:
    if listing.next is MISSING:
        return []
    return [
        Consequence(
            gettext(
                "There are more %(what)s than the %(count)s that Masthead read", what=what, count=len(listing.items)
            ),
            Look.UNTOLD,
        )
    ]


def _site_links(organization: Organization, sites: Iterable[Site]) -> list[tuple[str, str]]:
    return [(site.title, url_for("sites.show", organization_id=organization.id, site_id=site.id)) for site in sites]


def _site_url(site: Site) -> str:
    urls = site.urls
    return "" if urls is MISSING or urls.published is MISSING else urls.published
