"""Creates a share link with a review date, from a site's page or with a choice of the site."""

from collections.abc import Mapping, Sequence

from flask import url_for
from werkzeug.wrappers import Response

from blueprints.share_links.forms import NewLinkForm, NewLinkOfSiteForm
from blueprints.share_links.reads import creation, get_note, link_label
from contract.publishing.share_links import ShareLink, ShareLinkCreate
from contract.publishing.sites import GET_SITE, LIST_SITES, Site, SitesQuery
from contract.schema.listing import LIMIT_MAX
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.i18n import N_, gettext, sort_key
from masthead.store.errors import StoreError
from masthead.store.notes import LinkPlace
from masthead.web.descriptions.labels import translated_rows
from masthead.web.descriptions.visibility import MEANINGS
from masthead.web.forms.forms import INVALID
from masthead.web.frame.organization import or_raise, read_in
from masthead.web.frame.pages import Feedback, Report
from masthead.web.frame.templating import date
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.submit.submission import refuse_unread, save

OPENED_BY_LINKS = "share-link"
NO_EFFECT = N_("A share link of this site has no effect.")
CHANGE_READERS = N_("To let people read it by link alone, change who can read the site.")


def create_link(form: NewLinkForm, organization_id: str, site: Cached[Site]) -> Response | None:
    """Save a validated form and the review date. None if the form has to be shown again."""
    if refuse_unread(form, site):
        return None
    form.inert = _why_inert(site.value)

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
        return told.followed_by(_note_due(place, form)), made

    return save(form, creation(organization_id, site.value, ShareLinkCreate(name=form.name.wire)), after)


def _why_inert(site: Site) -> str:
    """Why a link of the site has no effect, with advice; empty if it has one."""
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
    """Save the review date, unless a colleague saved a note since. Returns a sentence for the message."""
    due, noted = form.due.day, get_note(place)
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
    """Read the selected site, uncached. None if it doesn't exist; then the form says so."""
    (answer,) = api().gather(CachedRead(GET_SITE, (organization_id, form.site.chosen), refresh=True))
    if isinstance(answer, NotFound):
        form.site.errors = [gettext("There is no such site, or you don't have access to it. Select another one.")]
        form.status = INVALID
        return None
    return or_raise(answer)


def offer_sites(form: NewLinkOfSiteForm, organization_id: str) -> None:
    """Offer sites of the organization: the first page of the list, and those in the person's directory."""
    sites = read_in(organization_id, CachedRead(LIST_SITES, (organization_id,), SitesQuery(limit=LIMIT_MAX)))
    if not isinstance(sites, Problem):  # without a list, a site can still be entered by id or URL
        readers = translated_rows(MEANINGS, 2)
        # Sites that links open come first: there may be only a few.
        offered = sorted(sites.value.items, key=lambda at: (at.visibility != OPENED_BY_LINKS, sort_key(at.title)))
        form.site.known = tuple((site.id, _named_with_readers(site, readers)) for site in offered)
        form.site.details = {site.id: _readers_and_effect(site, readers) for site in sites.value.items}
    form.site.look_in(organization_id)


def _named_with_readers(site: Site, readers: Mapping[str, Sequence[str]]) -> str:
    """The site with its readers. “No effect” comes before them, as phones cut off the end."""
    label = readers.get(site.visibility, [site.visibility])[0]
    if site.visibility == OPENED_BY_LINKS:
        return f"{site.title} ({label})"
    return gettext("%(site)s (no effect: %(visibility)s)", site=site.title, visibility=label)


def _readers_and_effect(site: Site, readers: Mapping[str, Sequence[str]]) -> str:
    meaning = readers.get(site.visibility, ["", ""])[1]
    if site.visibility == OPENED_BY_LINKS:
        return meaning
    return " ".join(filter(None, (gettext(NO_EFFECT), meaning)))
