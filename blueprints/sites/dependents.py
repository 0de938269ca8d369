"""The dependents of a site that is to be deleted or changed: address, share links, spaces, groups, landing content."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from flask import url_for
from pydantic import MISSING

from contract.organization.organizations import Organization
from contract.publishing.section_groups import LIST_SECTION_GROUPS, SiteSectionGroup
from contract.publishing.share_links import LIST_SHARE_LINKS, ShareLink
from contract.publishing.site_spaces import LIST_SITE_SPACES, SiteSpace, SiteSpacesQuery
from contract.publishing.sites import Site
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery
from masthead.client import Api, Problem, Read
from masthead.i18n import gettext, ngettext
from masthead.web.directory.share_links import is_open_by_link_only, is_unreadable_by_listing
from masthead.web.forms.consequences import (
    Consequence,
    describe_truncation,
    notable_consequence,
    serious_consequence,
    site_address,
    unread_consequence,
    unreported_consequence,
)

T = TypeVar("T")
BY_SHARE_LINK = "share-link"


def find_site_dependents(api: Api, organization: Organization, site: Site, visibility: str = "") -> list[Consequence]:
    """List what belongs to a site or refers to it, up to one page of each kind."""
    ids = (organization.id, site.id)
    query = ListQuery(limit=LIMIT_MAX)
    links, spaces, groups = api.gather(
        Read(LIST_SHARE_LINKS, ids, query),
        Read(LIST_SITE_SPACES, ids, SiteSpacesQuery(limit=LIMIT_MAX)),
        Read(LIST_SECTION_GROUPS, ids, query),
    )
    return [
        *find_link_dependents(organization.id, site, links, visibility),
        *_site_address_dependents(organization, site),
        *_landing_site_dependents(organization, site),
        *_listing_dependents(gettext("spaces"), spaces, _describe_spaces),
        *_listing_dependents(gettext("section groups"), groups, _describe_groups),
    ]


def find_link_dependents(
    organization_id: str, site: Site, links: Listing[ShareLink] | Problem, visibility: str = ""
) -> list[Consequence]:
    """Describe a site's share links. Serious if the new `visibility` means that nobody can read the site."""
    what = gettext("share links")
    way = [(gettext("Share links"), url_for("share_links.index", organization_id=organization_id, site_id=site.id))]
    then = site.model_copy(update={"visibility": visibility or site.visibility})
    if visibility and is_open_by_link_only(then):
        if isinstance(links, Problem):
            return [unread_consequence(what, links, is_affected=True)]
        if is_unreadable_by_listing(then, links):
            text = gettext("Nobody can read %(site)s then, because no share link is active", site=site.title)
            return [serious_consequence(text, way)]
    return _listing_dependents(what, links, _describe_active_links, way, _may_have_active_link)


def _site_address_dependents(organization: Organization, site: Site) -> list[Consequence]:
    if not site.published:
        return [Consequence(gettext("The site isn't published, so readers have no address for it"))]
    address = site_address(site)
    if not address and site.visibility == BY_SHARE_LINK:
        links = url_for("share_links.index", organization_id=organization.id, site_id=site.id)
        text = gettext("Readers can open the site with share links only")
        return [notable_consequence(text, [(gettext("Share links"), links)])]
    if not address:
        return [unreported_consequence(gettext("The address at which the site is published"))]
    return [notable_consequence(gettext("The site is published at this address"), [(address, address)])]


def _landing_site_dependents(organization: Organization, site: Site) -> list[Consequence]:
    content = organization.defaultContent
    if content is MISSING or content.site != site.id:
        return [Consequence(gettext("Members of the organization don't see this site first"))]
    place = url_for("settings.show", organization_id=organization.id, _anchor="part-content")
    return [
        notable_consequence(
            gettext("Members of the organization see this site first"), [(gettext("Landing content"), place)]
        )
    ]


def _may_have_active_link(links: Sequence[ShareLink]) -> bool:
    return any(link.active is not False for link in links)


def _describe_active_links(links: Sequence[ShareLink]) -> str:
    number = sum(1 for link in links if link.active is True)
    silent = sum(1 for link in links if link.active is MISSING)
    text = gettext("No share links are switched on")
    if number:
        text = ngettext("%(n)s share link is switched on", "%(n)s share links are switched on", number)
    if not silent:
        return text
    return gettext("%(told)s. For %(unreported)s more, that isn't shown", told=text, unreported=silent)


def _describe_spaces(spaces: Sequence[SiteSpace]) -> str:
    if not spaces:
        return gettext("No spaces are on this site")
    for_some = sum(1 for space in spaces if space.condition is not MISSING)
    text = ngettext("%(n)s space is on this site", "%(n)s spaces are on this site", len(spaces))
    if not for_some:
        return text
    return gettext("%(told)s, %(for_some)s of them only for some readers", told=text, for_some=for_some)


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
    return [found, *describe_truncation(listing, what)]
