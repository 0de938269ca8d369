"""What the pages change of share links, told in words. No change holds an address: the journal keeps what is sent."""

from pydantic import MISSING

from contract.publishing.share_links import (
    CREATE_SHARE_LINK,
    DELETE_SHARE_LINK,
    UPDATE_SHARE_LINK,
    ShareLink,
    ShareLinkCreate,
    ShareLinkUpdate,
)
from contract.publishing.site import Site
from contract.schema.fields import value_or_none
from i18n import gettext
from masthead.changes import Change
from masthead.resources import SHARE_LINK
from masthead.store import LinkPlace, Subject
from masthead.web.pages.feedback import Feedback, Report


def called(link: ShareLink) -> str:
    """What people know a link by: its name, else its id."""
    return link.id if link.name is MISSING or not link.name.strip() else link.name


def creation(organization_id: str, site: Site, body: ShareLinkCreate, instead_of: str = "") -> Change[ShareLink]:
    """A new link; `instead_of` is the name of the one that it replaces."""
    summary = gettext("Create the share link %(body)s of %(site)s", body=body.name, site=site.title)
    if instead_of:
        summary += gettext(", in place of %(instead_of)s", instead_of=instead_of)
    return Change(CREATE_SHARE_LINK, (organization_id, site.id), Subject(SHARE_LINK.one, "", body.name), summary, body)


def updating(place: LinkPlace, link: ShareLink, body: ShareLinkUpdate, summary: str) -> Change[ShareLink]:
    """Another name, or whether it opens the site."""
    return Change(UPDATE_SHARE_LINK, place, _subject(link), summary, body, was=SHARE_LINK.settings_of(link))


def switching(place: LinkPlace, site_title: str, link: ShareLink, *, on: bool) -> Change[ShareLink]:
    """Whether it opens the site, alone."""
    summary = (
        gettext("Switch on the share link %(link)s of %(site_title)s", link=called(link), site_title=site_title)
        if on
        else gettext("Switch off the share link %(link)s of %(site_title)s", link=called(link), site_title=site_title)
    )
    return updating(place, link, ShareLinkUpdate(active=on), summary)


def is_switched(answer: ShareLink, *, on: bool) -> bool:
    """Whether the answer shows it so, or says nothing of it."""
    active = value_or_none(answer.active)
    return active is None or active == on


def switch_report(name: str, answer: ShareLink, *, on: bool) -> Report:
    """What came of switching it on or off."""
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
    """The end of it."""
    summary = gettext("Delete the share link %(link)s of %(site_title)s", link=called(link), site_title=site_title)
    return Change(DELETE_SHARE_LINK, place, _subject(link), summary, was=SHARE_LINK.settings_of(link))


def _subject(link: ShareLink) -> Subject:
    return Subject(SHARE_LINK.one, link.id, called(link))
