"""A site's share links: reads, changes, colleagues' notes, and creation with a review date."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import url_for
from pydantic import MISSING
from werkzeug.wrappers import Response

from blueprints.share_links.forms import NewLinkForm, NewLinkOfSiteForm
from contract.publishing.share_links import (
    DELETE_SHARE_LINK,
    LIST_SHARE_LINKS,
    UPDATE_SHARE_LINK,
    ShareLink,
    ShareLinkCreate,
    ShareLinkUpdate,
)
from contract.publishing.sites import GET_SITE, LIST_SITES, Site, SitesQuery
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.i18n import N_, gettext, sort_key
from masthead.resources import SHARE_LINK
from masthead.store.entries import Subject
from masthead.store.notes import LinkNote, LinkPlace
from masthead.web.descriptions.labels import MEANINGS, translate_rows
from masthead.web.directory.share_links import BY_LINK
from masthead.web.forms.forms import INVALID
from masthead.web.forms.share_links import build_link_creation, get_note, link_label, save_due_date
from masthead.web.frame.organization import gather_in_organization, is_refresh_requested, or_raise, read_in_organization
from masthead.web.frame.pages import Feedback, Report
from masthead.web.person.portal import api
from masthead.web.submit.submission import refuse_if_unread, save
from masthead.writes.send import Change

SWITCH_ON = N_("Switch on the share link %(link)s of %(site_title)s")
SWITCH_OFF = N_("Switch off the share link %(link)s of %(site_title)s")


class LinkPage(NamedTuple):
    """A link with its site and note. If `link` had to come from the cache, its `problem` is set.

    `links` has all of the site's links.
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
    site, links = gather_in_organization(
        organization_id,
        CachedRead(GET_SITE, ids, refresh=anew or is_refresh_requested()),
        CachedRead(LIST_SHARE_LINKS, ids, query, refresh=anew or is_refresh_requested()),
    )
    return or_raise(site), or_raise(links)


def read_link(organization_id: str, site_id: str, link_id: str, *, anew: bool = True) -> LinkPage:
    """Find one of a site's links. Raises NotFound if it doesn't exist, another Problem if that isn't known."""
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
        raise NotFound(gettext("The site has no such share link."))
    return LinkPage(place, site.value, Cached(found, links.age, links.problem), everything, get_note(place))


def build_link_update(place: LinkPlace, link: ShareLink, body: ShareLinkUpdate, summary: str) -> Change[ShareLink]:
    return Change(UPDATE_SHARE_LINK, place, _link_subject(link), summary, body, was=SHARE_LINK.settings_of(link))


def build_link_switch(place: LinkPlace, site_title: str, link: ShareLink, *, on: bool) -> Change[ShareLink]:
    """Build a change that only switches the link on or off."""
    summary = gettext(SWITCH_ON if on else SWITCH_OFF, link=link_label(link), site_title=site_title)
    return build_link_update(place, link, ShareLinkUpdate(active=on), summary)


def is_switch_confirmed(answer: ShareLink, *, on: bool) -> bool:
    """True if the response shows the requested state or omits it."""
    active = value_or_none(answer.active)
    return active is None or active == on


def switch_report(name: str, answer: ShareLink, *, on: bool) -> Report:
    """Report that the link was switched on or off, or that the response shows no change."""
    now, otherwise = ("on", "off") if on else ("off", "on")
    if is_switch_confirmed(answer, on=on):
        return Report(Feedback.SAVED, gettext("%(name)s was switched %(now)s.", name=name, now=now))
    return Report(
        Feedback.NOT_SAVED,
        gettext("%(name)s is still %(otherwise)s, although the change was accepted.", name=name, otherwise=otherwise),
    )


def build_link_deletion(place: LinkPlace, site_title: str, link: ShareLink) -> Change[None]:
    summary = gettext("Delete the share link %(link)s of %(site_title)s", link=link_label(link), site_title=site_title)
    return Change(DELETE_SHARE_LINK, place, _link_subject(link), summary, was=SHARE_LINK.settings_of(link))


def _link_subject(link: ShareLink) -> Subject:
    return Subject(SHARE_LINK.one, link.id, link_label(link))


NO_EFFECT = N_("A share link of this site has no effect.")
CHANGE_READERS = N_("To let people read it by link alone, change who can read the site.")


def create_link(form: NewLinkForm, organization_id: str, site: Cached[Site]) -> Response | None:
    """Create the link and save its review date, given a validated form. None if the form must be shown again."""
    if refuse_if_unread(form, site):
        return None
    form.inert = _no_effect_reason(site.value)

    def after(link: ShareLink) -> tuple[Report, str]:
        place = LinkPlace(organization_id, site.value.id, link.id)
        told = Report(Feedback.SAVED, gettext("%(link)s was created.", link=link_label(link)))
        made = url_for(
            "share_links.show",
            organization_id=organization_id,
            site_id=site.value.id,
            link_id=link.id,
            made=1,
            _anchor="details",
        )
        return told.followed_by(save_due_date(place, form.due.day)), made

    return save(form, build_link_creation(organization_id, site.value, ShareLinkCreate(name=form.name.wire)), after)


def _no_effect_reason(site: Site) -> str:
    """Explain why the site's links have no effect, with advice; empty if they have one."""
    if site.visibility == BY_LINK:
        return ""
    label, meaning = translate_rows(MEANINGS, 2).get(site.visibility, (site.visibility, ""))
    words = gettext(
        "A share link of %(site)s has no effect while its visibility is “%(visibility)s”.",
        site=site.title,
        visibility=label,
    )
    return " ".join(filter(None, (words, meaning, gettext(CHANGE_READERS))))


def read_selected_site(form: NewLinkOfSiteForm, organization_id: str) -> Cached[Site] | None:
    """Read the selected site, uncached. If it doesn't exist, set a form error and return None."""
    (answer,) = api().gather(CachedRead(GET_SITE, (organization_id, form.site.chosen), refresh=True))
    if isinstance(answer, NotFound):
        form.site.errors = [gettext("There is no such site, or you don't have access to it. Select another one.")]
        form.status = INVALID
        return None
    return or_raise(answer)


def offer_sites(form: NewLinkOfSiteForm, organization_id: str) -> None:
    """Fill the form's site picker with the first page of the site list and the person's directory."""
    sites = read_in_organization(
        organization_id, CachedRead(LIST_SITES, (organization_id,), SitesQuery(limit=LIMIT_MAX))
    )
    if not isinstance(sites, Problem):  # without a list, a site can still be entered by id or URL
        readers = translate_rows(MEANINGS, 2)
        # Sites that links open come first: there may be only a few.
        offered = sorted(sites.value.items, key=lambda at: (at.visibility != BY_LINK, sort_key(at.title)))
        form.site.known = tuple((site.id, _site_label(site, readers)) for site in offered)
        form.site.details = {site.id: _effect_label(site, readers) for site in sites.value.items}
    form.site.offer_known(organization_id)


def _site_label(site: Site, readers: Mapping[str, Sequence[str]]) -> str:
    """Label the site with its title and readers. “No effect” precedes them, since phones cut off the end."""
    label = readers.get(site.visibility, [site.visibility])[0]
    if site.visibility == BY_LINK:
        return f"{site.title} ({label})"
    return gettext("%(site)s (no effect: %(visibility)s)", site=site.title, visibility=label)


def _effect_label(site: Site, readers: Mapping[str, Sequence[str]]) -> str:
    meaning = readers.get(site.visibility, ["", ""])[1]
    if site.visibility == BY_LINK:
        return meaning
    return " ".join(filter(None, (gettext(NO_EFFECT), meaning)))
