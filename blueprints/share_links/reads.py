"""Reads a site, its share links, one of them, and colleagues' notes."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from pydantic import MISSING

from contract.publishing.share_links import (
    CREATE_SHARE_LINK,
    DELETE_SHARE_LINK,
    LIST_SHARE_LINKS,
    UPDATE_SHARE_LINK,
    ShareLink,
    ShareLinkCreate,
    ShareLinkUpdate,
)
from contract.publishing.sites import GET_SITE, Site
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from masthead.client import Cached, CachedRead, NotFound
from masthead.i18n import gettext
from masthead.resources import SHARE_LINK
from masthead.store.entries import Subject
from masthead.store.errors import StoreError
from masthead.store.notes import LinkNote, LinkPlace
from masthead.web.frame.organization import gather_in, is_refresh_requested, or_raise
from masthead.web.frame.pages import Feedback, Report
from masthead.web.person.portal import api, portal
from masthead.writes.send import Change


class LinkPage(NamedTuple):
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
        return [each for each in self.links if each.id != self.place.link]


def read_links(
    organization_id: str, site_id: str, query: ListQuery, *, anew: bool = False
) -> tuple[Cached[Site], Cached[Listing[ShareLink]]]:
    """Read the site, a page of its links and the organization in parallel."""
    ids = (organization_id, site_id)
    site, links = gather_in(
        organization_id,
        CachedRead(GET_SITE, ids, refresh=anew or is_refresh_requested()),
        CachedRead(LIST_SHARE_LINKS, ids, query, refresh=anew or is_refresh_requested()),
    )
    return or_raise(site), or_raise(links)


def read_link(organization_id: str, site_id: str, link_id: str, *, anew: bool = True) -> LinkPage:
    """Find one link of a site. Raises NotFound if it doesn't exist, another Problem if that isn't known."""
    place = LinkPlace(organization_id, site_id, link_id)
    site, links = read_links(organization_id, site_id, ListQuery(limit=LIMIT_MAX), anew=anew)
    everything = links.value.items
    if links.value.next is not MISSING:
        everything = list(api().walk(LIST_SHARE_LINKS, organization_id, site_id, query=ListQuery(limit=LIMIT_MAX)))
    found = next((link for link in everything if link.id == link_id), None)
    if found is None:  # the cached list may be older than the link
        if links.problem:
            raise links.problem
        if not anew:
            # Read again without the cache, which may be older than the link.
            return read_link(organization_id, site_id, link_id)
        raise NotFound(gettext("The site has no share link with this id."))
    return LinkPage(place, site.value, Cached(found, links.age, links.problem), everything, get_note(place))


def list_notes(organization_id: str, site_id: str | None = None) -> dict[LinkPlace, LinkNote]:
    """Notes by link; empty if they can't be read, so that links show without them."""
    with suppress(StoreError):
        return portal().store.link_notes.for_site(organization_id, site_id)
    return {}


def get_note(place: LinkPlace) -> LinkNote:
    """The note on one link; an empty one if there is none."""
    return list_notes(place.organization, place.site).get(place, LinkNote(place))


def link_label(link: ShareLink) -> str:
    """The link's name, else its id."""
    return link.id if link.name is MISSING or not link.name.strip() else link.name


def creation(organization_id: str, site: Site, body: ShareLinkCreate, instead_of: str = "") -> Change[ShareLink]:
    """Create a link. `instead_of` is the name of the link that it replaces, if any."""
    summary = gettext("Create the share link %(body)s of %(site)s", body=body.name, site=site.title)
    if instead_of:
        summary += gettext(", in place of %(instead_of)s", instead_of=instead_of)
    return Change(CREATE_SHARE_LINK, (organization_id, site.id), Subject(SHARE_LINK.one, "", body.name), summary, body)


def updating(place: LinkPlace, link: ShareLink, body: ShareLinkUpdate, summary: str) -> Change[ShareLink]:
    return Change(UPDATE_SHARE_LINK, place, _subject(link), summary, body, was=SHARE_LINK.settings_of(link))


def switching(place: LinkPlace, site_title: str, link: ShareLink, *, on: bool) -> Change[ShareLink]:
    """Switch the link on or off and change nothing else."""
    summary = (
        gettext("Switch on the share link %(link)s of %(site_title)s", link=link_label(link), site_title=site_title)
        if on
        else gettext(
            "Switch off the share link %(link)s of %(site_title)s", link=link_label(link), site_title=site_title
        )
    )
    return updating(place, link, ShareLinkUpdate(active=on), summary)


def is_switched(answer: ShareLink, *, on: bool) -> bool:
    """True if the response confirms the state or omits it."""
    active = value_or_none(answer.active)
    return active is None or active == on


def switch_report(name: str, answer: ShareLink, *, on: bool) -> Report:
    """A message that the link was switched, or that the response shows the opposite."""
    now, otherwise = ("on", "off") if on else ("off", "on")
    if is_switched(answer, on=on):
        return Report(Feedback.SAVED, gettext("%(name)s was switched %(now)s.", name=name, now=now))
    return Report(
        Feedback.NOT_SAVED,
        gettext(
            "%(name)s is still %(otherwise)s, although the API accepted the change.", name=name, otherwise=otherwise
        ),
    )


def deletion(place: LinkPlace, site_title: str, link: ShareLink) -> Change[None]:
    summary = gettext("Delete the share link %(link)s of %(site_title)s", link=link_label(link), site_title=site_title)
    return Change(DELETE_SHARE_LINK, place, _subject(link), summary, was=SHARE_LINK.settings_of(link))


def _subject(link: ShareLink) -> Subject:
    return Subject(SHARE_LINK.one, link.id, link_label(link))
