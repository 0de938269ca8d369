"""Reads a site, its share links, one of them, and colleagues' notes."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from pydantic import MISSING

from contract.publishing.share_links import LIST_SHARE_LINKS, ShareLink
from contract.publishing.sites import GET_SITE, Site
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from i18n import gettext
from masthead.client import Cached, CachedRead, NotFound
from masthead.store.errors import StoreError
from masthead.store.notes.link_notes import LinkNote, LinkPlace
from masthead.web.frame.organization import or_raise, organization_read, refreshing, set_organization
from masthead.web.person.portal import api, portal


@dataclass(frozen=True, slots=True)
class LinkPage:
    """A link with its site and note. `link` may be from the cache: then its `problem` is set.

    `links` has all links of the site.
    """

    place: LinkPlace
    site: Site
    link: Cached[ShareLink]
    links: Sequence[ShareLink]
    note: LinkNote

    @property
    def others(self) -> list[ShareLink]:
        """All other links of the site."""
        return [each for each in self.links if each.id != self.place.link]


def links_of(
    organization_id: str, site_id: str, query: ListQuery, *, anew: bool = False
) -> tuple[Cached[Site], Cached[Listing[ShareLink]]]:
    """Read the site, a page of its links and the organization in parallel."""
    ids = (organization_id, site_id)
    organization, site, links = api().gather(
        organization_read(organization_id),
        CachedRead(GET_SITE, ids, refresh=anew or refreshing()),
        CachedRead(LIST_SHARE_LINKS, ids, query, refresh=anew or refreshing()),
    )
    set_organization(organization)
    return or_raise(site), or_raise(links)


def link_of(organization_id: str, site_id: str, link_id: str, *, anew: bool = True) -> LinkPage:
    """Find one link of a site. Raises NotFound if it doesn't exist, another Problem if that isn't known."""
    place = LinkPlace(organization_id, site_id, link_id)
    site, links = links_of(organization_id, site_id, ListQuery(limit=LIMIT_MAX), anew=anew)
    everything = links.value.items
    if links.value.next is not MISSING:
        everything = list(api().walk(LIST_SHARE_LINKS, organization_id, site_id, query=ListQuery(limit=LIMIT_MAX)))
    found = next((link for link in everything if link.id == link_id), None)
    if found is None:  # the cached list may be older than the link
        if links.problem:
            raise links.problem
        if not anew:
            # Read again without the cache, which may be older than the link.
            return link_of(organization_id, site_id, link_id)
        raise NotFound(gettext("The site has no share link with this id."))
    return LinkPage(place, site.value, Cached(found, links.age, links.problem), everything, note_of(place))


def notes_of(organization_id: str, site_id: str | None = None) -> dict[LinkPlace, LinkNote]:
    """Notes by link; empty if they can't be read, so that links show without them."""
    with suppress(StoreError):
        return portal().store.link_notes.for_site(organization_id, site_id)
    return {}


def note_of(place: LinkPlace) -> LinkNote:
    """The note on one link; an empty one if there is none."""
    return notes_of(place.organization, place.site).get(place, LinkNote(place))
