"""New share links: the form fields, the change that creates a link, and its review date."""

from datetime import date
from typing import Annotated

from pydantic import Field

from contract.publishing.share_links import CREATE_SHARE_LINK, ShareLink, ShareLinkCreate
from contract.publishing.sites import Site
from masthead.i18n import N_, gettext
from masthead.resources import SHARE_LINK
from masthead.store.entries import Subject
from masthead.store.errors import StoreError
from masthead.store.notes import LinkNote, LinkPlace
from masthead.web.directory.share_links import list_notes
from masthead.web.frame import templating
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.writes.send import Change

NAME_HINT = N_("Whom the link is for. Readers don't see this.")
DUE_HINT = N_("By this day, check whether the link is still needed. Masthead reminds you, but doesn't switch it off.")
DueDate = Annotated[date | None, Field(strict=False)]


def link_label(link: ShareLink) -> str:
    """Return the link's name, or its id if it has none."""
    return link.name if isinstance(link.name, str) and link.name.strip() else link.id


def get_note(place: LinkPlace) -> LinkNote:
    """Return the note on a link, or an empty note if there is none."""
    return list_notes(place.organization, place.site).get(place, LinkNote(place))


def build_link_creation(
    organization_id: str, site: Site, body: ShareLinkCreate, instead_of: str = ""
) -> Change[ShareLink]:
    """Build the change that creates a link. `instead_of` is the name of the link that it replaces, if any."""
    summary = gettext("Create the share link %(body)s of %(site)s", body=body.name, site=site.title)
    if instead_of:
        summary += gettext(", in place of %(instead_of)s", instead_of=instead_of)
    return Change(CREATE_SHARE_LINK, (organization_id, site.id), Subject(SHARE_LINK.one, "", body.name), summary, body)


def save_due_date(place: LinkPlace, due: date | None) -> str:
    """Save the review date unless a colleague has saved a note since. Returns a sentence for the message."""
    noted = get_note(place)
    if due is None or noted.due == due:
        return ""
    if noted.at:
        return gettext(" Its note was changed since, so Masthead didn't save your review date.")
    try:
        portal().store.link_notes.save(place, person().owner, note="", due=due)
    except StoreError:
        return gettext(" Masthead couldn't save the review date. Enter it below.")
    return gettext(" Review by %(day)s.", day=templating.date(due))
