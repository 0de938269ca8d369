"""What the space did to a page since a change request started, as far as the times of the pages show it."""

from datetime import datetime

from contract.authoring.change_requests import ChangeRequest
from contract.authoring.pages import Page
from contract.schema.fields import value_or_none
from i18n import gettext
from masthead.revisions import PageChange


def meanwhile_words(request: ChangeRequest, change: PageChange) -> str:
    """A sentence; empty where the space changed nothing of the page, or where the times don't show it.

    Once the change request was updated from the space, its own pages may be as young as those that it took in.
    """
    if not request.outdated:
        return ""
    started, is_updated = request.createdAt, value_or_none(request.revisionMergedAncestor) is not None
    if change.before is None or change.after is None:
        return _words_of_one_side(change, started)
    proposed, space = _edited(change.after.page), _edited(change.before.page)
    is_placed = change.is_moved or change.is_readdressed
    if proposed and proposed < started and not is_placed:
        return gettext("Only the space changed this page, after the change request started.")
    if space is None or space <= started:
        return ""
    if proposed and proposed >= started and not is_updated:
        return gettext("The space changed this page too, after the change request started.")
    return gettext("The space changed this page after the change request started.")


def _words_of_one_side(change: PageChange, started: datetime) -> str:
    """Of a page that only one of them has: whether it was there at the start says who added or removed it."""
    created = value_or_none(change.page.createdAt)
    was_there = created is not None and created < started
    if change.is_added:
        return gettext("The space removed this page after the change request started.") if was_there else ""
    if created and not was_there:
        return gettext("The space added this page after the change request started.")
    edited = _edited(change.page)
    if edited and edited > started:
        return gettext("The space changed this page after the change request started.")
    return ""


def _edited(page: Page) -> datetime | None:
    return value_or_none(page.updatedAt)
