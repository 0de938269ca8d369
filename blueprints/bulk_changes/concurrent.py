"""Lists others' changes concurrent with a bulk change: one may have undone the other."""

from typing import NamedTuple

from flask import g

from masthead.client import Problem
from masthead.i18n import N_, gettext
from masthead.store.bulk.steps import BulkChange
from masthead.store.entries import Entry, State
from masthead.web.frame.organization import has_permission, load_organization
from masthead.web.person.portal import portal
from masthead.writes.timeline import collide

MESSAGES = {
    State.SAVED: N_("%(author)s: %(summary)s."),
    State.UNDER_WAY: N_("%(author)s: %(summary)s. This is under way."),
}
MAYBE = N_("%(author)s: %(summary)s. It isn't known whether this was saved.")
LOOK_SECONDS = 3


class Concurrent(NamedTuple):
    """Sentences on changes concurrent with a bulk change, and with the one that it undoes.

    The page refreshes after `look` seconds.
    """

    own: list[str]
    undone: list[str]
    look: int | None = None


def concurrent_changes(bulk: BulkChange) -> Concurrent:
    """List others' concurrent changes, for administrators only.

    A bulk change has to end before its own are shown.
    """
    own = _concurrent_entries(bulk, bulk.number if bulk.finished_at is not None else None)
    undone = _concurrent_entries(bulk, bulk.purpose.undoes)
    found = [*own, *undone]
    if not found or not _is_administrator(bulk.purpose.organization):
        return Concurrent([], [])
    goes_on = bulk.finished_at is not None and any(each.outcome.state is State.UNDER_WAY for each in found)
    return Concurrent([*map(_describe, own)], [*map(_describe, undone)], LOOK_SECONDS if goes_on else None)


def _concurrent_entries(bulk: BulkChange, number: int | None) -> list[Entry]:
    if number is None:
        return []
    pairs = portal().store.journal.concurrent_with(bulk.purpose.organization, number)
    return list({other.number: other for own, other in pairs if collide(own, other)}.values())


def _describe(entry: Entry) -> str:
    author = entry.name or gettext("Somebody else")
    return gettext(MESSAGES.get(entry.outcome.state, MAYBE), author=author, summary=entry.intent.summary)


def _is_administrator(organization_id: str) -> bool:
    try:
        if "organization" not in g:  # a part of the page is shown without a read of the organization
            load_organization(organization_id)
    except Problem:
        return False
    return has_permission("admin")
