"""Lists what needs attention on a site."""

from collections.abc import Iterator

from flask import url_for

from contract.publishing.share_links import LIST_SHARE_LINKS
from contract.publishing.sites import Site
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from contract.schema.fields import value_or_none
from masthead.client import CachedRead, Problem
from masthead.i18n import gettext, ngettext
from masthead.web.directory.share_links import (
    Review,
    is_open_by_link_only,
    is_unreadable_by_listing,
    list_notes,
    urgent_review,
)
from masthead.web.frame.alerts import Alert, AlertLink
from masthead.web.frame.organization import has_permission, is_refresh_requested
from masthead.web.person.locale import today
from masthead.web.person.portal import api


def find_alerts(organization_id: str, site: Site) -> Iterator[Alert]:
    """Yield what needs attention, the most urgent first. Share links are read only for those who may see them."""
    if has_permission("createContent"):
        yield from _link_alerts(organization_id, site)
    if site.published is False:
        urls = value_or_none(site.urls)
        app = value_or_none(urls.app) if urls else None
        publish = (AlertLink(gettext("Open it in the documentation app"), app, outside=True),) if app else ()
        advice = gettext("You publish it in the documentation app.")
        yield Alert("quiet", gettext("This site isn't published."), advice, publish)


def _link_alerts(organization_id: str, site: Site) -> Iterator[Alert]:
    due = {place.link: note.due for place, note in list_notes(organization_id, site.id).items() if note.due}
    if not (due or is_open_by_link_only(site)):
        return
    read = CachedRead(LIST_SHARE_LINKS, (organization_id, site.id), ListQuery(limit=LIMIT_MAX), is_refresh_requested())
    (links,) = api().gather(read)
    if isinstance(links, Problem):
        return
    url = url_for("share_links.index", organization_id=organization_id, site_id=site.id)
    view = (AlertLink(gettext("View share links"), url),)
    if is_unreadable_by_listing(site, links.value):
        advice = gettext("Readers need a share link, and no share link is active.")
        yield Alert("bad", gettext("Nobody can read this site."), advice, view)
    overdue = [each for each in links.value.items if urgent_review(each, due.get(each.id), today()) is Review.OVERDUE]
    if overdue:
        text = ngettext(
            "%(n)s share link is overdue for review.", "%(n)s share links are overdue for review.", len(overdue)
        )
        yield Alert("warn", text, gettext("Anyone with such a link can still read the site."), view)
