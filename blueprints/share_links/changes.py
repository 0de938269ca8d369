"""Changes of share links with summaries. They never include a link's URL: the journal stores what they send."""

from pydantic import MISSING

from contract.publishing.share_links import (
    CREATE_SHARE_LINK,
    DELETE_SHARE_LINK,
    UPDATE_SHARE_LINK,
    ShareLink,
    ShareLinkCreate,
    ShareLinkUpdate,
)
from contract.publishing.sites import Site
from contract.schema.fields import value_or_none
from i18n import gettext
from masthead.resources import SHARE_LINK
from masthead.store.entries import Subject
from masthead.store.notes.link_notes import LinkPlace
from masthead.web.frame.feedback import Feedback, Report
from masthead.writes.change import Change


def called(link: ShareLink) -> str:
    """The link's name, else its id."""
    return link.id if link.name is MISSING or not link.name.strip() else link.name


def creation(organization_id: str, site: Site, body: ShareLinkCreate, instead_of: str = "") -> Change[ShareLink]:
    """Create a link. `instead_of` is the name of the link that it replaces, if any."""
    summary = gettext("Create the share link %(body)s of %(site)s", body=body.name, site=site.title)
    if instead_of:
        summary += gettext(", in place of %(instead_of)s", instead_of=instead_of)
    return Change(CREATE_SHARE_LINK, (organization_id, site.id), Subject(SHARE_LINK.one, "", body.name), summary, body)


def updating(place: LinkPlace, link: ShareLink, body: ShareLinkUpdate, summary: str) -> Change[ShareLink]:
    """Change the link's name or switch it on or off."""
    return Change(UPDATE_SHARE_LINK, place, _subject(link), summary, body, was=SHARE_LINK.settings_of(link))


def switching(place: LinkPlace, site_title: str, link: ShareLink, *, on: bool) -> Change[ShareLink]:
    """Switch the link on or off and change nothing else."""
    summary = (
        gettext("Switch on the share link %(link)s of %(site_title)s", link=called(link), site_title=site_title)
        if on
        else gettext("Switch off the share link %(link)s of %(site_title)s", link=called(link), site_title=site_title)
    )
    return updating(place, link, ShareLinkUpdate(active=on), summary)


def is_switched(answer: ShareLink, *, on: bool) -> bool:
    """Whether the response confirms the state or omits it."""
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
    """Delete the link."""
    summary = gettext("Delete the share link %(link)s of %(site_title)s", link=called(link), site_title=site_title)
    return Change(DELETE_SHARE_LINK, place, _subject(link), summary, was=SHARE_LINK.settings_of(link))


def _subject(link: ShareLink) -> Subject:
    return Subject(SHARE_LINK.one, link.id, called(link))
