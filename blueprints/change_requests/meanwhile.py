"""Finds changes of the space to a page since a change request started, from the pages' timestamps."""

from datetime import datetime

from contract.authoring.change_requests import ChangeRequest
from contract.authoring.pages import SpacePage
from contract.schema.fields import value_or_none
from i18n import gettext
from masthead.revisions import PageChange


def meanwhile_words(request: ChangeRequest, change: PageChange) -> str:
    """A sentence about the space's changes to the page; empty if there are none, or if timestamps don't show them.

    After an update from the space, a page of the request may have a recent timestamp without a change in the request.
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
    """For a page in one of them only: its creation time shows which of them added or removed it."""
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


def _edited(page: SpacePage) -> datetime | None:
    return value_or_none(page.updatedAt)
