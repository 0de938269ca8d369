"""A new share link and its review date, made on the page of its site or for a site that is selected among all."""

from collections.abc import Mapping, Sequence

from flask import url_for
from werkzeug.wrappers import Response

from blueprints.share_links.changes import called, creation
from blueprints.share_links.forms import NewLinkForm, NewLinkOfSiteForm
from blueprints.share_links.reads import note_of
from contract.publishing.share_links import ShareLink, ShareLinkCreate
from contract.publishing.site import Site
from contract.publishing.sites import GET_SITE, LIST_SITES, SitesQuery
from contract.schema.listing import LIMIT_MAX
from i18n import N_, gettext, sort_key
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.store import LinkPlace, StoreError
from masthead.web.forms.forms import INVALID
from masthead.web.pages.feedback import Feedback, Report
from masthead.web.pages.labels import translated_rows
from masthead.web.pages.organization import or_raise, organization_read, set_organization
from masthead.web.pages.templating import date
from masthead.web.pages.visibility import MEANINGS
from masthead.web.person.access import person
from masthead.web.person.portal import api, portal
from masthead.web.saving.saving import save, unread

OPENED_BY_LINKS = "share-link"
NO_EFFECT = N_("A share link of this site has no effect.")
CHANGE_READERS = N_("To let people read it by link alone, change who can read the site.")


def create_link(form: NewLinkForm, organization_id: str, site: Cached[Site]) -> Response | None:
    """Send a validated form, and note when to review the link. None where the form is to be shown again."""
    if unread(form, site):
        return None
    form.inert = _why_inert(site.value)

    def after(link: ShareLink) -> tuple[Report, str]:
        place = LinkPlace(organization_id, site.value.id, link.id)
        told = Report(Feedback.SAVED, gettext("%(link)s was created.", link=called(link)))
        made = url_for(
            "share_links.show",
            organization_id=organization_id,
            site_id=site.value.id,
            link_id=link.id,
            made=1,
            _anchor="details",
        )
        return told.followed_by(_note_due(place, form)), made

    return save(form, creation(organization_id, site.value, ShareLinkCreate(name=form.name.wire)), after)


def _why_inert(site: Site) -> str:
    """Why a share link of the site has no effect, and what to do; empty where it has one."""
    if site.visibility == OPENED_BY_LINKS:
        return ""
    label, meaning = translated_rows(MEANINGS, 2).get(site.visibility, (site.visibility, ""))
    words = gettext(
        "A share link of %(site)s has no effect while its visibility is “%(visibility)s”.",
        site=site.title,
        visibility=label,
    )
    return " ".join(filter(None, (words, meaning, gettext(CHANGE_READERS))))


def _note_due(place: LinkPlace, form: NewLinkForm) -> str:
    """Note the review date, unless a colleague noted something of the link since; what to add to the message."""
    due, noted = form.due.day, note_of(place)
    if due is None or noted.due == due:
        return ""
    if noted.at:
        return gettext(" Its note was changed since, so Masthead didn't save your review date.")
    try:
        portal().store.link_notes.save(place, person().owner, note="", due=due)
    except StoreError:
        return gettext(" Masthead couldn't save the review date. Enter it below.")
    return gettext(" Review by %(day)s.", day=date(due))


def selected_site(form: NewLinkOfSiteForm, organization_id: str) -> Cached[Site] | None:
    """The site, read just now; None where there is none, which the form then says."""
    (answer,) = api().gather(CachedRead(GET_SITE, (organization_id, form.site.chosen), refresh=True))
    if isinstance(answer, NotFound):
        form.site.errors = [gettext("There is no such site, or you don't have access to it. Select another one.")]
        form.status = INVALID
        return None
    return or_raise(answer)


def offer_sites(form: NewLinkOfSiteForm, organization_id: str) -> None:
    """Offer the sites of the organization: those of its first page, and those that the person has seen."""
    organization, sites = api().gather(
        organization_read(organization_id), CachedRead(LIST_SITES, (organization_id,), SitesQuery(limit=LIMIT_MAX))
    )
    set_organization(organization)
    if not isinstance(sites, Problem):  # any site can be named by its id or address all the same
        readers = translated_rows(MEANINGS, 2)
        # Those that a link opens first, of which there may be few.
        offered = sorted(sites.value.items, key=lambda at: (at.visibility != OPENED_BY_LINKS, sort_key(at.title)))
        form.site.known = tuple((site.id, _named_with_readers(site, readers)) for site in offered)
        form.site.details = {site.id: _readers_and_effect(site, readers) for site in sites.value.items}
    form.site.look_in(organization_id)


def _named_with_readers(site: Site, readers: Mapping[str, Sequence[str]]) -> str:
    """The site, who can read it, and that a link has no effect there: first, since a phone cuts off the end."""
    label = readers.get(site.visibility, [site.visibility])[0]
    if site.visibility == OPENED_BY_LINKS:
        return f"{site.title} ({label})"
    return gettext("%(site)s (no effect: %(visibility)s)", site=site.title, visibility=label)


def _readers_and_effect(site: Site, readers: Mapping[str, Sequence[str]]) -> str:
    """The same in full, to stand below the field."""
    meaning = readers.get(site.visibility, ["", ""])[1]
    if site.visibility == OPENED_BY_LINKS:
        return meaning
    return " ".join(filter(None, (gettext(NO_EFFECT), meaning)))
